package dev.slipway.gateway.ssh;

import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import dev.slipway.problem.ProblemCode;

/** As whom, and by what, a session logs in to a host. */
interface HostLogin extends AutoCloseable {

    /** The user on the host. */
    String user();

    /** What it is when the host refuses this login. */
    ProblemCode refusal();

    /** Whether the sessions of this login may serve other steps, of other owners too. */
    boolean shared();

    /** Gives the session what it logs in by. */
    void prepare(JSch jsch, Session session) throws JSchException;

    /** Overwrites what is secret here. */
    @Override
    default void close() {
        // A key stays in its file.
    }
}
