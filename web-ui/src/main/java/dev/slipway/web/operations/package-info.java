/**
 * Contains the pages for the staff of the service: queue, places, users and audit. Uses the operations', users' and
 * audit desks and the frame.
 */
package dev.slipway.web.operations;
