package dev.slipway.secret;

/**
 * What a sealed password is for. It is bound to all three, so that nobody else's job can use it, and no job for another host.
 *
 * @param submitter the owner of the job that holds it
 * @param host the host that it is for, as the document names it
 * @param user the user there
 */
public record SecretUse(String submitter, String host, String user) {}
