/** The users of the service and where they are kept. */
package dev.slipway.account;
