package dev.slipway.request;

import java.util.Optional;

/**
 * A file of the run folder delivered over ssh, or the files of a folder of it.
 *
 * @param host the operator's name for the host
 * @param remotePath the file on the host; written under a temporary name beside it and renamed
 * @param always whether the step also runs when the job failed or was cancelled
 * @param credential who logs in; empty: the operator's own user on that host
 * @param match which files of the folder {@code file}, as a pattern of their paths below it; empty: it is one file
 * @param preserve whether the file keeps its time of change and its permissions
 */
public record SshDeliver(
        String name,
        int orderGroup,
        String host,
        String remotePath,
        RunPath file,
        boolean always,
        Optional<Credential> credential,
        Optional<FilePattern> match,
        Boolean preserve)
        implements StagingStep {

    public SshDeliver {
        Require.text(name, "step name");
        Require.text(host, "host");
        Require.text(remotePath, "remote path");
        credential = credential == null ? Optional.empty() : credential; // absent in journals of older versions
        match = match == null ? Optional.empty() : match;
        preserve = preserve != null && preserve;
    }

    /** By the operator's own user. */
    public SshDeliver(String name, int orderGroup, String host, String remotePath, RunPath file, boolean always) {
        this(name, orderGroup, host, remotePath, file, always, Optional.empty(), Optional.empty(), false);
    }

    /** The same by this login. */
    public SshDeliver by(Optional<Credential> login) {
        return new SshDeliver(name, orderGroup, host, remotePath, file, always, login, match, preserve);
    }

    @Override
    public boolean isFolder() {
        return match.isPresent();
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
