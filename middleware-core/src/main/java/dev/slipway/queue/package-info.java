/** Whose turn it is. Decides only, in memory; may use job tokens and states. */
package dev.slipway.queue;
