package dev.slipway.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.RunLimits;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.testbed.MiddlewareTestBed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests documents that try to make mpirun, or a library of the program, run code from the document. */
@Timeout(120)
class SteeringIT extends RealRuns {
    /** Prints the settings of Open MPI that reached the ranks although the service did not give them. */
    private static final String TELL = "env | grep -i -E 'steered|plm_rsh' && echo steered\necho up\n";

    @ParameterizedTest
    @ValueSource(strings = {"OPENSSL_CONF", "OMP_TOOL_LIBRARIES", "HDF5_PLUGIN_PATH", "PYTHONPATH", "TCLLIBPATH"})
    void a_variable_that_the_operator_has_not_listed_is_refused_at_submit_by_its_name(String name) throws Exception {
        program(TELL);

        Problem problem = refused(launch(Map.of(name, "."), List.of()));

        assertThat(problem.code()).isEqualTo(ProblemCode.VARIABLE_REFUSED);
        assertThat(problem.message()).contains("partition local", name);
        assertThat(problem.detail()).contains("documents may set there: MODE");
        assertThat(problem.code().remedy().shell()).contains("slipway.partitions.NAME.environment");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SGE_ROOT", "PE_HOSTFILE", "SLURM_JOB_NODELIST", "PBS_NODEFILE", "LD_LIBRARY_PATH"})
    void a_variable_that_steers_the_launch_is_refused_at_submit_whatever_is_listed(String name) throws Exception {
        program(TELL);

        Problem problem = refused(launch(Map.of(name, "."), List.of()));

        assertThat(problem.code()).isEqualTo(ProblemCode.VARIABLE_REFUSED);
        assertThat(problem.message()).contains("no document may set", name);
    }

    /**
     * Open MPI 4 looks for settings among the program's arguments too: this setting names a folder of libraries to
     * load.
     */
    @ParameterizedTest
    @ValueSource(strings = {"-mca", "--mca", "-gmca", "--gmca", "-am", "--tune"})
    void an_argument_that_mpirun_would_take_for_a_setting_is_refused_at_submit(String word) throws Exception {
        program(TELL);

        Problem problem = refused(launch(Map.of(), List.of("x", word, "mca_base_component_path", ".")));

        assertThat(problem.code()).isEqualTo(ProblemCode.LAUNCH_REFUSED);
        assertThat(problem.message()).contains(word);
    }

    @Test
    void no_staged_file_under_a_name_that_open_mpi_reads_settings_from_steers_mpirun() throws Exception {
        program(TELL);
        List<StagingStep> steps = new ArrayList<>();
        for (String name : List.of(
                ".openmpi/mca-params.conf",
                ".prte/mca-params.conf",
                ".pmix/mca-params.conf",
                "mca-params.conf",
                "openmpi-mca-params.conf",
                "openmpi-mca-params-override.conf",
                ".mpirc",
                "etc/openmpi-mca-params.conf")) {
            String step = "s" + steps.size();
            gateway.say(
                    step, "plm_rsh_agent = ./steered\nmca_base_component_path = .\norte_launch_agent = ./steered\n");
            steps.add(new SshFetch(new StepHead.In(step, 1, new RunPath(name)), "market-data", "/" + step));
        }

        JobToken token = middleware
                .desk()
                .submit(
                        MiddlewareTestBed.ALICE,
                        MiddlewareTestBed.submission(request(steps, launch(Map.of(), List.of())), "<job/>"));
        Job job = untilClosed(token);

        assertThat(job.outcome()).contains(new JobOutcome.Done());
        assertThat(output(token)).isEqualTo("up\nup\n");
    }

    private void program(String script) throws Exception {
        Path program = folder.resolve("applications/program");
        Files.writeString(program, "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Problem refused(LaunchRequest launch) {
        JobRequest request = request(List.of(), launch);
        List<Problem> told = middleware.desk().obstacles(MiddlewareTestBed.ALICE, request);
        assertThatThrownBy(() -> middleware
                        .desk()
                        .submit(MiddlewareTestBed.ALICE, MiddlewareTestBed.submission(request, "<job/>")))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(told).contains(e.problem()));
        return told.get(0);
    }

    private static JobRequest request(List<StagingStep> steps, LaunchRequest launch) {
        return new JobRequest(
                "steering",
                Optional.empty(),
                Optional.empty(),
                launch,
                steps,
                List.of(),
                List.of(),
                Map.of(),
                List.of());
    }

    private static LaunchRequest launch(Map<String, String> variables, List<String> arguments) {
        return new LaunchRequest(
                MpiProgram.of("program", arguments, variables, 2),
                Optional.empty(),
                new RunPath("stdout.txt"),
                new RunPath("stderr.txt"),
                Optional.of(Duration.ofMinutes(1)),
                RunLimits.NONE);
    }
}
