package dev.slipway.run.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.run.ClusterAccounts;
import dev.slipway.run.ClusterHosts;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.OsAccount;
import dev.slipway.run.ServiceIdentity;
import dev.slipway.servers.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs real commands: shell scripts in place of Slurm's. */
@Timeout(60)
class CommandsHereTest {
    private static final int NOBODY = 65_534;

    @TempDir
    Path folder;

    private CommandsHere commands;

    @BeforeEach
    void open() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        commands = new CommandsHere(new ClusterSettings(
                "main",
                Optional.of(Path.of("/etc/slurm/main.conf")),
                Optional.of(folder),
                Duration.ofSeconds(1),
                Duration.ofSeconds(5),
                Map.of(),
                ClusterAccounts.none(),
                ClusterHosts.USUAL));
    }

    private ClusterAnswer answer(String script, String input, Duration timeout, String... arguments) throws Exception {
        Path command = folder.resolve("squeue");
        Files.writeString(command, "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwxr-xr-x"));
        List<String> argv = new ArrayList<>(List.of("squeue"));
        argv.addAll(List.of(arguments));
        return commands.answer(new ClusterCall(argv, input, account(), timeout));
    }

    private static OsAccount account() throws Exception {
        int self = (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        return new OsAccount("somebody", self == 0 ? NOBODY : self, NOBODY);
    }

    @Test
    void tells_status_output_and_errors() throws Exception {
        ClusterAnswer answer =
                answer("cat; echo \"<$1>\"; echo no >&2; exit 7", "some input\n", Duration.ofSeconds(5), "it's $HOME");

        assertThat(answer).isEqualTo(new ClusterAnswer(7, "some input\n<it's $HOME>\n", "no\n"));
    }

    @Test
    void passes_on_slurms_file_and_nothing_of_the_service_and_is_never_root() throws Exception {
        ClusterAnswer answer =
                answer("id -u; env | sort; cat /proc/self/status | grep NoNewPrivs", "", Duration.ofSeconds(5));

        assertThat(answer.out()).startsWith(account().uid() + "\n").contains("SLURM_CONF=/etc/slurm/main.conf\n");
        assertThat(answer.out()).doesNotContain("USER=", "HOME=");
        if (ServiceIdentity.isRoot()) {
            assertThat(answer.out()).contains("NoNewPrivs:\t1");
        }
    }

    @Test
    void a_command_that_hangs_is_killed_with_its_children_and_is_an_outage() throws Exception {
        Path pids = Files.createDirectory(folder.resolve("pids"));
        Files.setPosixFilePermissions(pids, PosixFilePermissions.fromString("rwxrwxrwx"));
        String script = "sleep 600 & echo $! > " + pids + "/child; echo $$ > " + pids + "/parent; wait\n";

        assertThatThrownBy(() -> answer(script, "", Duration.ofSeconds(1)))
                .isInstanceOfSatisfying(ProblemException.class, e -> {
                    assertThat(e.problem().code()).isEqualTo(ProblemCode.CLUSTER_AWAY);
                    assertThat(e.problem().message()).isEqualTo("cluster main: squeue did not answer within 1 s");
                });

        for (String name : List.of("child", "parent")) {
            long pid = Long.parseLong(Files.readString(pids.resolve(name)).strip());
            Await.until(
                    "the end of the " + name,
                    () -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
        }
    }

    @Test
    void a_command_that_reads_nothing_holds_up_nobody() throws Exception {
        ClusterAnswer answer = answer("exit 0", "x".repeat(900_000), Duration.ofSeconds(20));

        assertThat(answer.well()).isTrue();
    }

    @Test
    void an_endless_answer_fills_no_memory_and_is_an_outage() {
        assertThatThrownBy(() -> answer("head -c 30000000 /dev/zero | tr '\\0' x", "", Duration.ofSeconds(20)))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().message()).contains("answered more than 4194304 bytes"));
    }

    @Test
    void of_long_errors_the_end_is_kept() throws Exception {
        ClusterAnswer answer =
                answer("head -c 3000000 /dev/zero | tr '\\0' x >&2; echo last >&2; exit 1", "", Duration.ofSeconds(20));

        assertThat(answer.err()).hasSize(64 << 10).endsWith("last\n");
    }

    @Test
    void a_missing_command_is_an_outage_that_names_it() {
        assertThatThrownBy(() -> commands.answer(
                        new ClusterCall(List.of("sacct"), "", account(), Duration.ofSeconds(5)),
                        new AtomicInteger()::incrementAndGet))
                .satisfies(e -> assertThat(e.getMessage()).contains("cluster main: sacct"));
    }
}
