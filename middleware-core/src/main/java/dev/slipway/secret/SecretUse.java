package dev.slipway.secret;

/**
 * The purpose of a sealed password. The password is bound to all three parts, so no job of another user can use it, and
 * no job for another host.
 *
 * @param submitter the owner of the job that holds the password
 * @param host the host of the login, as the document names it
 * @param user the user on that host
 */
public record SecretUse(String submitter, String host, String user) {}
