package dev.slipway.request;

import java.util.List;
import java.util.Optional;

/**
 * A file fetched over ssh into the run folder, or the files of a folder.
 *
 * @param host the operator's name for the host
 * @param remotePath the file on the host, or with {@code match} the folder
 * @param file what it becomes: with {@code match} a folder too
 * @param credential who logs in; empty: the operator's own user on that host
 * @param match which files of the folder, as a pattern of their paths below it; empty: {@code remotePath} is one file
 * @param preserve whether the file keeps its time of change and its permissions
 */
public record SshFetch(
        String name,
        int orderGroup,
        String host,
        String remotePath,
        RunPath file,
        CreationFlag creation,
        Compression compression,
        Optional<Credential> credential,
        Optional<FilePattern> match,
        Boolean preserve)
        implements StagingStep {

    public SshFetch {
        Require.text(name, "step name");
        Require.text(host, "host");
        Require.text(remotePath, "remote path");
        credential = credential == null ? Optional.empty() : credential; // absent in journals of older versions
        match = match == null ? Optional.empty() : match;
        preserve = preserve != null && preserve;
    }

    /** Whether a path on a host leads upwards: no host takes it. Those who ask write it; journals of older versions may hold such. */
    public static boolean climbs(String remotePath) {
        return List.of(remotePath.split("/")).contains("..");
    }

    /** One file by the operator's user, over what is there, as it is. */
    public SshFetch(String name, int orderGroup, String host, String remotePath, RunPath file) {
        this(
                name,
                orderGroup,
                host,
                remotePath,
                file,
                CreationFlag.OVERWRITE,
                Compression.NONE,
                Optional.empty(),
                Optional.empty(),
                false);
    }

    /** The same, written and packed so. */
    public SshFetch as(CreationFlag flag, Compression packing) {
        return new SshFetch(name, orderGroup, host, remotePath, file, flag, packing, credential, match, preserve);
    }

    /** The same by this login. */
    public SshFetch by(Optional<Credential> login) {
        return new SshFetch(name, orderGroup, host, remotePath, file, creation, compression, login, match, preserve);
    }

    @Override
    public boolean isFolder() {
        return match.isPresent();
    }

    @Override
    public Direction direction() {
        return Direction.IN;
    }

    @Override
    public String place() {
        return host;
    }
}
