package dev.slipway.request;

/**
 * A file of the run folder delivered over ssh (SFTP).
 *
 * @param host the operator's name for the host
 * @param remotePath the file on the host; written under a temporary name beside it and renamed
 * @param always whether the step also runs when the job failed or was cancelled
 */
public record SshDeliver(String name, int orderGroup, String host, String remotePath, RunPath file, boolean always)
        implements StagingStep {

    public SshDeliver {
        Require.text(name, "step name");
        Require.text(host, "host");
        Require.text(remotePath, "remote path");
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
