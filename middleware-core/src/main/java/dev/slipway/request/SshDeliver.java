package dev.slipway.request;

import java.util.Optional;

/**
 * A file of the run folder delivered over ssh (SFTP).
 *
 * @param host the operator's name for the host
 * @param remotePath the file on the host; written under a temporary name beside it and renamed
 * @param always whether the step also runs when the job failed or was cancelled
 * @param credential who logs in; empty: the operator's own user on that host
 */
public record SshDeliver(
        String name,
        int orderGroup,
        String host,
        String remotePath,
        RunPath file,
        boolean always,
        Optional<Credential> credential)
        implements StagingStep {

    public SshDeliver {
        Require.text(name, "step name");
        Require.text(host, "host");
        Require.text(remotePath, "remote path");
        credential = credential == null ? Optional.empty() : credential; // absent in journals of older versions
    }

    /** By the operator's own user. */
    public SshDeliver(String name, int orderGroup, String host, String remotePath, RunPath file, boolean always) {
        this(name, orderGroup, host, remotePath, file, always, Optional.empty());
    }

    /** The same by this login. */
    public SshDeliver by(Optional<Credential> login) {
        return new SshDeliver(name, orderGroup, host, remotePath, file, always, login);
    }

    @Override
    public Direction direction() {
        return Direction.OUT;
    }

    @Override
    public String place() {
        return host;
    }
}
