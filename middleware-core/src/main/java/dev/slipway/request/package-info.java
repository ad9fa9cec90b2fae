/** The request of a user, free of XML and of any transport. Imports no other package of Slipway. */
package dev.slipway.request;
