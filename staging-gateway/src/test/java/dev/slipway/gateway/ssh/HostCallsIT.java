package dev.slipway.gateway.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.slipway.gateway.SlowLine;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.servers.Await;
import dev.slipway.servers.SshServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs commands on a host with a real sshd. */
@Timeout(300)
class HostCallsIT {
    private static final int MOST = 100_000;

    /** A word with what shells, printf and line-based protocols interpret. */
    private static final String HOSTILE =
            "it's \"$HOME\" `id` $(id) ; & | < > * ? ~ \\ \\n %s %% #SBATCH !! {a,b} \t\r\n é €\n";

    @TempDir
    private Path folder;

    private SshServer server;
    private HostCalls calls;

    @BeforeEach
    void start() {
        server = SshServer.start(folder.resolve("server"));
        calls = new HostCalls(new SshLimits(Await.PATIENCE, Duration.ofSeconds(20)));
    }

    @AfterEach
    void stop() {
        calls.close();
        server.close();
    }

    private SshHost host() {
        return host(server.port(), server.clientKey(), server.knownHosts());
    }

    private SshHost host(int port, Path key, Path knownHosts) {
        return new SshHost(
                "login1",
                "127.0.0.1",
                port,
                server.user(),
                new SshHost.Login.Key(key, Optional.empty()),
                knownHosts,
                false,
                "/");
    }

    private static HostCall call(String input, String... argv) {
        return call(Await.PATIENCE, input, argv);
    }

    private static HostCall call(Duration timeout, String input, String... argv) {
        return new HostCall(List.of(argv), Map.of(), input, timeout, MOST, MOST);
    }

    private HostAnswer answer(HostCall call) throws InterruptedException {
        return calls.answer(host(), call, () -> {});
    }

    private Problem problem(SshHost host, HostCall call) {
        ProblemException thrown =
                catchThrowableOfType(ProblemException.class, () -> calls.answer(host, call, () -> {}));
        assertThat(thrown).as("the call fails").isNotNull();
        return thrown.problem();
    }

    @Test
    void tells_status_output_and_errors() throws Exception {
        HostAnswer answer = answer(call("some input\n", "sh", "-c", "cat; echo no >&2; exit 7"));

        assertThat(answer).isEqualTo(new HostAnswer(7, "some input\n", "no\n"));
    }

    @Test
    void no_character_of_a_word_means_anything_to_a_shell_of_the_host() throws Exception {
        HostAnswer answer = answer(call("", "printf", "<%s>", HOSTILE, "", "-n", "x."));

        assertThat(answer.out()).isEqualTo("<" + HOSTILE + "><><-n><x.>");
    }

    @Test
    void the_input_arrives_as_it_is() throws Exception {
        String input = HOSTILE.repeat(1000);

        assertThat(answer(new HostCall(List.of("cat"), Map.of(), input, Await.PATIENCE, 1 << 20, MOST))
                        .out())
                .isEqualTo(input);
    }

    @Test
    void a_command_gets_its_variables_and_few_of_the_login() throws Exception {
        HostCall call =
                new HostCall(List.of("env"), Map.of("TZ", "UTC", "WORDS", HOSTILE), "", Await.PATIENCE, MOST, MOST);

        String out = answer(call).out();

        assertThat(out)
                .contains("TZ=UTC\n", "WORDS=" + HOSTILE, "PATH=", "HOME=")
                .doesNotContain("SSH_CONNECTION");
    }

    @Test
    void commands_one_after_another_log_in_once() throws Exception {
        for (int i = 0; i < 5; i++) {
            assertThat(answer(call("", "echo", Integer.toString(i))).out()).isEqualTo(i + "\n");
        }

        assertThat(server.logins()).isEqualTo(1);
    }

    @Test
    void commands_at_the_same_time_have_sessions_of_their_own() throws Exception {
        Path door = folder.resolve("door");
        AtomicReference<HostAnswer> waits = new AtomicReference<>();
        AtomicInteger begun = new AtomicInteger();
        Thread other = new Thread(() -> {
            try {
                waits.set(calls.answer(
                        host(),
                        call(
                                "",
                                "sh",
                                "-c",
                                "until [ -e \"$1\" ]; do sleep 0.05; done; echo open",
                                "sh",
                                door.toString()),
                        begun::incrementAndGet));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        other.start();
        Await.until("the other command has begun", () -> begun.get() == 1);

        assertThat(answer(call("", "touch", door.toString())).status()).isZero();

        Await.end(other);
        assertThat(waits.get().out()).isEqualTo("open\n");
    }

    @Test
    void a_command_that_hangs_is_given_up_and_killed_on_the_host() throws Exception {
        Path pid = folder.resolve("pid");
        assertThat(answer(call("", "true")).status()).isZero();

        Problem problem = problem(
                host(),
                call(Duration.ofSeconds(5), "", "sh", "-c", "echo $$ > \"$1\"; sleep 600; :", "sh", pid.toString()));

        assertThat(problem.code()).isEqualTo(ProblemCode.HOST_UNREACHABLE);
        assertThat(problem.message()).isEqualTo("sh on host login1 did not answer within 5 s");
        long hung = Long.parseLong(Files.readString(pid).strip());
        Await.until(
                "the end of the command",
                () -> ProcessHandle.of(hung).filter(ProcessHandle::isAlive).isEmpty());
    }

    @Test
    void an_interrupt_ends_the_wait_for_a_command() throws Exception {
        AtomicInteger begun = new AtomicInteger();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread waits = new Thread(() -> {
            try {
                calls.answer(host(), call("", "sleep", "600"), begun::incrementAndGet);
            } catch (InterruptedException | RuntimeException e) {
                thrown.set(e);
            }
        });
        waits.start();
        Await.until("the command has begun", () -> begun.get() == 1);

        waits.interrupt();
        Await.end(waits);

        assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
    }

    @Test
    void an_endless_answer_is_broken_off() {
        Problem problem = problem(host(), call("", "yes"));

        assertThat(problem.message()).isEqualTo("yes on host login1 answered more than " + MOST + " bytes");
    }

    @Test
    void of_long_errors_the_end_is_kept() throws Exception {
        HostAnswer answer =
                answer(call("", "sh", "-c", "head -c 3000000 /dev/zero | tr '\\0' x >&2; echo last >&2; exit 1"));

        assertThat(answer.status()).isEqualTo(1);
        assertThat(answer.err()).hasSize(MOST).endsWith("xlast\n");
    }

    @Test
    void a_command_that_reads_nothing_holds_up_nobody() throws Exception {
        HostCall call = new HostCall(List.of("true"), Map.of(), "x".repeat(900_000), Await.PATIENCE, MOST, MOST);

        assertThat(answer(call).status()).isZero();
    }

    @Test
    void a_command_that_is_missing_there_ends_as_in_a_shell() throws Exception {
        HostAnswer answer = answer(call("", "no-such-command"));

        assertThat(answer.status()).isEqualTo(127);
        assertThat(answer.err()).contains("no-such-command");
    }

    @Test
    void a_command_without_an_exit_status_has_not_answered() {
        Problem problem = problem(host(), call("", "sh", "-c", "kill -9 $$"));

        assertThat(problem.message()).isEqualTo("sh on host login1 was ended there, and left no exit status");
    }

    @Test
    void a_connection_that_breaks_is_an_outage_and_the_next_command_logs_in_again() throws Exception {
        Path begun = folder.resolve("begun");
        Thread cut = new Thread(() -> {
            Await.until("the command has begun", () -> Files.exists(begun));
            server.killSessions();
        });
        cut.start();

        Problem problem = problem(host(), call("", "sh", "-c", "touch \"$1\"; sleep 600", "sh", begun.toString()));

        Await.end(cut);
        assertThat(problem.code()).isEqualTo(ProblemCode.HOST_UNREACHABLE);
        assertThat(problem.message()).isEqualTo("sh on host login1 did not answer, because the connection broke");
        assertThat(answer(call("", "echo", "again")).out()).isEqualTo("again\n");
    }

    @Test
    void a_host_that_falls_silent_holds_up_nobody_beyond_the_time_of_the_command() throws Exception {
        assertThat(answer(call("", "true")).status()).isZero();
        server.pause();
        try {
            Problem problem = problem(host(), call(Duration.ofSeconds(1), "", "true"));

            assertThat(problem.message()).isEqualTo("true on host login1 did not answer within 1 s");
        } finally {
            server.resume();
        }
    }

    @Test
    void a_host_that_stalls_at_the_login_holds_up_nobody_beyond_the_time_of_the_command() throws IOException {
        try (SlowLine line = new SlowLine(server.port(), 30, false)) {
            Path known = Files.writeString(
                    folder.resolve("known"),
                    Files.readString(server.knownHosts()).replace(":" + server.port(), ":" + line.port()));

            Problem problem =
                    problem(host(line.port(), server.clientKey(), known), call(Duration.ofSeconds(1), "", "true"));

            assertThat(problem.message()).isEqualTo("true on host login1 did not answer within 1 s");
        }
    }

    @Test
    void a_host_that_is_away_refuses_the_key_or_shows_another_key_is_told_apart() throws IOException {
        Path stranger = SshServer.newKey(folder.resolve("stranger"));
        Files.setPosixFilePermissions(stranger, PosixFilePermissions.fromString("rw-------"));
        Path nobodyKnown = Files.createFile(folder.resolve("empty"));
        SshHost refuses = host(server.port(), stranger, server.knownHosts());
        SshHost unknown = host(server.port(), server.clientKey(), nobodyKnown);
        List<ProblemCode> codes = new ArrayList<>();

        codes.add(problem(refuses, call("", "true")).code());
        codes.add(problem(unknown, call("", "true")).code());
        server.close();
        codes.add(problem(host(), call("", "true")).code());

        assertThat(codes).containsExactly(ProblemCode.HOST_LOGIN, ProblemCode.HOST_KEY, ProblemCode.HOST_UNREACHABLE);
    }

    @Test
    void refuses_what_cannot_be_a_command() {
        for (String name : List.of("", "-c", "A=b", "a\0b", "$HOME/x")) {
            assertThatThrownBy(() -> call("", name)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> call("", "echo", "a\0b")).hasMessageContaining("NUL");
        assertThatThrownBy(() -> call("", "echo", "x".repeat(130_000))).hasMessageContaining("echo");
    }
}
