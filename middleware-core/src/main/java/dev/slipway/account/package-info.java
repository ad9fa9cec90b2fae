/** The users of the service and where they are kept. May use desk for roles. */
package dev.slipway.account;
