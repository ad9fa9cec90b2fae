/** Writes requests as job documents, and lays out documents. */
package dev.slipway.document.writer;
