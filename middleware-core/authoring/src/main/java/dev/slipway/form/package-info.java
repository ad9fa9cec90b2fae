/**
 * A job in the making: all texts that a user has typed so far, and the request that follows from them. Drafts and
 * templates contain forms. Uses the request and knows no page and no document.
 */
package dev.slipway.form;
