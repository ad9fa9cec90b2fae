/** Puts the reader and writer of job documents on the toolkit's class path. Only this package knows both. */
package dev.slipway.offline;
