/**
 * Holds the job document: its schemas, its reader (the only judge of documents) and its writer. Uses the core's request
 * and problem types.
 */
package dev.slipway.document;
