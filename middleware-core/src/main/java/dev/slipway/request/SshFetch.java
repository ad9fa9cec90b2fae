package dev.slipway.request;

/**
 * A file fetched over ssh (SFTP) into the run folder.
 *
 * @param host the operator's name for the host
 * @param remotePath the file on the host
 */
public record SshFetch(
        String name,
        int orderGroup,
        String host,
        String remotePath,
        RunPath file,
        CreationFlag creation,
        Compression compression)
        implements StagingStep {

    public SshFetch {
        Require.text(name, "step name");
        Require.text(host, "host");
        Require.text(remotePath, "remote path");
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
