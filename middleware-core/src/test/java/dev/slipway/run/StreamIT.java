package dev.slipway.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Axes;
import dev.slipway.request.JobRequest;
import dev.slipway.request.KernelStart;
import dev.slipway.request.KernelStart.Loss;
import dev.slipway.request.Program;
import dev.slipway.request.ResultFile;
import dev.slipway.request.RunPath;
import dev.slipway.request.StreamApplication;
import dev.slipway.request.StreamKernel;
import dev.slipway.request.StreamLink;
import dev.slipway.request.StreamLink.Split;
import dev.slipway.request.StreamLink.Transport;
import dev.slipway.testbed.MiddlewareTestBed;
import dev.slipway.testbed.Streams;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests real runs of a stream application with the guard program, the stream launcher and the market chain. */
@Timeout(300)
class StreamIT extends RealRuns {
    private static final String CHAIN = "market-chain";
    /** More orders than a chain can pass while a test waits. */
    private static final String ENDLESS = "1000000000";

    @BeforeEach
    void install() throws IOException {
        Path chain = Path.of(System.getProperty("slipway.root"), "native-kernels/target/install/bin", CHAIN);
        assertThat(chain).as("built by module native-kernels").isExecutable();
        Files.copy(chain, folder.resolve("applications").resolve(CHAIN), StandardCopyOption.COPY_ATTRIBUTES);
    }

    @Test
    void runs_the_chain_of_its_graph_and_keeps_what_it_wrote() throws Exception {
        JobToken token = submit(chain("20000", "--samples", "."), "engine.csv", "market.store");

        Job job = untilClosed(token);

        assertThat(job.outcome()).contains(new JobOutcome.Done());
        assertThat(result(token, "engine.csv").lines()).hasSizeGreaterThan(1);
        assertThat(result(token, "market.store")).isNotEmpty();
        assertThat(folder.resolve("scratch").resolve(token.value())).doesNotExist();
    }

    @Test
    void a_cancelled_chain_leaves_no_process() throws Exception {
        JobToken token = submit(chain(ENDLESS));
        until(token, job -> job.state() == JobState.RUNNING && !kernels().isEmpty());

        middleware.desk().cancel(MiddlewareTestBed.ALICE, token);
        Job job = untilClosed(token);

        assertThat(job.outcome()).contains(new JobOutcome.Cancelled("alice"));
        assertThat(kernels()).isEmpty();
    }

    @Test
    void a_kernel_that_dies_fails_the_job_by_its_name() throws Exception {
        JobToken token = submit(chain(ENDLESS));
        until(token, job -> job.state() == JobState.RUNNING && kernels().size() == 2);

        // The second process of the graph is the engine's: the number in the environment of a process tells the second
        // from the first.
        engine().destroyForcibly();
        JobOutcome.Failed failed = failed(untilClosed(token));

        assertThat(failed.phase()).isEqualTo(JobState.RUNNING);
        assertThat(failed.problem().code()).isEqualTo(ProblemCode.PROGRAM_FAILED);
        assertThat(failed.problem().message())
                .startsWith("stream application market ended because kernel engine on host here died by signal 9");
        assertThat(kernels()).isEmpty();
    }

    @Test
    void a_kernel_that_says_why_it_ends_is_heard() throws Exception {
        JobToken token = submit(chain("20000", "--orders-from", "missing.csv"));

        Problem problem = failed(untilClosed(token)).problem();

        // Both kernels with a process read the orders; the message names the one that ends first.
        assertThat(problem.message())
                .matches("stream application market ended because kernel (generator|engine) on host here ended with"
                        + " status 3");
        assertThat(problem.detail()).contains("missing.csv").doesNotContain("the chain ended because");
    }

    @Test
    void a_kernel_whose_file_grows_beyond_the_quota_of_its_job_fails_the_job_for_that() throws Exception {
        limit(1 << 20);
        JobToken token = submit(chain(ENDLESS));

        Problem problem = failed(untilClosed(token)).problem();

        // The limit on a file's size and the guard's measure of the folder are the same number; either may see it
        // first.
        assertThat(problem.code()).isEqualTo(ProblemCode.RUN_QUOTA);
    }

    @Test
    void a_program_outside_of_the_application_folders_is_refused_at_submit_by_its_kernel() {
        StreamApplication application = Streams.of(
                List.of(Streams.kernel("source", 0, CHAIN), Streams.kernel("shell", 1, "/bin/sh", "-c", "id")),
                StreamLink.between("source", "shell"));

        assertThatThrownBy(() -> submit(application)).isInstanceOfSatisfying(ProblemException.class, e -> {
            assertThat(e.problem().code()).isEqualTo(ProblemCode.EXECUTABLE_MISSING);
            assertThat(e.problem().message()).isEqualTo("kernel shell: no program /bin/sh in the application folders");
        });
    }

    @Test
    void a_variable_that_the_operator_has_not_listed_is_refused_at_submit() {
        StreamKernel kernel = new StreamKernel(
                "source",
                0,
                new KernelStart.Copies(
                        new Program(CHAIN, List.of(), Map.of("MODE", "fast", "OMP_TOOL_LIBRARIES", "x")), 1, Loss.END),
                false,
                Optional.empty());

        assertThatThrownBy(() -> submit(Streams.of(
                        List.of(kernel, Streams.kernel("sink", 1, CHAIN)), StreamLink.between("source", "sink"))))
                .isInstanceOfSatisfying(ProblemException.class, e -> {
                    assertThat(e.problem().code()).isEqualTo(ProblemCode.VARIABLE_REFUSED);
                    assertThat(e.problem().message())
                            .contains("OMP_TOOL_LIBRARIES")
                            .doesNotContain("MODE");
                });
    }

    @Test
    void more_processes_than_the_partition_has_slots_are_refused_at_submit() {
        assertThatThrownBy(() -> submit(Streams.of(
                        List.of(
                                Streams.kernel("a", 0, CHAIN),
                                Streams.kernel("b", 1, CHAIN),
                                Streams.kernel("c", 2, CHAIN)),
                        StreamLink.between("a", "b"),
                        StreamLink.between("b", "c"))))
                .hasMessageContaining("3 processes do not fit partition local, which has 2 slots");
    }

    private JobToken submit(StreamApplication application, String... results) {
        JobRequest request = new JobRequest(
                "market",
                Optional.empty(),
                Optional.empty(),
                Streams.launch(application),
                List.of(),
                List.of(),
                Arrays.stream(results)
                        .map(name -> new ResultFile(name, new RunPath(name), ResultFile.Role.FILE, Axes.NONE))
                        .toList(),
                Map.of(),
                List.of());
        return middleware.desk().submit(MiddlewareTestBed.ALICE, MiddlewareTestBed.submission(request, "<job/>"));
    }

    /**
     * Returns an application for two slots: the engine runs in one process, and all other kernels take turns in
     * another.
     */
    private static StreamApplication chain(String orders, String... more) {
        String[] arguments = Stream.concat(
                        Stream.of("--orders", orders, "--batch", "64", "--store", "market.store"), Arrays.stream(more))
                .toArray(String[]::new);
        KernelStart with = new KernelStart.With("generator");
        StreamKernel generator = Streams.kernel("generator", 0, CHAIN, arguments);
        return new StreamApplication(
                "market",
                List.of(
                        new StreamKernel("generator", 0, generator.start(), true, Optional.empty()),
                        Streams.kernel("engine", 1, CHAIN, arguments),
                        new StreamKernel("confirmation", 2, with, true, Optional.empty()),
                        new StreamKernel("store", 3, with, true, Optional.empty())),
                List.of(
                        link("generator", Optional.of(Split.DUPLICATE), false, "engine", "store"),
                        StreamLink.between("generator", "confirmation"),
                        StreamLink.between("engine", "confirmation"),
                        StreamLink.between("confirmation", "store"),
                        link("confirmation", Optional.empty(), true, "generator"),
                        link("store", Optional.empty(), true, "generator")));
    }

    private static StreamLink link(String from, Optional<Split> split, boolean feedback, String... to) {
        return new StreamLink(from, List.of(to), split, feedback, Transport.AUTO, StreamLink.USUAL_ROOM);
    }

    private String result(JobToken token, String name) throws IOException {
        try (var result = middleware.desk().openResult(MiddlewareTestBed.ALICE, token, name)) {
            return new String(result.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    /** Processes of this test's copy of the market chain. */
    private List<ProcessHandle> kernels() {
        String program = folder.resolve("applications").resolve(CHAIN).toString();
        return ProcessHandle.allProcesses()
                .filter(process ->
                        process.info().command().filter(program::equals).isPresent())
                .toList();
    }

    private ProcessHandle engine() throws IOException {
        for (ProcessHandle kernel : kernels()) {
            byte[] environment = Files.readAllBytes(Path.of("/proc", Long.toString(kernel.pid()), "environ"));
            if (new String(environment, StandardCharsets.UTF_8).contains("OSF_KERNEL=1\0")) {
                return kernel;
            }
        }
        throw new AssertionError("no process of the engine");
    }
}
