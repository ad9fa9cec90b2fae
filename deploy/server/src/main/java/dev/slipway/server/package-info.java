/** The runnable assembly: wires the modules and starts them in order. May use every module; none uses it. */
package dev.slipway.server;
