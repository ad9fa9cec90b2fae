/** The middleware in a JVM of its own that is killed at will, and who kills it and looks what came of it. */
package dev.slipway.faults;
