/** Limits the content of the service's log. Uses the log's library and the mark of internal problems. */
package dev.slipway.server.log;
