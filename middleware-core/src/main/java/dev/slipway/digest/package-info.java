/** The digest by which files, events and statements are known again. Depends on nothing. */
package dev.slipway.digest;
