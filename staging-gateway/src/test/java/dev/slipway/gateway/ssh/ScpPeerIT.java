package dev.slipway.gateway.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.files.FileSettings;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.FilePattern;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.servers.Await;
import dev.slipway.servers.ScriptedSshServer;
import dev.slipway.servers.ScriptedSshServer.Script;
import dev.slipway.servers.SshServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests hosts with an scp that breaks the protocol. Each step soon ends in the expected problem, and no file gets the
 * final name.
 */
@Timeout(300)
class ScpPeerIT {
    private static final String TIMES = "T1700000000 0 1700000000 0\n";

    /** Silence shows soon. */
    private static final GatewayLimits HASTY = limits(Duration.ofMillis(500));

    private static final GatewayLimits PATIENT = limits(Await.PATIENCE);

    @TempDir
    private Path folder;

    private final AtomicInteger besides = new AtomicInteger();

    private static final SshFetch FETCH =
            new SshFetch(new StepHead.In("fetch", 1, new RunPath("in")), "market-data", "/in/curve.csv");
    private static final SshDeliver DELIVER =
            new SshDeliver(new StepHead.Out("deliver", 1, new RunPath("out"), false), "market-data", "/out/curve.csv");

    private static GatewayLimits limits(Duration idle) {
        return new GatewayLimits(SqlLimits.STANDARD, new SshLimits(Await.PATIENCE, idle), FileSettings.STANDARD);
    }

    /** Makes a host with this scp and without sha256sum. The shell of the host reports success for every command. */
    private static Script host(Script scp) {
        return (command, in, out) -> {
            if (command.contains("exec scp ")) {
                scp.run(command, in, out);
            } else if (command.contains("status")) {
                say(out, "\nstatus 0\n");
            }
        };
    }

    private static void say(OutputStream out, String words) throws IOException {
        out.write(words.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    /** Says this, a record for each answer. */
    private static Script saying(String... records) {
        return host((command, in, out) -> {
            for (String record : records) {
                in.read();
                say(out, record);
            }
        });
    }

    private static Script endlessly(String record) {
        return host((command, in, out) -> {
            while (true) {
                say(out, record.repeat(1000));
            }
        });
    }

    private static void drain(InputStream in) throws IOException {
        while (in.read() >= 0) {
            in.skip(in.available());
        }
    }

    private Problem problem(Script script, StagingStep step) throws Exception {
        return problem(PATIENT, script, step);
    }

    private Problem problem(GatewayLimits limits, Script script, StagingStep step) throws Exception {
        try (ScriptedSshServer server = ScriptedSshServer.start(folder.resolve("server"), script);
                GatewayTestBed bed = bed(server, limits)) {
            try {
                bed.moveWithin(1_000_000, step);
                throw new AssertionError("no problem");
            } catch (ProblemException e) {
                assertThat(bed.names()).containsExactly("out");
                return e.problem();
            }
        }
    }

    private GatewayTestBed bed(ScriptedSshServer server, GatewayLimits limits) throws IOException {
        return bed(server, limits, folder);
    }

    private static GatewayTestBed bed(ScriptedSshServer server, GatewayLimits limits, Path folder) throws IOException {
        SshHost host = new SshHost(
                "market-data",
                "127.0.0.1",
                server.port(),
                "slipway",
                new SshHost.Login.Key(SshServer.newKey(folder.resolve("key")), Optional.empty()),
                server.knownHosts(),
                false,
                "/");
        GatewayTestBed bed = GatewayTestBed.on(List.of(), List.of(host), folder, limits);
        bed.write("out", "some bytes");
        return bed;
    }

    /** Keeps ten bytes of any file. @param stored the answer after these bytes; @param mv replaces the rename */
    private static Script target(Stored stored, Script mv) {
        Script scp = (command, in, out) -> {
            if (command.contains("scp -t")) {
                say(out, "\0\0");
                in.readNBytes(("C0666 10 " + name(command) + "\n").length() + 11);
                stored.at();
                say(out, "\0");
                drain(in);
            } else {
                saying(TIMES, "C0644 10 " + name(command) + "\n").run(command, in, out);
            }
        };
        return (command, in, out) -> (command.contains("mv -f") ? mv : host(scp)).run(command, in, out);
    }

    private interface Stored {
        void at() throws IOException;
    }

    private static String name(String command) {
        return command.replaceFirst("(?s).*'/out/([^']+)'", "$1");
    }

    /**
     * Returns when a client that began to wait later, with the same limits, has given up. The silence thus lasts longer
     * than {@link #HASTY} waits.
     */
    private void silence() throws IOException {
        Path beside = Files.createDirectory(folder.resolve("beside " + besides.incrementAndGet()));
        try (ScriptedSshServer server = ScriptedSshServer.start(beside.resolve("server"), silent());
                GatewayTestBed bed = bed(server, HASTY, beside)) {
            bed.move(FETCH);
            throw new AssertionError("nobody gave up");
        } catch (ProblemException e) {
            assertThat(e.problem().code()).isEqualTo(ProblemCode.STEP_STALLED);
        } catch (InterruptedException e) {
            throw new InterruptedIOException();
        }
    }

    /** Falls silent from the moment when the bytes of a file should come, or should be taken. */
    private static Script silent() {
        return host((command, in, out) -> {
            if (command.contains("scp -p -f")) {
                in.read();
                say(out, TIMES);
            }
            drain(in);
        });
    }

    static Stream<Arguments> sources() {
        return Stream.of(
                Arguments.of("a folder", saying("D0755 0 curve.csv\n"), "times should stand"),
                Arguments.of("a folder after its times", saying(TIMES, "D0755 0 curve.csv\n"), "one file should come"),
                Arguments.of("no times", saying("C0644 5 curve.csv\n", "12345\0"), "times should stand"),
                Arguments.of("another name", saying(TIMES, "C0644 5 other.csv\n", "12345\0"), "other.csv"),
                Arguments.of("a way out", saying(TIMES, "C0644 5 ../curve.csv\n", "12345\0"), "../curve.csv"),
                Arguments.of("fewer than none", saying(TIMES, "C0644 -5 curve.csv\n", ""), "one file should come"),
                Arguments.of(
                        "more than there can be",
                        saying(TIMES, "C0644 99999999999999999999 curve.csv\n", ""),
                        "one file should come"),
                Arguments.of("no permissions", saying(TIMES, "C9999 5 curve.csv\n", ""), "one file should come"),
                Arguments.of("fewer bytes than it said", saying(TIMES, "C0644 5 curve.csv\n", "123"), "in the middle"),
                Arguments.of(
                        "more bytes than it said", saying(TIMES, "C0644 5 curve.csv\n", "1234567\0"), "out of turn"),
                Arguments.of("more files", saying(TIMES, "C0644 5 curve.csv\n", "12345\0", TIMES), "out of turn"),
                Arguments.of("no after all", saying(TIMES, "C0644 5 curve.csv\n", "12345\1torn\n"), "torn"),
                Arguments.of("no", saying("\1scp: gone\n"), "scp: gone"),
                Arguments.of("a banner", saying("Welcome to md1!\n"), "Welcome to md1!"),
                Arguments.of("errors without an end", endlessly("\1no\n"), "no"),
                Arguments.of("an error without an end", endlessly("\1no"), "line without an end"),
                Arguments.of("nothing and is gone", host((command, in, out) -> {}), "scp ended"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sources")
    void a_source_that_sends(String what, Script script, String words) throws Exception {
        Problem problem = problem(script, FETCH);

        assertThat(problem.code()).isEqualTo(ProblemCode.REMOTE_FILE);
        assertThat(problem.message()).contains("host market-data").contains("/in/curve.csv");
        assertThat(problem.detail()).contains(words);
    }

    @Test
    void a_source_that_sends_more_than_the_job_may_have_is_cut_off() throws Exception {
        Script vast = host((command, in, out) -> {
            in.read();
            say(out, TIMES);
            in.read();
            say(out, "C0644 999999999999999999 curve.csv\n");
            while (true) {
                say(out, "x".repeat(10_000));
            }
        });

        assertThat(problem(vast, FETCH).code()).isEqualTo(ProblemCode.RUN_QUOTA);
    }

    @Test
    void an_scp_that_says_nothing_is_broken_off_both_ways() throws Exception {
        for (StagingStep step : List.of(FETCH, DELIVER)) {
            Problem problem = problem(HASTY, silent(), step);

            assertThat(problem.code()).isEqualTo(ProblemCode.STEP_STALLED);
            assertThat(problem.message()).contains("host market-data said nothing");
        }
    }

    @Test
    void a_host_whose_disks_take_their_time_is_waited_for_both_ways() throws Exception {
        AtomicBoolean late = new AtomicBoolean(true);
        Script slow = host((command, in, out) -> {
            if (late.getAndSet(false)) {
                silence();
            }
            saying(TIMES, "C0644 5 curve.csv\n", "12345\0").run(command, in, out);
        });
        try (ScriptedSshServer source = ScriptedSshServer.start(folder.resolve("server"), slow);
                GatewayTestBed bed = bed(source, HASTY)) {
            assertThat(bed.move(FETCH).bytes()).isEqualTo(5);
        }
        Script slower = target(this::silence, (command, in, out) -> say(out, "\nstatus 0\n"));
        try (ScriptedSshServer target = ScriptedSshServer.start(folder.resolve("target"), slower);
                GatewayTestBed bed = bed(target, HASTY)) {
            assertThat(bed.move(DELIVER).bytes()).isEqualTo(10);
        }
    }

    @Test
    void a_shell_that_does_not_say_what_it_has_done_is_an_outage() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        try {
            Script silent = target(() -> {}, (command, in, out) -> await(over));
            assertThat(problem(HASTY, silent, DELIVER).code()).isEqualTo(ProblemCode.STEP_STALLED);
        } finally {
            over.countDown();
        }
    }

    private static void await(CountDownLatch over) throws IOException {
        try {
            over.await();
        } catch (InterruptedException e) {
            throw new InterruptedIOException();
        }
    }

    @Test
    void an_scp_that_dies_while_it_takes_a_file_is_told_as_such() throws Exception {
        Script dying = host((command, in, out) -> {
            say(out, "\0\0");
            throw new IOException("Killed");
        });
        Problem problem = problem(dying, DELIVER);

        assertThat(problem.code()).isEqualTo(ProblemCode.REMOTE_FILE);
        assertThat(problem.message()).isEqualTo("host market-data cannot move /out/curve.csv");
        assertThat(problem.detail()).contains("scp ").contains("Killed");
    }

    @Test
    void a_host_that_refuses_sftp_for_a_while_is_asked_again_by_the_next_step() throws Exception {
        Path remote = Files.createDirectories(folder.resolve("remote"));
        Files.writeString(remote.resolve("a"), "a");
        SshFetch all = new SshFetch(
                new StepHead.In("all", 1, new RunPath("all")),
                "market-data",
                remote.toString(),
                Optional.empty(),
                Optional.of(FilePattern.ALL),
                false);
        Script script = saying(TIMES, "C0644 5 curve.csv\n", "12345\0");
        try (ScriptedSshServer server = ScriptedSshServer.start(folder.resolve("server"), script);
                GatewayTestBed bed = bed(server, PATIENT)) {
            assertThat(bed.move(FETCH).bytes()).isEqualTo(5);
            server.offerSftp();
            bed.move(all);

            assertThat(bed.runFolder.resolve("all/a")).hasContent("a");
        }
    }

    @Test
    void a_target_that_says_yes_and_keeps_less_gets_no_name() throws Exception {
        Script forgetful = host((command, in, out) -> {
            if (command.contains("scp -t")) {
                say(out, "\0\0\0");
                drain(in);
            } else {
                saying(TIMES, "C0644 3 " + name(command) + "\n").run(command, in, out);
            }
        });
        Problem problem = problem(forgetful, DELIVER);

        assertThat(problem.code()).isEqualTo(ProblemCode.REMOTE_FILE);
        assertThat(problem.message()).isEqualTo("host market-data kept 3 of 10 bytes of out");
    }

    @Test
    void a_target_that_says_no_is_believed() throws Exception {
        for (String no : List.of("\1scp: denied\n", "\0\1scp: denied\n", "\0\0\2scp: denied\n")) {
            Script refusing = host((command, in, out) -> {
                say(out, no);
                drain(in);
            });
            Problem problem = problem(refusing, DELIVER);

            assertThat(problem.code()).as(no).isEqualTo(ProblemCode.REMOTE_FILE);
            assertThat(problem.message()).isEqualTo("host market-data cannot move /out/curve.csv");
            assertThat(problem.detail()).contains("scp: denied");
        }
    }

    @Test
    void a_disk_that_the_file_itself_fills_is_an_outage_and_the_file_gives_its_space_back() throws Exception {
        AtomicBoolean part = new AtomicBoolean();
        Script small = (command, in, out) -> {
            if (command.contains("exec scp -t")) {
                part.set(true);
                say(out, "\0\0\1scp: No space left on device\n");
                drain(in);
            } else if (command.contains("rm -f")) {
                part.set(false);
                say(out, "\nstatus 0\n");
            } else if (command.contains("df -Pk")) {
                say(out, "/dev/md0 9000 4000 " + (part.get() ? 0 : 5000) + " 50% /out\n\nstatus 0\n");
            } else if (command.contains("status")) {
                say(out, "\nstatus 0\n");
            }
        };
        Problem problem = problem(small, DELIVER);

        assertThat(problem.code()).isEqualTo(ProblemCode.STORAGE_FULL);
        assertThat(problem.message()).isEqualTo("host market-data has no space for /out/curve.csv");
        assertThat(part).isFalse();
    }
}
