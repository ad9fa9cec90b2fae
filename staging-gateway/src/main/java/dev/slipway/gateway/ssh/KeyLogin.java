package dev.slipway.gateway.ssh;

import com.jcraft.jsch.Identity;
import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.nio.file.Files;
import java.util.Arrays;

/** A login as the operator's own user of a host, by the operator's key. */
record KeyLogin(SshHost host, SshHost.Login.Key key) implements HostLogin {
    @Override
    public String user() {
        return host.user();
    }

    @Override
    public ProblemCode refusal() {
        return ProblemCode.HOST_LOGIN;
    }

    @Override
    public boolean shared() {
        return true;
    }

    @Override
    public void prepare(JSch jsch, Session session) throws JSchException {
        if (!Files.isReadable(key.identityFile())) {
            throw StepProblem.of(ProblemCode.HOST_LOGIN, "the key file of host " + host.name() + " cannot be read");
        }
        if (key.passphraseFile().isEmpty()) {
            jsch.addIdentity(key.identityFile().toString());
            requireOpen(jsch, "is not given");
        } else {
            open(jsch, SecretLine.read(host, "passphrase", key.passphraseFile().get()));
        }
        session.setConfig("PreferredAuthentications", "publickey");
    }

    private void open(JSch jsch, byte[] passphrase) {
        String wrong = "is another than the one given";
        try {
            jsch.addIdentity(key.identityFile().toString(), passphrase);
            requireOpen(jsch, wrong);
        } catch (JSchException e) {
            throw closed(wrong);
        } finally {
            Arrays.fill(passphrase, (byte) 0);
        }
    }

    private void requireOpen(JSch jsch, String why) {
        for (Identity identity : jsch.getIdentityRepository().getIdentities()) {
            if (identity.isEncrypted()) {
                throw closed(why);
            }
        }
    }

    private ProblemException closed(String why) {
        return StepProblem.of(
                ProblemCode.HOST_LOGIN, "the key file of host " + host.name() + " has a passphrase, which " + why);
    }
}
