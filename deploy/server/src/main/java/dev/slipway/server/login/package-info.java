/**
 * Finds out who calls: passwords, their memory, and the brake on guessing. Uses accounts, the shares and networks of
 * the doorstep, the log of refused logins, and the table of problems for its answers.
 */
package dev.slipway.server.login;
