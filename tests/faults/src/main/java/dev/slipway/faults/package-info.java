/**
 * Runs the middleware in a JVM of its own that can be killed at any point, kills that JVM, and examines the results.
 */
package dev.slipway.faults;
