/** Hands mails to the operator's mail server, by SMTP. */
package dev.slipway.server.mail;
