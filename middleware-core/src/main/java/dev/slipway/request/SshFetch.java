package dev.slipway.request;

import java.util.Optional;

/**
 * A file fetched over ssh (SFTP) into the run folder.
 *
 * @param host the operator's name for the host
 * @param remotePath the file on the host
 * @param credential who logs in; empty: the operator's own user on that host
 */
public record SshFetch(
        String name,
        int orderGroup,
        String host,
        String remotePath,
        RunPath file,
        CreationFlag creation,
        Compression compression,
        Optional<Credential> credential)
        implements StagingStep {

    public SshFetch {
        Require.text(name, "step name");
        Require.text(host, "host");
        Require.text(remotePath, "remote path");
        credential = credential == null ? Optional.empty() : credential; // absent in journals of older versions
    }

    /** The same by this login. */
    public SshFetch by(Optional<Credential> login) {
        return new SshFetch(name, orderGroup, host, remotePath, file, creation, compression, login);
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
