package dev.slipway.journeys;

import static dev.slipway.journeys.Documents.changed;
import static dev.slipway.journeys.Documents.streamJob;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Tests a document with a stream application, from the command line to the resulting files, and documents that are
 * refused.
 */
class StreamJobIT {
    private static final Duration PATIENCE = Duration.ofSeconds(180);

    private static Installation installation;

    @BeforeAll
    static void start() {
        installation = Installation.start();
    }

    @AfterAll
    static void stop() {
        installation.close();
    }

    @Test
    void its_chain_runs_and_its_files_are_delivered_and_kept() throws IOException {
        String token = installation.submit(streamJob("20000"));

        assertThat(installation.watched(token)).contains("\"state\":\"CLOSED\"").contains("\"word\":\"DONE\"");
        assertThat(Files.readAllLines(installation.home().resolveSibling("files/trades.csv")))
                .hasSizeGreaterThan(1000);
        Path samples = installation.home().resolveSibling("engine.csv");
        installation
                .slipway("results", token, "engine", "-o", samples.toString())
                .answer();
        assertThat(Files.readAllLines(samples)).hasSizeGreaterThan(1);
        assertThat(installation.slipway("history", token).answer()).contains("stream-launch --mpirun");
    }

    @Test
    void a_cancelled_one_leaves_no_process() {
        String token = installation.submit(streamJob("1000000000"));
        Installation.await("the kernels run", PATIENCE, () -> kernels().count() == 2);

        installation.slipway("cancel", token).answer();

        assertThat(installation.watched(token)).contains("\"word\":\"CANCELLED\"");
        assertThat(kernels()).isEmpty();
    }

    @Test
    void a_kernel_that_fails_fails_the_job_by_its_name() {
        String status = installation.watched(installation.submit(streamJob("many")));

        assertThat(status)
                .contains("\"word\":\"FAILED\"")
                .containsPattern("stream application market ended because kernel (generator|engine) on host here");
    }

    @Test
    void a_host_is_not_offered_and_a_program_from_elsewhere_is_refused_by_its_kernel() {
        String engine = "name=\"engine\" program=\"market-chain\"";

        assertThat(refused(changed(streamJob("1"), engine, engine + " host=\"node1\"")))
                .contains("placing a kernel on a host", "a job's graph runs on its own machine");
        for (String program : List.of("/bin/sh", "stream-launch")) {
            assertThat(refused(changed(streamJob("1"), engine, "name=\"engine\" program=\"" + program + "\"")))
                    .contains("kernel engine: no ")
                    .contains(program);
        }
        assertThat(refused(changed(
                        streamJob("1"),
                        "from=\"confirmation\" to=\"generator\" feedback=\"true\"",
                        "from=\"confirmation\" to=\"generator\"")))
                .contains("the link closes a cycle");
    }

    private static String refused(String document) {
        String file = installation.write("bad.xml", document).toString();
        ShippedCommand submit = installation.slipway("submit", file);
        assertThat(submit.exitStatus()).isNotZero();
        assertThat(installation.slipway("plan", file).exitStatus()).isEqualTo(submit.exitStatus());
        return submit.err();
    }

    /** Returns the processes of this installation's market chain. */
    private static Stream<ProcessHandle> kernels() {
        String program = installation.home().resolve("kernels/bin/market-chain").toString();
        return ProcessHandle.allProcesses()
                .filter(process ->
                        process.info().command().filter(program::equals).isPresent());
    }
}
