/** Handles signing in and out, and turns the signed-in user into the desk's caller. Uses Spring Security. */
package dev.slipway.web.account;
