package dev.slipway.request;

import java.util.List;
import java.util.Optional;

/**
 * Fetches a file, or the files of a folder, over ssh into the run folder.
 *
 * @param host the operator's name for the host
 * @param remotePath the file on the host, or with {@code match} the folder
 * @param head the file is the target in the run folder; with {@code match} a folder too
 * @param credential the login; if empty, the operator's own user on that host
 * @param match a pattern for the paths of the wanted files below the folder; if empty, {@code remotePath} is one file
 * @param preserve whether the file keeps its modification time and its permissions
 */
public record SshFetch(
        StepHead.In head,
        String host,
        String remotePath,
        Optional<Credential> credential,
        Optional<FilePattern> match,
        Boolean preserve)
        implements StagingStep {

    public SshFetch {
        Require.text(host, "host");
        Require.text(remotePath, "remote path");
        credential = credential == null ? Optional.empty() : credential; // older journals lack this
        match = match == null ? Optional.empty() : match;
        preserve = preserve != null && preserve;
    }

    /**
     * Returns whether a path on a host leads upwards; such paths are refused. Requests are checked with this method,
     * because journals of older versions may hold such paths.
     */
    public static boolean climbs(String remotePath) {
        return List.of(remotePath.split("/")).contains("..");
    }

    /** Fetches one file as the operator's user. */
    public SshFetch(StepHead.In head, String host, String remotePath) {
        this(head, host, remotePath, Optional.empty(), Optional.empty(), false);
    }

    /** Returns this step with another login. */
    public SshFetch by(Optional<Credential> login) {
        return new SshFetch(head, host, remotePath, login, match, preserve);
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
