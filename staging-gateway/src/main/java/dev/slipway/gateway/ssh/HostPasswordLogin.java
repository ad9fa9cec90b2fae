package dev.slipway.gateway.ssh;

import com.jcraft.jsch.JSch;
import com.jcraft.jsch.Session;
import com.jcraft.jsch.UIKeyboardInteractive;
import com.jcraft.jsch.UserInfo;
import dev.slipway.problem.ProblemCode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Logs in to a host as a user with a password: the sealed password of a document, or the operator's own. No key is
 * offered beside the password, since the login must not succeed as another user. JSch overwrites its own copy of the
 * password. Only an answer to a question passes through a text that cannot be overwritten.
 */
final class HostPasswordLogin implements HostLogin {
    private final String user;
    private final byte[] password;
    private final boolean operators;

    private HostPasswordLogin(String user, byte[] password, boolean operators) {
        this.user = user;
        this.password = password;
        this.operators = operators;
    }

    /** @param password in UTF-8; overwritten when this closes */
    static HostPasswordLogin ofDocument(String user, byte[] password) {
        return new HostPasswordLogin(user, password, false);
    }

    /** Returns a login by the operator's password, read from its file now. */
    static HostPasswordLogin ofOperator(SshHost host, SshHost.Login.Password login) {
        return new HostPasswordLogin(host.user(), SecretLine.read(host, "password", login.passwordFile()), true);
    }

    @Override
    public String user() {
        return user;
    }

    @Override
    public ProblemCode refusal() {
        return operators ? ProblemCode.HOST_LOGIN : ProblemCode.CREDENTIAL_REFUSED;
    }

    /**
     * A session by a sealed password serves only the step for which the password was sealed, and ends with the step.
     */
    @Override
    public boolean shared() {
        return operators;
    }

    @Override
    public void prepare(JSch jsch, Session session) {
        session.setPassword(password);
        session.setUserInfo(new OneAnswer());
        session.setConfig("PreferredAuthentications", "password,keyboard-interactive");
    }

    @Override
    public void close() {
        Arrays.fill(password, (byte) 0);
    }

    /**
     * Answers one hidden question of a host, once. Any other question ends the login, since no user is there to answer.
     */
    private final class OneAnswer implements UserInfo, UIKeyboardInteractive {
        private boolean answered;

        @Override
        public String[] promptKeyboardInteractive(
                String destination, String name, String instruction, String[] prompt, boolean[] echo) {
            if (prompt.length == 0) {
                return new String[0];
            }
            // JSch uses this name to ask for a new password when the host wants the password changed.
            if (answered || prompt.length > 1 || echo[0] || "Password Change Required".equals(name)) {
                return null;
            }
            answered = true;
            return new String[] {new String(password, StandardCharsets.UTF_8)};
        }

        @Override
        public String getPassphrase() {
            return null;
        }

        @Override
        public String getPassword() {
            return null;
        }

        @Override
        public boolean promptPassword(String message) {
            return false;
        }

        @Override
        public boolean promptPassphrase(String message) {
            return false;
        }

        @Override
        public boolean promptYesNo(String message) {
            return false;
        }

        @Override
        public void showMessage(String message) {
            // A host's banner is for people.
        }
    }
}
