package dev.slipway.gateway.ssh;

import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
        SshHost host = byName.get(name);
        if (host == null) {
            throw StepProblem.of(
                    ProblemCode.SOURCE_UNKNOWN,
                    "no host is named " + name,
                    byName.isEmpty()
                            ? "the operator has configured no host"
                            : "known hosts: " + String.join(", ", byName.keySet()));
        }
        if (!Files.isReadable(host.identityFile())) {
            throw StepProblem.of(ProblemCode.HOST_LOGIN, "the key file of host " + name + " cannot be read");
        }
        Session session = null;
        try {
            session = session(host);
            return open(host, session, cancellation);
        } catch (JSchException e) {
            disconnect(session);
            cancellation.check();
            throw SshProblems.connecting(host, e);
        } catch (RuntimeException | InterruptedException e) {
            disconnect(session);
            throw e;
        }
    }

    private Session session(SshHost host) throws JSchException {
        JSch jsch = new JSch();
        jsch.setKnownHosts(host.knownHostsFile().toString());
        jsch.addIdentity(host.identityFile().toString());
        Session session = jsch.getSession(host.user(), host.host(), host.port());
        session.setConfig("StrictHostKeyChecking", "yes");
        session.setConfig("PreferredAuthentications", "publickey");
        session.setServerAliveInterval((int) limits.idleTimeout().toMillis());
        session.setServerAliveCountMax(SIGNS_OF_LIFE);
        session.setDaemonThread(true);
        return session;
    }

    private SftpConnection open(SshHost host, Session session, Cancellation cancellation)
            throws JSchException, InterruptedException {
        int timeout = (int) limits.connectTimeout().toMillis();
        ChannelSftp channel = cancellation.interruptibly(
                () -> {
                    session.connect(timeout);
                    ChannelSftp sftp = (ChannelSftp) session.openChannel("sftp");
                    sftp.connect(timeout);
                    return sftp;
                },
                attempt -> session.disconnect());
        return new SftpConnection(host, session, channel, cancellation.stopBy(attempt -> session.disconnect()));
    }

    private static void disconnect(Session session) {
        if (session != null) {
            session.disconnect();
        }
    }
}
