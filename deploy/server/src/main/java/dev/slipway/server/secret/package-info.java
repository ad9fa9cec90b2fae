/** The service's keys in its data folder, and what is done with them: opening sealed passwords, signing callbacks. */
package dev.slipway.server.secret;
