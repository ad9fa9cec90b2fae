/** The door for who runs the service: how it stands, and what they stop and let go on. Uses the dispatcher, the queue and what is stopped. */
package dev.slipway.operations;
