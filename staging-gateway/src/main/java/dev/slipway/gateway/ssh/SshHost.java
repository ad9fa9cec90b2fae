package dev.slipway.gateway.ssh;

import java.nio.file.Path;

/**
 * A host that the operator lets documents name.
 *
 * @param name what documents call it
 * @param host its address
 * @param port of its sshd
 * @param user who logs in there
 * @param identityFile private key without a passphrase, readable by the service alone
 * @param knownHostsFile the host's key as OpenSSH writes it; a host that is not in it is refused
 */
public record SshHost(String name, String host, int port, String user, Path identityFile, Path knownHostsFile) {}
