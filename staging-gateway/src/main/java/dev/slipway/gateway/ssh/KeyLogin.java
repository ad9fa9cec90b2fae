package dev.slipway.gateway.ssh;

import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import java.nio.file.Files;

/** The operator's own user of a host, by the operator's key. */
record KeyLogin(SshHost host) implements HostLogin {
    @Override
    public String user() {
        return host.user();
    }

    @Override
    public ProblemCode refusal() {
        return ProblemCode.HOST_LOGIN;
    }

    @Override
    public void prepare(JSch jsch, Session session) throws JSchException {
        if (!Files.isReadable(host.identityFile())) {
            throw StepProblem.of(ProblemCode.HOST_LOGIN, "the key file of host " + host.name() + " cannot be read");
        }
        jsch.addIdentity(host.identityFile().toString());
        session.setConfig("PreferredAuthentications", "publickey");
    }
}
