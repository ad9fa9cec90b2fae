/** Reads parameter sweeps: values, and the places in the tree that take them. */
package dev.slipway.document.sweep;
