package dev.slipway.gateway.ssh;

import dev.slipway.gateway.step.Cancellation;
import dev.slipway.request.StagingStep;

/** The connection of one step, or of one transfer, to its host. A broken connection is replaced by a new one. */
final class HostLine implements AutoCloseable {
    /** The bytes that make a new login worthwhile. A line that breaks before counts as fruitless. */
    private static final long WORTHWHILE = 64 * 1024;

    private static final int FRUITLESS_TRIES = 3;

    private final Connecting connecting;
    private final Cancellation cancellation;
    private HostConnection connection;
    private long broken;
    private int fruitless;

    /** Makes a connection to the host. */
    @FunctionalInterface
    interface Connecting {
        HostConnection connect() throws InterruptedException;
    }

    /** Connects to the host of the step. */
    HostLine(SshHosts hosts, StagingStep step, String owner, Cancellation cancellation) throws InterruptedException {
        this(() -> hosts.connect(step, owner, cancellation), cancellation);
    }

    /** Connects. */
    HostLine(Connecting connecting, Cancellation cancellation) throws InterruptedException {
        this.connecting = connecting;
        this.cancellation = cancellation;
        connection = connecting.connect();
    }

    /** Returns the current connection, by SFTP or scp. */
    HostConnection any() {
        return connection;
    }

    /**
     * Returns the current connection for transfers that need SFTP.
     *
     * @throws dev.slipway.problem.ProblemException HOST_NO_SFTP
     */
    SftpConnection connection() {
        return SftpConnection.of(connection);
    }

    /**
     * Reconnects after a failure if the line broke.
     *
     * @param moved bytes that had passed by then, over all connections
     * @return false if the line was not at fault, or breaks repeatedly
     * @throws dev.slipway.problem.ProblemException if the host cannot be reached any more
     */
    boolean restored(long moved) throws InterruptedException {
        cancellation.check();
        if (connection.answers()) {
            return false;
        }
        fruitless = moved - broken >= WORTHWHILE ? 0 : fruitless + 1;
        broken = Math.max(broken, moved);
        if (fruitless >= FRUITLESS_TRIES) {
            return false;
        }
        anew();
        return true;
    }

    /**
     * Reconnects if the line broke.
     *
     * @throws dev.slipway.problem.ProblemException if the host cannot be reached any more
     */
    void stand() throws InterruptedException {
        cancellation.check();
        if (!connection.answers()) {
            anew();
        }
    }

    private void anew() throws InterruptedException {
        connection.close();
        connection = connecting.connect();
    }

    /** Records that the step ended well. */
    void sound() {
        connection.sound();
    }

    @Override
    public void close() {
        connection.close();
    }
}
