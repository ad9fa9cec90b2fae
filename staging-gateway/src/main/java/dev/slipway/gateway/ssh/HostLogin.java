package dev.slipway.gateway.ssh;

import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import dev.slipway.problem.ProblemCode;

/** A user on a host and the secret by which the user logs in. */
interface HostLogin extends AutoCloseable {

    /** Returns the user on the host. */
    String user();

    /** Returns the problem if the host refuses this login. */
    ProblemCode refusal();

    /** Returns whether sessions of this login may serve other steps, also of other owners. */
    boolean shared();

    /** Gives the session its secret. */
    void prepare(JSch jsch, Session session) throws JSchException;

    /** Overwrites the secret. */
    @Override
    default void close() {
        // A key stays in its file.
    }
}
