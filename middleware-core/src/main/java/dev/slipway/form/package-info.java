/**
 * A job in the making: all that a person has typed so far, as text, and what it comes to. Drafts and templates hold one. Uses the request and
 * knows no page and no document.
 */
package dev.slipway.form;
