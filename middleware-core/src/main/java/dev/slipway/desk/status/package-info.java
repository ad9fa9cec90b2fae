/**
 * The standing of a job in words and figures: its status, why it waits or failed, and a forecast of when it goes on.
 * May use dispatch and all below it, and no other part of the desk.
 */
package dev.slipway.desk.status;
