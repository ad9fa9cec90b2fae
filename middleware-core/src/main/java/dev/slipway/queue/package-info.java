/** The order of jobs. The queue only makes decisions, in memory; may use job tokens and states. */
package dev.slipway.queue;
