/**
 * Holds the verbs about a local file for a job: its document, or an upload. Declares the port to a reader of documents,
 * {@link dev.slipway.toolkit.document.LocalDocuments}, and holds no reader.
 */
package dev.slipway.toolkit.document;
