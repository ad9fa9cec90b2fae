/** Small inputs that users bring to the service before they submit. Uses the journal only to see who still needs them. */
package dev.slipway.upload;
