/** What a user asks for, free of XML and of any transport. Imports nothing of Slipway. */
package dev.slipway.request;
