/** Who calls: passwords, their cache, and the brake on guessing. Uses accounts, and the table of problems for its answers. */
package dev.slipway.server.login;
