package dev.slipway.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.problem.ProblemException;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.RunLimits;
import dev.slipway.request.RunPath;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MpirunCommandTest {
    private static final Path PROGRAM = Path.of("/apps/var-mc");
    private static final Optional<RunIdentity> IDENTITY = Optional.of(new RunIdentity(61000));

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
        assertThat(String.join(" ", command(Map.of()).guard(PROGRAM, IDENTITY)))
                .isEqualTo("/usr/bin/slipway-guard run --folder /scratch/abc"
                        + " --stdout /scratch/abc/files/stdout.txt --stderr /scratch/abc/files/stderr.txt"
                        + " --grace 5 --wall-time 600 --folder-bytes 1000000 --folder-entries 10000 --file-size 1000000 --uid 61000 --gid 61000"
                        + " --tmp tmp --needs /apps/var-mc --env-stdin --chdir /scratch/abc/files --"
                        + " mpirun.openmpi -n 2 -x SLIPWAY_PROGRESS -x SLIPWAY_TOKEN /apps/var-mc --positions"
                        + " a b; rm -rf *");
    }

    @Test
    void gives_the_documents_variables_to_the_guard_on_no_command_line() {
        MpirunCommand command = command(Map.of("DESK", "equity"));

        assertThat(command.environment(Map.of())).doesNotContainKey("DESK");
        assertThat(command.variables()).asString(StandardCharsets.UTF_8).isEqualTo("DESK=equity\0");
        assertThat(command.guard(PROGRAM, IDENTITY)).noneMatch(word -> word.contains("equity"));
        assertThat(command.mpirun(PROGRAM)).containsSubsequence("-x", "DESK");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "LD_PRELOAD",
                "SGE_ROOT",
                "PE_HOSTFILE",
                "SLURM_NODELIST",
                "PBS_NODEFILE",
                "OMPI_MCA_plm_rsh_agent",
                "PMIX_MCA_x",
                "BASH_ENV",
                "SLIPWAY_TOKEN",
                "HOME",
                "PATH",
                "HWLOC_PLUGINS_PATH",
                "UCX_MODULE_DIR",
                "FI_PROVIDER_PATH"
            })
    void refuses_variables_by_which_a_document_would_bring_code_or_steer_the_run(String name) {
        assertThatThrownBy(() -> command(Map.of(name, "/tmp/evil")).guard(PROGRAM, IDENTITY))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining(name);
    }

    @Test
    void refuses_the_word_by_which_mpirun_starts_another_program() {
        MpirunCommand command = command(Map.of(), "--help", ":", "-n", "1", "/bin/sh");

        assertThatThrownBy(() -> command.mpirun(PROGRAM))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("colon");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-mca", "--mca", "-gmca", "--gmca", "-mcabase", "-am", "--am", "-tune", "--tune", "--prtemca"})
    void refuses_a_word_that_mpirun_takes_for_a_setting_wherever_it_stands(String word) {
        MpirunCommand command = command(Map.of(), "--positions", word, "mca_base_component_path", "/scratch/abc/files");

        assertThatThrownBy(() -> command.mpirun(PROGRAM))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining(word);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--", "-n", "-x", "--prefix", "mca", "--amount", "-tuned", "a:b", ":a"})
    void takes_words_that_mpirun_leaves_to_the_program(String word) {
        assertThat(command(Map.of(), word, "a", "b").mpirun(PROGRAM)).endsWith(PROGRAM.toString(), word, "a", "b");
    }

    @Test
    void refuses_a_variable_that_env_would_take_for_an_option() {
        assertThatThrownBy(() -> command(Map.of("-S", "sh")).guard(PROGRAM, IDENTITY))
                .isInstanceOf(ProblemException.class);
    }

    @Test
    void takes_only_the_language_from_the_service() {
        Map<String, String> environment = command(Map.of())
                .environment(Map.of("PATH", "/root/bin", "LANG", "C.UTF-8", "DATABASE_PASSWORD", "canary"));

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
    void leaves_no_variable_that_the_run_needs_to_a_document() {
        assertThat(command(Map.of()).environment(Map.of()).keySet()).allSatisfy(name -> assertThatThrownBy(
                        () -> command(Map.of(name, "x")).mpirun(PROGRAM))
                .hasMessageContaining(name));
    }

    @Test
    void tells_the_journal_the_limits_and_the_command() {
        assertThat(String.join(" ", command(Map.of("DESK", "equity")).told(PROGRAM)))
                .isEqualTo("/usr/bin/slipway-guard run --wall-time 600 --folder-bytes 1000000 --folder-entries 10000"
                        + " --file-size 1000000 --"
                        + " mpirun.openmpi -n 2 -x DESK -x SLIPWAY_PROGRESS -x SLIPWAY_TOKEN /apps/var-mc"
                        + " --positions a b; rm -rf *");
    }

    @Test
    void holds_the_run_to_memory_and_processes_in_a_group_with_a_share_by_its_slots() {
        LaunchRequest request = command(Map.of())
                .order()
                .request()
                .within(new RunLimits(Optional.of(5L), Optional.of(6L), Optional.of(7)));
        RunOrder order = new RunOrder("abc", new RunFolder(Path.of("/scratch/abc")), request, 600, Optional.of(4L));
        MpirunSettings plain = command(Map.of()).settings();
        MpirunSettings grouped = new MpirunSettings(
                plain.guard(),
                plain.mpirun(),
                plain.applications(),
                plain.identities(),
                plain.grace(),
                plain.host(),
                Optional.of(Path.of("/sys/fs/cgroup/slipway")));

        assertThat(String.join(" ", new MpirunCommand(grouped, order, 100L << 30, 409600).guard(PROGRAM, IDENTITY)))
                .contains(" --folder-entries 409600 ", " --memory 4 --process-memory 6 --processes 7 ")
                .contains(" --cgroup /sys/fs/cgroup/slipway --cpu-weight 2 ");
        assertThat(new MpirunCommand(plain, order, 1, 1).guard(PROGRAM, IDENTITY))
                .doesNotContain("--cgroup");
    }

    @Test
    void refuses_a_value_that_would_end_early_and_set_another_variable() {
        assertThatThrownBy(
                        () -> command(Map.of("DESK", "a\0LD_PRELOAD=/tmp/evil")).mpirun(PROGRAM))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("DESK");
    }

    private static MpirunCommand command(Map<String, String> environment) {
        return command(environment, "--positions", "a b; rm -rf *");
    }

    private static MpirunCommand command(Map<String, String> environment, String... arguments) {
        MpirunSettings settings = new MpirunSettings(
                Path.of("/usr/bin/slipway-guard"),
                "mpirun.openmpi",
                List.of(Path.of("/apps")),
                Optional.of(new RunIdentities(61000, 61009)),
                Duration.ofSeconds(5),
                "here");
        LaunchRequest request = new LaunchRequest(
                "var-mc",
                List.of(arguments),
                environment,
                Optional.empty(),
                2,
                new RunPath("stdout.txt"),
                new RunPath("stderr.txt"),
                Optional.empty(),
                RunLimits.NONE);
        return new MpirunCommand(
                settings, new RunOrder("abc", new RunFolder(Path.of("/scratch/abc")), request, 600), 1_000_000, 10_000);
    }
}
