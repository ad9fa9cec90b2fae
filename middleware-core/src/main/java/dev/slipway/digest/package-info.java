/** The digest by which files, events and statements are known again. Depends on no other package. */
package dev.slipway.digest;
