package dev.slipway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.RunLimits;
import dev.slipway.request.RunPath;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GuardCommandTest {
    private static final Optional<RunIdentity> IDENTITY = Optional.of(new RunIdentity(61000));
    private static final MpirunSettings SETTINGS = settings(Optional.empty());

    private static MpirunSettings settings(Optional<Path> cgroup) {
        return new MpirunSettings(
                Path.of("/usr/bin/slipway-guard"),
                "mpirun.openmpi",
                Path.of("/usr/bin/stream-launch"),
                new ApplicationFolders(List.of(Path.of("/apps"))),
                Optional.of(new RunIdentities(61000, 61009)),
                Duration.ofSeconds(5),
                "here",
                cgroup);
    }

    /** A command of no special kind, because the guard treats all commands alike. */
    private record Words(List<String> argv, List<String> told, List<Path> needs) implements RunCommand {
        @Override
        public byte[] variables() {
            return new byte[0];
        }
    }

    private static final Words COMMAND = new Words(
            List.of("starts", "/scratch/abc/tmp/what"),
            List.of("starts", "what"),
            List.of(Path.of("/apps/a"), Path.of("/apps/b")));

    @Test
    void is_put_around_a_command_with_the_runs_identity_and_all_that_the_command_needs() {
        assertThat(String.join(" ", guard().run(COMMAND, IDENTITY, List.of())))
                .isEqualTo("/usr/bin/slipway-guard run --folder /scratch/abc"
                        + " --stdout /scratch/abc/files/stdout.txt --stderr /scratch/abc/files/stderr.txt"
                        + " --grace 5 --wall-time 600 --folder-bytes 1000000 --folder-entries 10000 --file-size"
                        + " 1000000 --uid 61000 --gid 61000"
                        + " --tmp tmp --needs /apps/a --needs /apps/b --env-stdin --chdir /scratch/abc/files --"
                        + " starts /scratch/abc/tmp/what");
    }

    @Test
    void tells_the_journal_the_limits_and_the_command() {
        assertThat(String.join(" ", guard().told(COMMAND)))
                .isEqualTo("/usr/bin/slipway-guard run --wall-time 600 --folder-bytes 1000000 --folder-entries 10000"
                        + " --file-size 1000000 -- starts what");
    }

    @Test
    void takes_only_the_language_from_the_service() {
        Map<String, String> environment =
                guard().environment(Map.of("PATH", "/root/bin", "LANG", "C.UTF-8", "DATABASE_PASSWORD", "canary"));

        assertThat(environment)
                .containsEntry("PATH", "/usr/local/bin:/usr/bin:/bin")
                .containsEntry("LANG", "C.UTF-8")
                .containsEntry("TMPDIR", "/scratch/abc/tmp")
                .containsEntry("HOME", "/scratch/abc/tmp")
                .containsEntry("SLIPWAY_TOKEN", "abc")
                .containsEntry("SLIPWAY_PROGRESS", "/scratch/abc/tmp/progress.jsonl")
                .containsEntry("OMPI_MCA_pml", "ob1")
                .containsEntry("OMPI_MCA_btl", "self,vader")
                .containsEntry("OMPI_MCA_osc", "^ucx")
                .containsEntry("OMPI_MCA_rmaps_base_oversubscribe", "1")
                .containsEntry("OMPI_MCA_hwloc_base_binding_policy", "none")
                .containsEntry("OMPI_MCA_mpi_yield_when_idle", "1")
                .doesNotContainKey("DATABASE_PASSWORD");
    }

    @Test
    void holds_the_run_to_memory_and_processes_in_a_group_with_a_share_by_its_slots() {
        LaunchRequest request = request().within(new RunLimits(Optional.of(5L), Optional.of(6L), Optional.of(7)));
        RunOrder order = new RunOrder("abc", new RunFolder(Path.of("/scratch/abc")), request, 600, Optional.of(4L));
        MpirunSettings grouped = settings(Optional.of(Path.of("/sys/fs/cgroup/slipway")));

        assertThat(String.join(
                        " ", new GuardCommand(grouped, order, 100L << 30, 409600).run(COMMAND, IDENTITY, List.of())))
                .contains(" --folder-entries 409600 ", " --memory 4 --process-memory 6 --processes 7 ")
                .contains(" --cgroup /sys/fs/cgroup/slipway --cpu-weight 2 ");
        assertThat(new GuardCommand(SETTINGS, order, 1, 1).run(COMMAND, IDENTITY, List.of()))
                .doesNotContain("--cgroup");
    }

    @Test
    void leaves_no_variable_that_the_run_needs_to_a_document() {
        assertThat(guard().environment(Map.of()).keySet()).allSatisfy(name -> assertThat(
                        DocumentWords.obstacle(MpiProgram.of("var-mc", List.of(), Map.of(name, "x"), 2)))
                .hasValueSatisfying(problem -> assertThat(problem.message()).contains(name)));
    }

    private static LaunchRequest request() {
        return LaunchRequest.of(
                MpiProgram.of("var-mc", List.of(), Map.of(), 2), new RunPath("stdout.txt"), new RunPath("stderr.txt"));
    }

    private static GuardCommand guard() {
        RunOrder order = new RunOrder("abc", new RunFolder(Path.of("/scratch/abc")), request(), 600);
        return new GuardCommand(SETTINGS, order, 1_000_000, 10_000);
    }
}
