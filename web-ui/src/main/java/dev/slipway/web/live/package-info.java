/**
 * Tells an open page that the content has changed. Uses servlets and Spring Security's sessions; depends on no page.
 *
 * @see dev.slipway.web.live.LivePages
 */
package dev.slipway.web.live;
