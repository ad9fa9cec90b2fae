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

/** Logs in to hosts. Host keys are checked strictly: nobody is here to be asked. */
final class SessionOpener {
    private static final int SIGNS_OF_LIFE = 3;

    /** Ciphers that processors compute themselves and that need no MAC beside them; the others follow in JSch's order. */
    private static final List<String> QUICK_CIPHERS = List.of("aes128-gcm@openssh.com", "aes256-gcm@openssh.com");

    /** Requests of one transfer on their way at once: with 32 KiB each they fill the 2 MiB that JSch lets a host send unasked. */
    private static final int REQUESTS_UNDER_WAY = 64;

    private final SshLimits limits;

    SessionOpener(SshLimits limits) {
        this.limits = limits;
    }

    /** A new session; the caller's to close. */
    OpenSession open(SshHost host, HostLogin login, Cancellation cancellation) throws InterruptedException {
        try {
            return open(host, login, cancellation, this::withChannel);
        } catch (SessionGoneException e) {
            return open(host, login, cancellation, (bare, again) -> explain(bare, again, e));
        }
    }

    /** What is made of a session that has logged in. */
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
            // Also what a step of the key exchange may take.
            session.setTimeout((int) limits.connectTimeout().toMillis());
            session.setServerAliveCountMax(SIGNS_OF_LIFE);
            session.setDaemonThread(true);
            return session;
        } catch (JSchException e) {
            // Nothing was asked of the host yet: what cannot be used is what the operator has given us.
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
            // Not before: it takes the place of the timeout, and a busy host's login may take longer.
            session.setServerAliveInterval((int) limits.idleTimeout().toMillis());
            return session;
        } catch (JSchException e) {
            throw SshProblems.connecting(host, login, e, session, line.seen());
        }
    }

    /** With SFTP, else without it if the host has scp: whether it has is asked once for each session. */
    private OpenSession withChannel(OpenSession bare, HostLogin login) throws InterruptedException {
        int timeout = (int) limits.connectTimeout().toMillis();
        long begun = System.nanoTime();
        try {
            ChannelSftp sftp = (ChannelSftp) bare.session().openChannel("sftp");
            if (sftp == null) {
                // How JSch says that the session broke while the channel was being made.
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

    /** The session did not outlive the question for SFTP. */
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
     * Why it did not: the line broke, or a login runs something in the place of SFTP that ends at once, for then JSch speaks to a channel
     * that is no more, and sshd closes the session. A host that has scp all the same is asked for SFTP another time.
     */
    private OpenSession explain(OpenSession bare, HostLogin login, SessionGoneException gone)
            throws InterruptedException {
        throw hasScp(bare) || !bare.answers()
                ? SshProblems.silent(bare.host())
                : SshProblems.noFiles(bare.host(), login, gone.words());
    }
}
