/**
 * Holds what other modules learn about a job document: the result of reading it, its problems and the published
 * schemas. The packages below read and write documents. Uses the core's request and problem types.
 */
package dev.slipway.document;
