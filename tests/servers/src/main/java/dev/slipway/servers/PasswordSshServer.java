package dev.slipway.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.file.virtualfs.VirtualFileSystemFactory;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.auth.keyboard.DefaultKeyboardInteractiveAuthenticator;
import org.apache.sshd.server.auth.keyboard.UserAuthKeyboardInteractiveFactory;
import org.apache.sshd.server.auth.password.UserAuthPasswordFactory;
import org.apache.sshd.server.keyprovider.SimpleGeneratorHostKeyProvider;
import org.apache.sshd.sftp.server.SftpSubsystemFactory;

/**
 * Runs an ssh server in this JVM that lets one user in by a password. A real sshd can do that only as root and with the
 * user's shadow entry. The server offers SFTP below a folder of its own.
 */
public final class PasswordSshServer implements AutoCloseable {
    private final SshServer server;
    private final Path folder;
    private final List<String> attempts = new CopyOnWriteArrayList<>();
    private volatile Runnable asked = () -> {};

    /** Says how the server asks for the password. */
    public enum Way {
        /** RFC 4252, section 8. */
        PASSWORD,
        /** RFC 4256, by the prompt of OpenSSH. */
        KEYBOARD_INTERACTIVE,
        /** RFC 4256, in other words. */
        KEYBOARD_INTERACTIVE_IN_OTHER_WORDS
    }

    private PasswordSshServer(SshServer server, Path folder) {
        this.server = server;
        this.folder = folder;
    }

    /** Starts a server on a free loopback port. {@code folder} takes the key, known_hosts and files. */
    public static PasswordSshServer start(Path folder, Way way, String user, String password) {
        try {
            SshServer server = SshServer.setUpDefaultServer();
            PasswordSshServer started = new PasswordSshServer(server, folder);
            Files.createDirectories(started.files());
            server.setHost("127.0.0.1");
            server.setPort(0);
            SimpleGeneratorHostKeyProvider keys = new SimpleGeneratorHostKeyProvider(folder.resolve("host"));
            keys.setAlgorithm(KeyUtils.EC_ALGORITHM);
            server.setKeyPairProvider(keys);
            server.setSubsystemFactories(List.of(new SftpSubsystemFactory()));
            server.setFileSystemFactory(new VirtualFileSystemFactory(started.files()));
            server.setPasswordAuthenticator((name, given, session) -> {
                started.attempts.add(name);
                started.asked.run();
                return name.equals(user) && given.equals(password);
            });
            if (way == Way.PASSWORD) {
                server.setUserAuthFactories(List.of(UserAuthPasswordFactory.INSTANCE));
            } else {
                server.setUserAuthFactories(List.of(UserAuthKeyboardInteractiveFactory.INSTANCE));
                server.setKeyboardInteractiveAuthenticator(DefaultKeyboardInteractiveAuthenticator.INSTANCE);
            }
            if (way == Way.KEYBOARD_INTERACTIVE_IN_OTHER_WORDS) {
                CoreModuleProperties.KB_SERVER_INTERACTIVE_PROMPT.set(server, "Kennwort? ");
            }
            server.start();
            PublicKey key = keys.loadKeys(null).iterator().next().getPublic();
            Files.writeString(
                    started.knownHosts(),
                    "[127.0.0.1]:" + server.getPort() + " " + PublicKeyEntry.toString(key) + "\n");
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start an ssh server in " + folder, e);
        }
    }

    public int port() {
        return server.getPort();
    }

    /** Returns a known_hosts file with this server's key. */
    public Path knownHosts() {
        return folder.resolve("known_hosts");
    }

    /** Returns the folder that clients see as {@code /}. */
    public Path files() {
        return folder.resolve("files");
    }

    /** Returns the users that sent a password so far, whether let in or not. */
    public List<String> attempts() {
        return List.copyOf(attempts);
    }

    /** Sets the action that runs when a password has arrived, before the server answers. */
    public void whenAsked(Runnable look) {
        asked = look;
    }

    @Override
    public void close() {
        try {
            server.stop(true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
