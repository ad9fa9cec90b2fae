package dev.slipway.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SshServerTest {
    @TempDir
    Path folder;

    @Test
    void hands_a_file_to_an_sftp_client_that_knows_its_key() throws Exception {
        Path file = Files.writeString(folder.resolve("curve.csv"), "tenor_years,zero_rate\n1,0.04\n");

        try (SshServer server = SshServer.start(folder.resolve("sshd"))) {
            Path copy = folder.resolve("copy.csv");
            int status = sftp(server, server.knownHosts(), file, copy);

            assertThat(status).as(server.log()).isZero();
            assertThat(copy).hasSameTextualContentAs(file);
        }
    }

    @Test
    void is_refused_by_a_client_that_does_not_know_its_key() throws Exception {
        Path file = Files.writeString(folder.resolve("a"), "a");
        Path empty = Files.createFile(folder.resolve("no_hosts"));

        try (SshServer server = SshServer.start(folder.resolve("sshd"))) {
            assertThat(sftp(server, empty, file, folder.resolve("b"))).isNotZero();
        }
    }

    @Test
    void is_gone_when_closed_and_starts_again_with_its_keys() throws Exception {
        SshServer first = SshServer.start(folder.resolve("sshd"));
        byte[] key = Files.readAllBytes(first.clientKey());
        first.close();

        assertThat(answers(first.port())).isFalse();

        try (SshServer second = SshServer.start(folder.resolve("sshd"))) {
            assertThat(answers(second.port())).isTrue();
            assertThat(second.clientKey()).hasBinaryContent(key);
        }
    }

    private static boolean answers(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static int sftp(SshServer server, Path knownHosts, Path from, Path to) throws Exception {
        List<String> command = new ArrayList<>(
                List.of("sftp", "-F", "none", "-i", server.clientKey().toString()));
        command.addAll(List.of("-P", Integer.toString(server.port()), "-o", "BatchMode=yes"));
        command.addAll(List.of("-o", "StrictHostKeyChecking=yes", "-o", "UserKnownHostsFile=" + knownHosts));
        command.addAll(List.of("-o", "GlobalKnownHostsFile=/dev/null", server.user() + "@127.0.0.1:" + from));
        command.add(to.toString());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        Await.output(process).lines().forEach(System.out::println);
        return process.waitFor();
    }
}
