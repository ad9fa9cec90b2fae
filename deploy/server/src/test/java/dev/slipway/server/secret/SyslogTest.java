package dev.slipway.server.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.journal.ledger.KeptHeads.Head;
import dev.slipway.servers.Await;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the datagrams that a syslog gets for kept heads, over a real socket. */
class SyslogTest {
    private static final Head HEAD = new Head(7, "0a".repeat(32));
    private static final Clock NOW = Clock.fixed(Instant.parse("2026-11-23T01:02:03.456789Z"), ZoneOffset.UTC);

    @TempDir
    Path folder;

    private DatagramSocket socket;

    @BeforeEach
    void listen() throws IOException {
        socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        socket.setSoTimeout((int) Await.PATIENCE.toMillis());
    }

    @AfterEach
    void close() {
        socket.close();
    }

    @Test
    void a_syslog_is_sent_the_line_that_the_file_has_in_the_form_of_rfc_5424() throws IOException {
        Path file = folder.resolve("audit/heads");

        heads(file, "127.0.0.1:" + socket.getLocalPort()).keep(HEAD);

        String line = Files.readString(file).strip();
        assertThat(line).startsWith("7 " + HEAD.hash());
        assertThat(heard())
                .isEqualTo("<109>1 2026-11-23T01:02:03.456Z db-1 slipway "
                        + ProcessHandle.current().pid() + " checkpoint - " + line);
    }

    @Test
    void a_syslog_is_sent_the_line_that_the_file_does_not_take() throws IOException {
        Path file = Files.createDirectories(folder.resolve("audit/heads"));

        assertThatThrownBy(
                        () -> heads(file, "127.0.0.1:" + socket.getLocalPort()).keep(HEAD))
                .isInstanceOf(IOException.class);
        assertThat(heard()).contains(" checkpoint - 7 " + HEAD.hash());
    }

    @Test
    void a_syslog_whose_name_is_unknown_keeps_no_head_from_the_file() throws IOException {
        Path file = folder.resolve("audit/heads");

        heads(file, "nowhere.invalid:514").keep(HEAD);

        assertThat(Files.readString(file)).startsWith("7 " + HEAD.hash());
    }

    private SignedHeads heads(Path file, String syslog) {
        return new SignedHeads(file, new ServiceKeys(folder.resolve("keys")), new Syslog(syslog, "db-1", NOW));
    }

    private String heard() throws IOException {
        DatagramPacket packet = new DatagramPacket(new byte[2048], 2048);
        socket.receive(packet);
        return new String(packet.getData(), 0, packet.getLength(), StandardCharsets.US_ASCII);
    }
}
