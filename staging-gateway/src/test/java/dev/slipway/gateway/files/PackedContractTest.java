package dev.slipway.gateway.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.DataContract;
import dev.slipway.request.RunPath;
import dev.slipway.staging.Expectation;
import dev.slipway.staging.StepContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that packed data with a contract are unpacked for the check, within bounds. */
class PackedContractTest {
    private static final DataContract SUM = new DataContract(
            List.of(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.of("0".repeat(64)));

    @TempDir
    private Path run;

    /** Returns packed data that unpack to a thousand times their size. */
    private static byte[] bomb() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(new byte[4_000_000]);
        }
        return packed.toByteArray();
    }

    private void stage(long room, Cancellation cancellation) throws IOException, InterruptedException {
        StepContext context = GatewayTestBed.firstTry(run, room, Optional.of(new Expectation(SUM, Instant.EPOCH)));
        StagedTarget target =
                new StagedTarget(run, new RunPath("a.gz"), CreationFlag.OVERWRITE, Compression.NONE, false);
        try (StagedOutput output = new StagedFiles(FileSettings.STANDARD).create(target, context)) {
            output.data().write(bomb());
            output.commit(Landing.of("test", context, cancellation));
        }
    }

    @Test
    void it_counts_unpacked_as_what_the_job_may_stage() {
        assertThatThrownBy(() -> stage(1_000_000, new Cancellation()))
                .isInstanceOfSatisfying(IOException.class, e -> assertThat(
                                FileProblems.writing(new RunPath("a.gz"), e).problem())
                        .satisfies(problem -> {
                            assertThat(problem.code()).isEqualTo(ProblemCode.RUN_QUOTA);
                            assertThat(problem.message()).contains("1000000", "unpacked");
                        }));
        assertThat(run.toFile().list()).isEmpty();
        assertThatThrownBy(() -> stage(4_000_000, new Cancellation())).hasMessageContaining("SHA-256");
    }

    @Test
    void a_cancel_ends_it() {
        Cancellation cancelled = new Cancellation();
        cancelled.fire();

        assertThatThrownBy(() -> stage(Long.MAX_VALUE, cancelled)).isInstanceOf(InterruptedException.class);
        assertThat(run.toFile().list()).isEmpty();
    }
}
