/** Implements the operations: translates the call, asks the desk, translates the answer. */
package dev.slipway.service.calls;
