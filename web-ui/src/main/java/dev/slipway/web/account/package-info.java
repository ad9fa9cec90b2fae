/** Signing in and out, and who the signed-in user is for the desk. Uses Spring Security. */
package dev.slipway.web.account;
