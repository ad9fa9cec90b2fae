/**
 * Small inputs that users bring to the service before they submit. Uses the journal only to see which jobs still need
 * them.
 */
package dev.slipway.upload;
