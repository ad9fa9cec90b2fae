/** The reader and writer of job documents on the toolkit's class path: the one place that knows both. */
package dev.slipway.offline;
