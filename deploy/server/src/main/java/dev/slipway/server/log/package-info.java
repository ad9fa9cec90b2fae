/** What the service's log may hold. Knows the log's library and nothing of ours. */
package dev.slipway.server.log;
