package dev.slipway.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.servers.TestFolders;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests {@code ./slipway exchange serve|load|audit}. */
class ExchangeIT {
    private static final Duration PATIENCE = Duration.ofSeconds(300);
    private static final Map<String, String> BUILT = Map.of("SLIPWAY_BUILT", "yes");

    private Path folder;
    private Path exchange;
    private Process serving;

    @BeforeEach
    void make_a_folder_that_the_databases_user_reaches() throws IOException {
        folder = Files.createTempDirectory(Path.of("/var/tmp"), "slipway-exchange");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        exchange = folder.resolve("exchange");
    }

    @AfterEach
    void end() throws Exception {
        if (serving != null) {
            stop();
        }
        TestFolders.remove(folder);
    }

    @Test
    void what_was_answered_is_there_when_the_folder_is_served_again_and_the_audit_finds_nothing_off() throws Exception {
        serve();
        assertThat(asked("<create><account id=\"1\" balance=\"1000\"/><account id=\"2\" balance=\"0\"/>"
                        + "<symbol sym=\"SPY\"><account id=\"2\">50</account></symbol></create>"))
                .isEqualTo("<results><created id=\"1\"/><created id=\"2\"/><created sym=\"SPY\" id=\"2\"/></results>");
        assertThat(asked("<transactions id=\"2\"><order sym=\"SPY\" amount=\"-50\" limit=\"9.5\"/></transactions>"))
                .contains("<opened", "id=\"1\"");
        assertThat(audit()).endsWith("money_off=0 shares_off=0");

        stop();
        assertThat(programs()).isEmpty();
        assertThat(audit()).as("of a folder that is not served").endsWith("money_off=0 shares_off=0");
        assertThat(programs()).isEmpty();

        serve();
        assertThat(asked("<transactions id=\"1\"><order sym=\"SPY\" amount=\"20\" limit=\"10\"/>"
                        + "<query id=\"1\"/></transactions>"))
                .contains("<open shares=\"30\"/>", "<executed shares=\"20\" price=\"9.5\"");
    }

    @Test
    void a_load_finds_the_server_of_its_folder_and_all_its_answers_are_right() throws Exception {
        serve();

        ShippedCommand load = exchange("load", "--connections", "4", "--requests", "500", "--seconds", "60");

        assertThat(load.answer()).containsPattern("LOAD requests=\\d+ .*wrong=0");
        assertThat(audit()).endsWith("money_off=0 shares_off=0");
    }

    @Test
    void a_folder_that_is_served_is_not_served_twice() throws Exception {
        serve();

        ShippedCommand second = exchange("serve", "--port", "0");

        assertThat(second.exitStatus()).isEqualTo(1);
        assertThat(second.err())
                .contains(
                        "the exchange of " + exchange + " is in use already",
                        "kill " + Files.readString(exchange.resolve("process")).strip());
        assertThat(asked("<create><account id=\"1\" balance=\"1\"/></create>")).contains("<created");
    }

    @Test
    void the_next_call_tidies_up_after_one_that_was_killed() throws Exception {
        serve();
        assertThat(asked("<create><account id=\"1\" balance=\"1\"/></create>")).contains("<created");
        ProcessHandle server = ProcessHandle.of(Long.parseLong(
                        Files.readString(exchange.resolve("process")).strip()))
                .orElseThrow();
        serving.destroyForcibly().waitFor();
        serving = null;
        server.destroyForcibly();
        server.onExit().join();

        assertThat(audit()).startsWith("AUDIT entries=1 ").endsWith("money_off=0 shares_off=0");
        assertThat(programs()).isEmpty();
    }

    @Test
    void a_database_that_was_killed_is_started_again_and_what_waits_for_it_is_answered() throws Exception {
        serve();
        assertThat(asked("<create><account id=\"1\" balance=\"1\"/></create>")).contains("<created");
        ProcessHandle killed = postmaster();
        killed.destroyForcibly();
        killed.onExit().join();

        assertThat(asked("<create><account id=\"2\" balance=\"1\"/></create>"))
                .isEqualTo("<results><created id=\"2\"/></results>");

        assertThat(postmaster().pid()).isNotEqualTo(killed.pid());
        assertThat(said()).contains("PostgreSQL in " + exchange + " has ended and is started again");
        assertThat(audit()).startsWith("AUDIT entries=2 ").endsWith("money_off=0 shares_off=0");
        stop();
        assertThat(programs()).isEmpty();
    }

    @Test
    void a_folder_in_which_others_can_write_is_not_trusted() throws Exception {
        Files.createDirectory(exchange);
        Files.setPosixFilePermissions(exchange, PosixFilePermissions.fromString("rwxrwx--x"));

        for (String verb : List.of("serve", "load", "audit")) {
            assertThat(exchange(verb).err())
                    .as(verb)
                    .contains("can write in the folder " + exchange, "chmod go-w " + exchange);
        }
        assertThat(exchange).isEmptyDirectory();
    }

    @Test
    void a_folder_of_another_user_is_not_trusted() throws Exception {
        Path foreign = anothersFolder();
        String owner = Files.getOwner(foreign).getName();
        List<Path> before = filesOf(foreign);

        for (String verb : List.of("serve", "load", "audit")) {
            assertThat(run("exchange", verb, "--folder", foreign.toString()).err())
                    .as(verb)
                    .contains("the folder " + foreign + " is not yours: " + owner + " owns it");
        }
        assertThat(filesOf(foreign)).isEqualTo(before);
    }

    /** Returns a folder that another user owns: root gives a folder away, and another user finds one of root's. */
    private Path anothersFolder() throws IOException {
        if (!System.getProperty("user.name").equals("root")) {
            return Path.of("/usr");
        }
        Files.createDirectory(exchange);
        return Files.setOwner(
                exchange,
                exchange.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
    }

    private static List<Path> filesOf(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    @Test
    void a_wrong_call_says_what_to_call() {
        assertThat(run("exchange").exitStatus()).isEqualTo(2);
        assertThat(run("exchange", "sell").err()).contains("exchange has no verb 'sell'", "serve load audit");
        assertThat(run("exchange", "serve").err()).contains("exchange serve needs --folder");
        assertThat(exchange("serve", "--port", "70000").err()).contains("'70000' is no port");
        assertThat(exchange("load").err()).contains("nothing is served out of " + exchange);
        assertThat(exchange("audit").err()).contains("there is no exchange in " + exchange);
        assertThat(run("exchange", "--help").answer()).startsWith("slipway exchange serve --folder FOLDER");
        assertThat(run("help", "exchange", "serve").answer()).containsIgnoringCase("slipway");
        assertThat(exchange("serve", "--shared-buffers", "much").err())
                .contains("shared_buffers is 'much': write a whole number and kB, MB or GB");
    }

    private ShippedCommand run(String... words) {
        return ShippedCommand.slipway(BUILT, List.of(words));
    }

    private ShippedCommand exchange(String verb, String... options) {
        List<String> words = new ArrayList<>(List.of("exchange", verb, "--folder", exchange.toString()));
        words.addAll(List.of(options));
        return ShippedCommand.slipway(BUILT, words);
    }

    private String audit() {
        return exchange("audit").answer();
    }

    private void serve() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        ShippedCommand.root().resolve("slipway").toString(),
                        "exchange",
                        "serve",
                        "--folder",
                        exchange.toString(),
                        "--port",
                        "0",
                        "--shared-buffers",
                        "32MB")
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile());
        builder.environment().putAll(BUILT);
        serving = builder.start();
        Installation.await("the exchange is ready", PATIENCE, () -> {
            if (!serving.isAlive()) {
                throw new AssertionError("the exchange ended:\n" + said());
            }
            return said().contains("ready on 127.0.0.1:") && Files.exists(exchange.resolve("port"));
        });
    }

    private void stop() throws InterruptedException {
        serving.destroy();
        assertThat(serving.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(serving.exitValue()).as(said()).isZero();
        serving = null;
    }

    private ProcessHandle postmaster() throws IOException {
        String pid = Files.readAllLines(exchange.resolve("postgres/data/postmaster.pid"))
                .get(0);
        return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    }

    private String said() {
        try {
            return Files.readString(folder.resolve("said"));
        } catch (IOException e) {
            return "";
        }
    }

    /** Returns the server's answer to one document, without the line feed. */
    private String asked(String xml) throws IOException {
        int port = Integer.parseInt(Files.readString(exchange.resolve("port")).strip());
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.getOutputStream().write((xml.length() + "\n" + xml).getBytes(StandardCharsets.UTF_8));
            StringBuilder answer = new StringBuilder();
            for (int read = socket.getInputStream().read();
                    read >= 0 && read != '\n';
                    read = socket.getInputStream().read()) {
                answer.append((char) read);
            }
            return answer.toString();
        }
    }

    /** Returns the servers with the exchange's folder on their command line. */
    private Stream<String> programs() {
        return ProcessHandle.allProcesses()
                .flatMap(process -> process.info().commandLine().stream())
                .filter(line -> line.contains(exchange + "/"));
    }
}
