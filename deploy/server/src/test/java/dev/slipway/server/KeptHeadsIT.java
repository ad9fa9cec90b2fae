package dev.slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.servers.Await;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests the file of kept heads beside a whole service. */
class KeptHeadsIT {
    private static final String DOCUMENT = """
            <jsdl:JobDefinition xmlns:jsdl="http://schemas.ggf.org/jsdl/2005/11/jsdl"
                xmlns:posix="http://schemas.ggf.org/jsdl/2005/11/jsdl-posix">
              <jsdl:JobDescription><jsdl:Application><posix:POSIXApplication>
                <posix:Executable>hello</posix:Executable>
              </posix:POSIXApplication></jsdl:Application></jsdl:JobDescription>
            </jsdl:JobDefinition>
            """;

    @Test
    void a_checkpoint_is_signed_into_a_file_beside_the_store_and_verified_against_it() throws Exception {
        try (DatagramSocket syslog = new DatagramSocket(0, InetAddress.getLoopbackAddress());
                WholeService service =
                        new WholeService("  audit: { syslog: \"127.0.0.1:" + syslog.getLocalPort() + "\" }")) {
            service.program("hello");
            service.start();
            String submitted = call(
                    service,
                    "<s:submit><s:document>"
                            + Base64.getEncoder().encodeToString(DOCUMENT.getBytes(StandardCharsets.UTF_8))
                            + "</s:document></s:submit>");
            Matcher token = Pattern.compile("token>([0-9a-z]{32})<").matcher(submitted);
            assertThat(token.find()).as(submitted).isTrue();
            call(service, "<s:auditExport><s:token>" + token.group(1) + "</s:token></s:auditExport>");
            Path heads = service.home().resolve("data/audit/heads");

            String kept = Files.readString(heads);
            assertThat(kept).matches("(\\d+ [0-9a-f]{64} [0-9a-f]{16} [A-Za-z0-9_-]{86}\n)+");
            String line = kept.substring(0, kept.indexOf('\n'));
            assertThat(heard(syslog)).startsWith("<109>1 ").endsWith(" checkpoint - " + line);
            assertThat(call(service, "<s:auditVerify/>"))
                    .contains("auditVerifyResponse")
                    .doesNotContain("finding>");
            Files.writeString(heads, kept.replaceFirst(" [0-9a-f]{64} ", " " + "0".repeat(64) + " "));
            assertThat(call(service, "<s:auditVerify/>")).contains("is not signed by an audit key of this service");
        }
    }

    private static String heard(DatagramSocket syslog) throws IOException {
        syslog.setSoTimeout((int) Await.PATIENCE.toMillis());
        DatagramPacket packet = new DatagramPacket(new byte[2048], 2048);
        syslog.receive(packet);
        return new String(packet.getData(), 0, packet.getLength(), StandardCharsets.UTF_8);
    }

    private static String call(WholeService service, String body) throws Exception {
        return service.call("operator", service.password(), body).body();
    }
}
