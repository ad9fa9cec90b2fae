package dev.slipway.gateway.ssh;

import com.jcraft.jsch.Channel;
import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** The operator's hosts, by name. Host keys are checked strictly: nobody is here to be asked. */
public final class SshHosts {
    private static final int SIGNS_OF_LIFE = 3;

    private final Map<String, SshHost> byName = new TreeMap<>();
    private final SshLimits limits;

    /** Connects nowhere yet. */
    public SshHosts(List<SshHost> hosts, SshLimits limits) {
        this.limits = limits;
        for (SshHost host : hosts) {
            if (byName.put(host.name(), host) != null) {
                throw new IllegalArgumentException("two hosts are named " + host.name());
            }
        }
    }

    SftpConnection connect(String name, Cancellation cancellation) throws InterruptedException {
        SshHost host = named(name);
        BrokenLine line = new BrokenLine();
        Session session = session(host, line);
        boolean open = false;
        try {
            cancellation.interruptibly(() -> login(host, session, line), attempt -> session.disconnect());
            ChannelSftp channel =
                    cancellation.interruptibly(() -> channel(host, session), attempt -> session.disconnect());
            open = true;
            return new SftpConnection(host, session, channel, cancellation.stopBy(attempt -> session.disconnect()));
        } catch (ProblemException e) {
            cancellation.check();
            throw e;
        } finally {
            if (!open) {
                session.disconnect();
            }
        }
    }

    /** Whether the host lets us in now and offers SFTP; else what a step there would meet. */
    public Optional<Problem> probe(String name) throws InterruptedException {
        try {
            connect(name, new Cancellation()).close();
            return Optional.empty();
        } catch (ProblemException e) {
            return Optional.of(e.problem());
        }
    }

    private SshHost named(String name) {
        SshHost host = byName.get(name);
        if (host == null) {
            throw new ProblemException(absent(name));
        }
        return host;
    }

    /** The problem of a host that the operator has not named; empty for one that is known. */
    public Optional<Problem> unknown(String name) {
        return byName.containsKey(name) ? Optional.empty() : Optional.of(absent(name));
    }

    private Problem absent(String name) {
        return StepProblem.of(
                        ProblemCode.SOURCE_UNKNOWN,
                        "no host is named " + name,
                        byName.isEmpty()
                                ? "the operator has configured no host"
                                : "known hosts: " + String.join(", ", byName.keySet()))
                .problem();
    }

    private Session session(SshHost host, BrokenLine line) {
        if (!Files.isReadable(host.identityFile())) {
            throw StepProblem.of(ProblemCode.HOST_LOGIN, "the key file of host " + host.name() + " cannot be read");
        }
        try {
            JSch jsch = new JSch();
            jsch.setInstanceLogger(line);
            jsch.setKnownHosts(host.knownHostsFile().toString());
            jsch.addIdentity(host.identityFile().toString());
            Session session = jsch.getSession(host.user(), host.host(), host.port());
            LoginBegun.watch(session);
            session.setConfig("StrictHostKeyChecking", "yes");
            session.setConfig("PreferredAuthentications", "publickey");
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

    private Session login(SshHost host, Session session, BrokenLine line) {
        try {
            session.connect((int) limits.connectTimeout().toMillis());
            return session;
        } catch (JSchException e) {
            throw SshProblems.connecting(host, e, LoginBegun.in(session), line.seen());
        }
    }

    private ChannelSftp channel(SshHost host, Session session) {
        int timeout = (int) limits.connectTimeout().toMillis();
        long begun = System.nanoTime();
        try {
            ChannelSftp sftp = (ChannelSftp) session.openChannel("sftp");
            if (sftp == null) {
                // How JSch says that the session broke while the channel was being made.
                throw SshProblems.silent(host);
            }
            sftp.connect(timeout);
            return sftp;
        } catch (JSchException e) {
            boolean waitedOut = System.nanoTime() - begun >= TimeUnit.MILLISECONDS.toNanos(timeout);
            throw waitedOut || !answers(session, timeout) ? SshProblems.silent(host) : SshProblems.noSftp(host, e);
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
