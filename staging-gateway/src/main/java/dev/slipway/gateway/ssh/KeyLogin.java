package dev.slipway.gateway.ssh;

import com.jcraft.jsch.Identity;
import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

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
    public boolean shared() {
        return true;
    }

    @Override
    public void prepare(JSch jsch, Session session) throws JSchException {
        if (!Files.isReadable(host.identityFile())) {
            throw StepProblem.of(ProblemCode.HOST_LOGIN, "the key file of host " + host.name() + " cannot be read");
        }
        if (host.passphraseFile().isEmpty()) {
            jsch.addIdentity(host.identityFile().toString());
            requireOpen(jsch, "is not given");
        } else {
            open(jsch, passphrase(host.passphraseFile().get()));
        }
        session.setConfig("PreferredAuthentications", "publickey");
    }

    private void open(JSch jsch, byte[] passphrase) {
        String wrong = "is another than the one given";
        try {
            jsch.addIdentity(host.identityFile().toString(), passphrase);
            requireOpen(jsch, wrong);
        } catch (JSchException e) {
            throw closed(wrong);
        } finally {
            Arrays.fill(passphrase, (byte) 0);
        }
    }

    private void requireOpen(JSch jsch, String why) {
        for (Identity key : jsch.getIdentityRepository().getIdentities()) {
            if (key.isEncrypted()) {
                throw closed(why);
            }
        }
    }

    private ProblemException closed(String why) {
        return StepProblem.of(
                ProblemCode.HOST_LOGIN, "the key file of host " + host.name() + " has a passphrase, which " + why);
    }

    /** The first line. */
    private byte[] passphrase(Path file) {
        try {
            byte[] bytes = Files.readAllBytes(file);
            int end = 0;
            while (end < bytes.length && bytes[end] != '\n' && bytes[end] != '\r') {
                end++;
            }
            byte[] line = Arrays.copyOf(bytes, end);
            Arrays.fill(bytes, (byte) 0);
            return line;
        } catch (IOException e) {
            throw StepProblem.of(
                    ProblemCode.HOST_LOGIN, "the passphrase file of host " + host.name() + " cannot be read");
        }
    }
}
