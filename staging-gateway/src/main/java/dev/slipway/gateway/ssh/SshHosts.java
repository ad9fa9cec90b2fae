package dev.slipway.gateway.ssh;

import com.jcraft.jsch.Channel;
import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.Named;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Credential;
import dev.slipway.request.StagingStep;
import dev.slipway.secret.SecretUse;
import dev.slipway.secret.Secrets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** The operator's hosts, by name. Host keys are checked strictly: nobody is here to be asked. */
public final class SshHosts {
    private static final int SIGNS_OF_LIFE = 3;

    private final Named<SshHost> byName;
    private final SshLimits limits;
    private final Secrets secrets;

    /**
     * Connects nowhere yet.
     *
     * @param secrets opens the passwords of documents, each only when a step connects
     */
    public SshHosts(List<SshHost> hosts, SshLimits limits, Secrets secrets) {
        this.limits = limits;
        this.secrets = secrets;
        byName = new Named<>("host", hosts, SshHost::name);
    }

    /** For one step, by the operator's user or by the one that the step names. */
    SftpConnection connect(StagingStep step, String owner, Cancellation cancellation) throws InterruptedException {
        SshHost host = byName.require(step.place());
        try (HostLogin login = login(host, step.credential(), owner)) {
            return connect(host, login, cancellation);
        }
    }

    /** Why no job of {@code owner} can ever log in for this step. */
    public Optional<Problem> obstacle(StagingStep step, String owner) {
        if (step.credential().isEmpty()) {
            return Optional.empty();
        }
        try {
            login(byName.require(step.place()), step.credential(), owner).close();
            return Optional.empty();
        } catch (ProblemException e) {
            return Optional.of(e.problem());
        }
    }

    private HostLogin login(SshHost host, Optional<Credential> credential, String owner) {
        if (credential.isEmpty()) {
            return new KeyLogin(host);
        }
        String user = credential.get().user();
        if (!host.documentCredentials()) {
            throw StepProblem.of(
                    ProblemCode.CREDENTIAL_CLOSED,
                    "host " + host.name() + " takes no users of documents, but is to let " + user + " in");
        }
        byte[] password = secrets.open(credential.get().sealed(), new SecretUse(owner, host.name(), user));
        return new PasswordLogin(user, password);
    }

    private SftpConnection connect(SshHost host, HostLogin login, Cancellation cancellation)
            throws InterruptedException {
        BrokenLine line = new BrokenLine();
        Session session = session(host, login, line);
        boolean open = false;
        try {
            cancellation.interruptibly(() -> login(host, login, session, line), attempt -> session.disconnect());
            ChannelSftp channel =
                    cancellation.interruptibly(() -> channel(host, login, session), attempt -> session.disconnect());
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

    /** Whether the host lets the operator's user in now and offers SFTP; else what a step there would meet. */
    public Optional<Problem> probe(String name) throws InterruptedException {
        try {
            SshHost host = byName.require(name);
            connect(host, new KeyLogin(host), new Cancellation()).close();
            return Optional.empty();
        } catch (ProblemException e) {
            return Optional.of(e.problem());
        }
    }

    /** The problem of a host that the operator has not named, with those names that are {@code tellable}; empty for one that is known. */
    public Optional<Problem> unknown(String name, Predicate<String> tellable) {
        return byName.unknown(name, tellable);
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
