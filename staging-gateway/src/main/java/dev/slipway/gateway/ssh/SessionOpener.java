package dev.slipway.gateway.ssh;

import com.jcraft.jsch.Channel;
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
        BrokenLine line = new BrokenLine();
        Session session = session(host, login, line);
        boolean open = false;
        try {
            cancellation.interruptibly(() -> login(host, login, session, line), attempt -> session.disconnect());
            ChannelSftp channel =
                    cancellation.interruptibly(() -> channel(host, login, session), attempt -> session.disconnect());
            open = true;
            RemoteHash hash =
                    new RemoteHash(session, (int) limits.connectTimeout().toMillis());
            return new OpenSession(host, session, channel, hash);
        } catch (ProblemException e) {
            cancellation.check();
            throw e;
        } finally {
            if (!open) {
                session.disconnect();
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
            session.setServerAliveInterval((int) limits.idleTimeout().toMillis());
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
            return session;
        } catch (JSchException e) {
            throw SshProblems.connecting(host, login, e, LoginBegun.in(session), line.seen());
        }
    }

    private ChannelSftp channel(SshHost host, HostLogin login, Session session) {
        int timeout = (int) limits.connectTimeout().toMillis();
        long begun = System.nanoTime();
        try {
            ChannelSftp sftp = (ChannelSftp) session.openChannel("sftp");
            if (sftp == null) {
                // How JSch says that the session broke while the channel was being made.
                throw SshProblems.silent(host);
            }
            sftp.setBulkRequests(REQUESTS_UNDER_WAY);
            sftp.connect(timeout);
            return sftp;
        } catch (JSchException e) {
            boolean waitedOut = System.nanoTime() - begun >= TimeUnit.MILLISECONDS.toNanos(timeout);
            throw waitedOut || !answers(session, timeout)
                    ? SshProblems.silent(host)
                    : SshProblems.noSftp(host, login, e);
        }
    }

    /** Whether the host still answers, without SFTP: the session hears of a broken line later than its channel does. */
    private static boolean answers(Session session, int timeout) {
        try {
            Channel bare = session.openChannel("session");
            if (bare == null) {
                return false;
            }
            bare.connect(timeout);
            bare.disconnect();
            return true;
        } catch (JSchException e) {
            return false;
        }
    }
}
