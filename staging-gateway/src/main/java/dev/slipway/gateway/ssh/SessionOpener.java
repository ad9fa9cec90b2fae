package dev.slipway.gateway.ssh;

import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Logs in to hosts. Host keys are checked strictly, because there is no user to ask. */
final class SessionOpener {
    private static final int SIGNS_OF_LIFE = 3;

    /** Ciphers with support in processors and without a separate MAC. The others follow in JSch's order. */
    private static final List<String> QUICK_CIPHERS = List.of("aes128-gcm@openssh.com", "aes256-gcm@openssh.com");

    /**
     * Requests under way at once in one transfer. With 32 KiB each they fill the 2 MiB window that JSch gives a host.
     */
    private static final int REQUESTS_UNDER_WAY = 64;

    private final SshLimits limits;

    SessionOpener(SshLimits limits) {
        this.limits = limits;
    }

    /** Opens a new session. The caller closes the session. */
    OpenSession open(SshHost host, HostLogin login, Cancellation cancellation) throws InterruptedException {
        try {
            return open(host, login, cancellation, this::withChannel);
        } catch (SessionGoneException e) {
            return open(host, login, cancellation, (bare, again) -> explain(bare, again, e));
        }
    }

    /** Opens a new session that runs commands and moves no files. The caller closes the session. */
    OpenSession openWithoutFiles(SshHost host, HostLogin login, Cancellation cancellation) throws InterruptedException {
        return open(host, login, cancellation, (bare, again) -> bare);
    }

    /** Prepares a logged-in session for its use. */
    private interface Making {
        OpenSession of(OpenSession bare, HostLogin login) throws InterruptedException;
    }

    private OpenSession open(SshHost host, HostLogin login, Cancellation cancellation, Making making)
            throws InterruptedException {
        BrokenLine line = new BrokenLine();
        HostSocket socket = new HostSocket(limits.connectTimeout());
        Session session = session(host, login, line);
        session.setSocketFactory(socket);
        boolean open = false;
        try {
            cancellation.interruptibly(() -> login(host, login, session, line), attempt -> socket.cut(session));
            RemoteHash hash =
                    new RemoteHash(session, (int) limits.connectTimeout().toMillis());
            int patience =
                    (int) limits.idleTimeout().multipliedBy(SIGNS_OF_LIFE).toMillis();
            OpenSession bare = new OpenSession(host, socket, session, Optional.empty(), hash, patience);
            OpenSession able = cancellation.interruptibly(() -> making.of(bare, login), attempt -> socket.cut(session));
            open = true;
            return able;
        } catch (ProblemException | SessionGoneException e) {
            cancellation.check();
            throw e;
        } finally {
            if (!open) {
                socket.cut(session);
            }
        }
    }

    private Session session(SshHost host, HostLogin login, BrokenLine line) {
        try {
            JSch jsch = new JSch();
            jsch.setInstanceLogger(line);
            jsch.setKnownHosts(host.knownHostsFile().toString());
            Session session = jsch.getSession(login.user(), host.host(), host.port());
            login.prepare(jsch, session);
            LoginBegun.watch(session);
            session.setConfig("StrictHostKeyChecking", "yes");
            preferQuickCiphers(session);
            // This timeout also limits each step of the key exchange.
            session.setTimeout((int) limits.connectTimeout().toMillis());
            session.setServerAliveCountMax(SIGNS_OF_LIFE);
            session.setDaemonThread(true);
            return session;
        } catch (JSchException e) {
            // The host was not asked yet, so the operator's key file is unusable.
            throw StepProblem.of(
                    ProblemCode.HOST_LOGIN,
                    "the key file of host " + host.name() + " cannot be used",
                    String.valueOf(e.getMessage()));
        }
    }

    private static void preferQuickCiphers(Session session) {
        for (String key : List.of("cipher.c2s", "cipher.s2c")) {
            Set<String> order = new LinkedHashSet<>(QUICK_CIPHERS);
            order.addAll(Arrays.asList(session.getConfig(key).split(",")));
            session.setConfig(key, String.join(",", order));
        }
    }

    private Session login(SshHost host, HostLogin login, Session session, BrokenLine line) {
        try {
            session.connect((int) limits.connectTimeout().toMillis());
            // Set only after the login: the interval replaces the timeout, and the login at a busy host may take
            // longer.
            session.setServerAliveInterval((int) limits.idleTimeout().toMillis());
            return session;
        } catch (JSchException e) {
            throw SshProblems.connecting(host, login, e, session, line.seen());
        }
    }

    /** Adds SFTP, or does without SFTP if the host has scp. Asks for scp once per session. */
    private OpenSession withChannel(OpenSession bare, HostLogin login) throws InterruptedException {
        int timeout = (int) limits.connectTimeout().toMillis();
        long begun = System.nanoTime();
        try {
            ChannelSftp sftp = (ChannelSftp) bare.session().openChannel("sftp");
            if (sftp == null) {
                // JSch reports a session that broke while the channel was being made in this way.
                throw SshProblems.silent(bare.host());
            }
            sftp.setBulkRequests(REQUESTS_UNDER_WAY);
            sftp.connect(timeout);
            return bare.with(sftp);
        } catch (JSchException e) {
            if (System.nanoTime() - begun >= TimeUnit.MILLISECONDS.toNanos(timeout)) {
                throw SshProblems.silent(bare.host());
            }
            if (!bare.answers()) {
                throw new SessionGoneException(e);
            }
            if (hasScp(bare)) {
                return bare;
            }
            throw bare.answers()
                    ? SshProblems.noFiles(bare.host(), login, String.valueOf(e.getMessage()))
                    : SshProblems.silent(bare.host());
        }
    }

    private static boolean hasScp(OpenSession session) throws InterruptedException {
        return HostScript.run(session, "command -v scp")
                .filter(HostScript.Answer::good)
                .isPresent();
    }

    /** Thrown when the session ended on the request for SFTP. */
    private static final class SessionGoneException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        SessionGoneException(JSchException cause) {
            super(cause);
        }

        String words() {
            return String.valueOf(getCause().getMessage());
        }
    }

    /**
     * Explains why the channel did not open. Either the line broke, or the login runs a program in place of SFTP that
     * ends at once: then JSch speaks to a closed channel, and sshd closes the session. A host with scp is asked for
     * SFTP again another time.
     */
    private OpenSession explain(OpenSession bare, HostLogin login, SessionGoneException gone)
            throws InterruptedException {
        throw hasScp(bare) || !bare.answers()
                ? SshProblems.silent(bare.host())
                : SshProblems.noFiles(bare.host(), login, gone.words());
    }
}
