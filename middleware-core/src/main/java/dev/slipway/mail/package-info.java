/**
 * Tells users by mail about the end of their jobs and about jobs that wait for them. Reads the journal and the desk's
 * explanations; mails go out through a port.
 */
package dev.slipway.mail;
