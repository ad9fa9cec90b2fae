package dev.slipway.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.auth.pubkey.AcceptAllPublickeyAuthenticator;
import org.apache.sshd.server.auth.pubkey.UserAuthPublicKeyFactory;
import org.apache.sshd.server.command.AbstractCommandSupport;
import org.apache.sshd.server.keyprovider.SimpleGeneratorHostKeyProvider;
import org.apache.sshd.sftp.server.SftpSubsystemFactory;

/**
 * Runs an ssh server in this JVM that lets every key in, has no subsystem at first, and answers commands by a script of
 * the test.
 */
public final class ScriptedSshServer implements AutoCloseable {
    private final SshServer server;
    private final Path folder;

    /** Runs in place of a command. */
    @FunctionalInterface
    public interface Script {
        /** Runs until the command ends. An exception ends the command too; its message becomes the command's error. */
        void run(String command, InputStream in, OutputStream out) throws IOException;
    }

    private ScriptedSshServer(SshServer server, Path folder) {
        this.server = server;
        this.folder = folder;
    }

    /** Starts a server on a free loopback port. {@code folder} takes the key and known_hosts. */
    public static ScriptedSshServer start(Path folder, Script script) {
        return start(folder, 2 << 20, script);
    }

    /**
     * Starts a server on a free loopback port.
     *
     * @param window bytes that a client may send to a command that does not read them
     */
    public static ScriptedSshServer start(Path folder, long window, Script script) {
        try {
            Files.createDirectories(folder);
            SshServer server = SshServer.setUpDefaultServer();
            server.setHost("127.0.0.1");
            server.setPort(0);
            CoreModuleProperties.WINDOW_SIZE.set(server, window);
            SimpleGeneratorHostKeyProvider keys = new SimpleGeneratorHostKeyProvider(folder.resolve("host"));
            keys.setAlgorithm(KeyUtils.EC_ALGORITHM);
            server.setKeyPairProvider(keys);
            server.setUserAuthFactories(List.of(UserAuthPublicKeyFactory.INSTANCE));
            server.setPublickeyAuthenticator(AcceptAllPublickeyAuthenticator.INSTANCE);
            server.setCommandFactory((channel, command) -> new Running(command, script));
            server.start();
            ScriptedSshServer started = new ScriptedSshServer(server, folder);
            Files.writeString(
                    started.knownHosts(),
                    "[127.0.0.1]:" + server.getPort() + " "
                            + PublicKeyEntry.toString(
                                    keys.loadKeys(null).iterator().next().getPublic()) + "\n");
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start an ssh server in " + folder, e);
        }
    }

    private static final class Running extends AbstractCommandSupport {
        private final Script script;

        Running(String command, Script script) {
            super(command, null);
            this.script = script;
        }

        @Override
        public void run() {
            try {
                script.run(getCommand(), getInputStream(), getOutputStream());
                getOutputStream().flush();
                onExit(0);
            } catch (IOException e) {
                fail(String.valueOf(e.getMessage()));
            }
        }

        private void fail(String words) {
            try {
                getErrorStream().write(words.getBytes(StandardCharsets.UTF_8));
                getErrorStream().flush();
            } catch (IOException e) {
                log.debug("nobody hears how {} failed", this, e);
            }
            onExit(1);
        }
    }

    /** Offers SFTP from now on, for all files that this JVM sees. */
    public void offerSftp() {
        server.setSubsystemFactories(List.of(new SftpSubsystemFactory()));
    }

    public int port() {
        return server.getPort();
    }

    /** Returns a known_hosts file with this server's key. */
    public Path knownHosts() {
        return folder.resolve("known_hosts");
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
