package dev.slipway.gateway.ssh;

import com.jcraft.jsch.JSch;
import com.jcraft.jsch.Session;
import com.jcraft.jsch.UIKeyboardInteractive;
import com.jcraft.jsch.UserInfo;
import dev.slipway.problem.ProblemCode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A user by a password: one that a document names, by what it holds sealed, or the operator's own. No key is offered beside it: the login
 * shall not succeed as anybody else's. JSch overwrites its own copy; only an answer to a question passes through a text that nobody can overwrite.
 */
final class PasswordLogin implements HostLogin {
    private final String user;
    private final byte[] password;
    private final boolean operators;

    private PasswordLogin(String user, byte[] password, boolean operators) {
        this.user = user;
        this.password = password;
        this.operators = operators;
    }

    /** @param password in UTF-8; overwritten when this closes */
    static PasswordLogin ofDocument(String user, byte[] password) {
        return new PasswordLogin(user, password, false);
    }

    /** By the password as it stands in its file now. */
    static PasswordLogin ofOperator(SshHost host, SshHost.Login.Password login) {
        return new PasswordLogin(host.user(), SecretLine.read(host, "password", login.passwordFile()), true);
    }

    @Override
    public String user() {
        return user;
    }

    @Override
    public ProblemCode refusal() {
        return operators ? ProblemCode.HOST_LOGIN : ProblemCode.CREDENTIAL_REFUSED;
    }

    /** Nobody profits from a sealed password but the step that it was sealed for, and none outlives the step. */
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

    /** Answers one hidden question of a host, once; any other question ends the login, for nobody is here to be asked. */
    private final class OneAnswer implements UserInfo, UIKeyboardInteractive {
        private boolean answered;

        @Override
        public String[] promptKeyboardInteractive(
                String destination, String name, String instruction, String[] prompt, boolean[] echo) {
            if (prompt.length == 0) {
                return new String[0];
            }
            // JSch asks by this name for a new password when the host wants it changed.
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
