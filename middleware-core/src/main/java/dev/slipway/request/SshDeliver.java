package dev.slipway.request;

import java.util.Optional;

/**
 * Delivers a file of the run folder, or the files of a folder in it, over ssh.
 *
 * @param host the operator's name for the host
 * @param remotePath the file on the host; written under a temporary name in the same folder and renamed
 * @param credential the login; if empty, the operator's own user on that host
 * @param match a pattern for the paths of the wanted files below the folder {@code file}; if empty, {@code file} is one
 *     file
 * @param preserve whether the file keeps its modification time and its permissions
 */
public record SshDeliver(
        StepHead.Out head,
        String host,
        String remotePath,
        Optional<Credential> credential,
        Optional<FilePattern> match,
        Boolean preserve)
        implements StagingStep {

    public SshDeliver {
        Require.text(host, "host");
        Require.text(remotePath, "remote path");
        credential = credential == null ? Optional.empty() : credential; // older journals lack this
        match = match == null ? Optional.empty() : match;
        preserve = preserve != null && preserve;
    }

    /** Delivers as the operator's own user. */
    public SshDeliver(StepHead.Out head, String host, String remotePath) {
        this(head, host, remotePath, Optional.empty(), Optional.empty(), false);
    }

    /** Returns this step with another login. */
    public SshDeliver by(Optional<Credential> login) {
        return new SshDeliver(head, host, remotePath, login, match, preserve);
    }

    @Override
    public boolean isFolder() {
        return match.isPresent();
    }

    @Override
    public Place place() {
        return new Place.Host(host);
    }
}
