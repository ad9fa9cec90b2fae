package dev.slipway.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.problem.ProblemException;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.RunPath;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MpirunCommandTest {
    private static final Path PROGRAM = Path.of("/apps/var-mc");

    @Test
    void passes_arguments_one_by_one() {
        assertThat(command(Map.of()).mpirun(PROGRAM))
                .containsExactly(
                        "mpirun.openmpi",
                        "-n",
                        "2",
                        "-x",
                        "SLIPWAY_PROGRESS",
                        "-x",
                        "SLIPWAY_TOKEN",
                        "/apps/var-mc",
                        "--positions",
                        "a b; rm -rf *");
    }

    @Test
    void puts_the_guard_around_it_with_the_runs_identity() {
        assertThat(String.join(" ", command(Map.of()).guard(PROGRAM)))
                .isEqualTo("/usr/bin/slipway-guard run --folder /scratch/abc"
                        + " --stdout /scratch/abc/files/stdout.txt --stderr /scratch/abc/files/stderr.txt"
                        + " --wall-time 600 --grace 5 --uid 65534 --gid 65533 --chdir /scratch/abc/files --"
                        + " mpirun.openmpi -n 2 -x SLIPWAY_PROGRESS -x SLIPWAY_TOKEN /apps/var-mc --positions"
                        + " a b; rm -rf *");
    }

    @Test
    void keeps_the_documents_variables_from_the_guard_and_from_what_the_run_needs() {
        Map<String, String> document = new LinkedHashMap<>();
        document.put("LD_PRELOAD", "/tmp/evil.so");
        document.put("HOME", "/root");
        MpirunCommand command = command(document);

        assertThat(command.environment(Map.of())).doesNotContainKey("LD_PRELOAD");
        assertThat(command.guard(PROGRAM))
                .containsSubsequence("--", "/usr/bin/env", "LD_PRELOAD=/tmp/evil.so", "mpirun.openmpi")
                .noneMatch(word -> word.startsWith("HOME="));
        assertThat(command.mpirun(PROGRAM)).containsSubsequence("-x", "LD_PRELOAD");
    }

    @Test
    void refuses_a_variable_that_env_would_take_for_an_option() {
        assertThatThrownBy(() -> command(Map.of("-S", "sh")).guard(PROGRAM)).isInstanceOf(ProblemException.class);
    }

    @Test
    void takes_only_path_and_language_from_the_service() {
        Map<String, String> environment =
                command(Map.of()).environment(Map.of("PATH", "/bin", "LANG", "C.UTF-8", "DATABASE_PASSWORD", "canary"));

        assertThat(environment)
                .containsEntry("PATH", "/bin")
                .containsEntry("LANG", "C.UTF-8")
                .containsEntry("TMPDIR", "/scratch/abc/tmp")
                .containsEntry("HOME", "/scratch/abc/tmp")
                .containsEntry("SLIPWAY_TOKEN", "abc")
                .containsEntry("SLIPWAY_PROGRESS", "/scratch/abc/tmp/progress.jsonl")
                .containsEntry("OMPI_MCA_pml", "ob1")
                .containsEntry("OMPI_MCA_btl", "self,vader")
                .containsEntry("OMPI_MCA_rmaps_base_oversubscribe", "1")
                .containsEntry("OMPI_MCA_hwloc_base_binding_policy", "none")
                .containsEntry("OMPI_MCA_mpi_yield_when_idle", "1")
                .doesNotContainKey("DATABASE_PASSWORD");
    }

    private static MpirunCommand command(Map<String, String> environment) {
        MpirunSettings settings = new MpirunSettings(
                Path.of("/usr/bin/slipway-guard"),
                "mpirun.openmpi",
                List.of(Path.of("/apps")),
                Optional.of(new RunIdentity(65534, 65533)),
                Duration.ofSeconds(5),
                "here");
        LaunchRequest request = new LaunchRequest(
                "var-mc",
                List.of("--positions", "a b; rm -rf *"),
                environment,
                Optional.empty(),
                2,
                new RunPath("stdout.txt"),
                new RunPath("stderr.txt"),
                Optional.empty());
        return new MpirunCommand(settings, new RunOrder("abc", new RunFolder(Path.of("/scratch/abc")), request, 600));
    }
}
