/**
 * How the server tells an open page that what it shows has changed. Uses servlets and Spring Security's sessions; knows no page.
 *
 * @see dev.slipway.web.live.LivePages
 */
package dev.slipway.web.live;
