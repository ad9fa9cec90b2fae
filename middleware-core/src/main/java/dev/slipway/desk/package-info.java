/**
 * The only entry for all front ends: the calls of users, and the views that answer them. May use dispatch and all below
 * it.
 */
package dev.slipway.desk;
