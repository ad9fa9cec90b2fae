package dev.slipway.gateway.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.digest.Sha256;
import dev.slipway.effect.Witness;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.MemoryLedger;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.MovedBytes;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.DataContract;
import dev.slipway.request.RunPath;
import dev.slipway.staging.Expectation;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests parts of files after a crash. To simulate the crash, the tests never close the output of the first try. */
class PartialFileTest {
    private static final int NOTED = 4 << 20;

    private final byte[] data = new byte[9 << 20];

    @TempDir
    private Path run;

    private StagedTarget target;

    @BeforeEach
    void cut_off() throws IOException {
        new Random(1).nextBytes(data);
        target = new StagedTarget(run, new RunPath("in/a.bin"), CreationFlag.OVERWRITE, Compression.NONE, false);
        StagedOutput output = files().resume(target, context(Optional.empty()), "the first");
        for (int at = 0; at < 5 << 20; at += 1 << 17) {
            output.data().write(data, at, 1 << 17);
        }
    }

    /** Returns new staged files, as after a restart of the service. */
    private static StagedFiles files() {
        return new StagedFiles(FileSettings.STANDARD);
    }

    private StepContext context(Optional<String> sha256) {
        return new StepContext(
                GatewayTestBed.TOKEN,
                GatewayTestBed.OWNER,
                run,
                (bytes, rows) -> {},
                new MemoryLedger(),
                Witness.NONE,
                StepContext.Room.UNLIMITED,
                sha256.map(sum -> new Expectation(
                        new DataContract(
                                List.of(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(sum)),
                        Instant.EPOCH)));
    }

    private long goesOnAt(String origin) throws IOException {
        return goesOnAt(origin, Optional.empty());
    }

    private long goesOnAt(String origin, Optional<String> sha256) throws IOException {
        try (StagedOutput output = files().resume(target, context(sha256), origin)) {
            long begun = output.begun();
            output.data().write(data, (int) begun, (int) (data.length - begun));
            MovedBytes moved = new MovedBytes((bytes, rows) -> {});
            moved.add(data.length, 0);
            StepReport report =
                    output.commit(new Landing("test", moved, new MemoryLedger(), Witness.NONE, new Cancellation()));
            assertThat(report.files().get(0).sha256()).isEqualTo(Sha256.hex(data));
            return begun;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            assertThat(run.resolve("in/a.bin")).hasBinaryContent(data);
            assertThat(run.resolve("in").toFile().list()).containsExactly("a.bin");
        }
    }

    private void change(String name, long at, boolean cut) throws IOException {
        try (RandomAccessFile file =
                new RandomAccessFile(run.resolve("in/" + name).toFile(), "rw")) {
            if (cut) {
                file.setLength(at);
            } else {
                file.seek(at);
                file.write(data[(int) at] ^ 1);
            }
        }
    }

    @Test
    void goes_on_with_what_has_a_noted_hash() throws IOException {
        assertThat(goesOnAt("the first")).isEqualTo(NOTED);
    }

    @Test
    void holds_all_of_it_against_the_contract() throws IOException {
        assertThat(goesOnAt("the first", Optional.of(Sha256.hex(data)))).isEqualTo(NOTED);
    }

    @Test
    void what_came_before_can_break_the_contract_too() {
        byte[] rest = Arrays.copyOfRange(data, NOTED, data.length);

        assertThatThrownBy(() -> {
                    try (StagedOutput output =
                            files().resume(target, context(Optional.of(Sha256.hex(rest))), "the first")) {
                        output.data().write(rest);
                        output.commit(new Landing(
                                "test",
                                new MovedBytes((bytes, rows) -> {}),
                                new MemoryLedger(),
                                Witness.NONE,
                                new Cancellation()));
                    }
                })
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("SHA-256");
        assertThat(run.resolve("in").toFile().list()).isEmpty();
    }

    @Test
    void begins_anew_if_the_source_is_another() throws IOException {
        assertThat(goesOnAt("the second")).isZero();
    }

    @Test
    void begins_anew_if_the_disk_lost_what_was_noted() throws IOException {
        change(target.temporaryName(), NOTED - 1, true);
        assertThat(goesOnAt("the first")).isZero();
    }

    @Test
    void begins_anew_if_a_byte_is_another() throws IOException {
        change(target.temporaryName(), 17, false);
        assertThat(goesOnAt("the first")).isZero();
    }

    @Test
    void begins_anew_if_the_notes_are_torn() throws IOException {
        Path notes = run.resolve("in").resolve(target.notesName());
        byte[] text = Files.readAllBytes(notes);
        Files.write(notes, Arrays.copyOf(text, text.length - 9));
        assertThat(goesOnAt("the first")).isZero();
        assertThat(notes).doesNotExist();
    }

    @Test
    void a_link_in_the_place_of_the_part_is_not_followed() throws IOException {
        Path elsewhere = Files.write(run.resolve("elsewhere"), Arrays.copyOf(data, NOTED));
        Path part = run.resolve("in").resolve(target.temporaryName());
        Files.delete(part);
        Files.createSymbolicLink(part, elsewhere);

        assertThat(goesOnAt("the first")).isZero();
        assertThat(elsewhere).hasSize(NOTED);
    }
}
