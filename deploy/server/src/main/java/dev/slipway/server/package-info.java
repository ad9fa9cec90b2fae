/**
 * Contains the runnable assembly, which wires the modules and starts them in order. May use every module; no module
 * uses this package.
 */
package dev.slipway.server;
