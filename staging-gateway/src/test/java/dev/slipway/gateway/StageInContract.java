package dev.slipway.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.slipway.digest.Sha256;
import dev.slipway.gateway.blocks.ContentForm;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.RunPath;
import dev.slipway.request.StagingStep;
import dev.slipway.servers.Await;
import dev.slipway.staging.StepReport;
import java.io.BufferedInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that every kind of stage-in must pass, for data from any place. A subclass provides the place and the step. All
 * kinds stage the same rows.
 */
@Timeout(300)
public abstract class StageInContract {
    private static final int BUFFER = 64 * 1024;
    private static final String HEADER = "n,text\n";

    @TempDir
    protected Path folder;

    protected GatewayTestBed bed;

    /** Opens a gateway to a place with {@link #content}. */
    protected abstract GatewayTestBed open() throws Exception;

    /** Brings {@link #content} into {@code file}. */
    protected abstract StagingStep step(RunPath file, CreationFlag creation, Compression compression);

    /** Returns the number of rows. */
    protected int rows() {
        return 20_000;
    }

    /** Returns the files that were in the run folder before the step. */
    protected Set<String> inputs() {
        return Set.of();
    }

    /**
     * Returns whether a cancel in the middle always ends the step. Otherwise the rest of the data may arrive sooner.
     */
    protected boolean isCancelledMidway() {
        return rows() * 20 > 3 * BUFFER;
    }

    /** Returns the data as CSV. */
    protected final String content() {
        return HEADER + body();
    }

    private String body() {
        StringBuilder body = new StringBuilder();
        for (int n = 0; n < rows(); n++) {
            body.append(n).append(',').append(text(n)).append('\n');
        }
        return body.toString();
    }

    /** Returns the second column of row {@code n}. */
    protected static String text(int n) {
        return "row number " + Integer.toHexString(n * 0x9E3779B1);
    }

    @BeforeEach
    void open_the_place() throws Exception {
        bed = open();
    }

    @AfterEach
    void close_the_gateway() {
        bed.close();
    }

    private StagingStep to(String file, CreationFlag creation) {
        return step(new RunPath(file), creation, file.endsWith(".gz") ? Compression.BGZF : Compression.NONE);
    }

    /** Returns the names in the run folder other than the inputs. */
    protected final List<String> left() throws Exception {
        return bed.names().stream().filter(name -> !inputs().contains(name)).toList();
    }

    @Test
    void brings_the_whole_file_and_reports_its_size_and_hash() throws Exception {
        StepReport report = bed.move(to("in/data.csv", CreationFlag.OVERWRITE));

        assertThat(bed.text("in/data.csv")).isEqualTo(content());
        assertThat(report.bytes()).isEqualTo(content().length());
        assertThat(report.files()).singleElement().satisfies(file -> {
            assertThat(file.file()).isEqualTo(new RunPath("in/data.csv"));
            assertThat(file.bytes()).isEqualTo(content().length());
            assertThat(file.sha256()).isEqualTo(Sha256.hex(content().getBytes(StandardCharsets.UTF_8)));
        });
        assertThat(left()).containsExactly("in");
        assertThat(bed.runFolder.resolve("in")).isDirectoryNotContaining("glob:**/.*");
    }

    @Test
    void does_nothing_on_a_second_move_and_reports_the_same() throws Exception {
        MemoryLedger ledger = new MemoryLedger();
        StagingStep step = to("data.csv.gz", CreationFlag.APPEND);
        StepReport first = bed.move(step, ledger);
        Object file = key("data.csv.gz");

        assertThat(bed.move(step, ledger)).isEqualTo(first);
        assertThat(key("data.csv.gz")).isEqualTo(file);
    }

    private Object key(String file) throws Exception {
        return Files.readAttributes(bed.runFolder.resolve(file), BasicFileAttributes.class)
                .fileKey();
    }

    @Test
    void replaces_a_file_that_is_to_be_overwritten() throws Exception {
        bed.write("data.csv", "old");

        bed.move(to("data.csv", CreationFlag.OVERWRITE));

        assertThat(bed.text("data.csv")).isEqualTo(content());
    }

    @Test
    void appends_its_rows_under_the_header_that_is_there() throws Exception {
        bed.write("data.csv", HEADER + "-1,before\n");

        StepReport report = bed.move(to("data.csv", CreationFlag.APPEND));

        assertThat(bed.text("data.csv")).isEqualTo(HEADER + "-1,before\n" + body());
        assertThat(report.files().get(0).bytes()).isEqualTo(Files.size(bed.runFolder.resolve("data.csv")));
    }

    @Test
    void leaves_a_file_alone_that_is_not_to_be_overwritten() throws Exception {
        bed.write("data.csv", "old");

        assertThat(bed.problemOf(to("data.csv", CreationFlag.DONT_OVERWRITE)).code())
                .isEqualTo(ProblemCode.FILE_EXISTS);
        assertThat(bed.text("data.csv")).isEqualTo("old");
        assertThat(left()).containsExactly("data.csv");
    }

    @Test
    void packs_into_blocks_with_an_index_while_the_data_flow() throws Exception {
        StepReport report = bed.move(to("data.csv.gz", CreationFlag.OVERWRITE));

        assertThat(left()).containsExactly("data.csv.gz", "data.csv.gz.gzi");
        assertThat(report.files()).hasSize(2);
        assertThat(report.bytes()).isEqualTo(content().length());
        try (var in = new BufferedInputStream(Files.newInputStream(bed.runFolder.resolve("data.csv.gz")))) {
            assertThat(ContentForm.of(in)).isEqualTo(ContentForm.BGZF);
            assertThat(ContentForm.decoded(in).readAllBytes())
                    .isEqualTo(content().getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void a_job_without_room_for_the_file_is_told_so_and_keeps_nothing_of_it() throws Exception {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> bed.moveWithin(content().length() - 1, to("data.csv", CreationFlag.OVERWRITE)))
                .satisfies(e -> assertThat(e.problem().code()).isEqualTo(ProblemCode.RUN_QUOTA));
        assertThat(left()).isEmpty();
    }

    @Test
    void tells_how_far_it_is_and_in_the_end_how_far_it_came() throws Exception {
        List<Long> told = new ArrayList<>();

        StepReport report = bed.move(to("data.csv", CreationFlag.OVERWRITE), bytes -> told.add(bytes));

        assertThat(told).isSorted().last().isEqualTo(report.bytes());
        assertThat(told).hasSizeGreaterThan(content().length() / (2 * BUFFER));
    }

    @Test
    void a_cancel_leaves_nothing_behind() throws Exception {
        Thread caller = Thread.currentThread();
        AtomicBoolean asked = new AtomicBoolean();
        LongConsumer cancel = bytes -> {
            if (asked.compareAndSet(false, true)) {
                caller.interrupt();
                awaitAsked(caller);
            }
        };

        boolean cancelled = false;
        try {
            bed.move(to("data.csv", CreationFlag.OVERWRITE), cancel);
        } catch (InterruptedException e) {
            cancelled = true;
        }

        assertThat(Thread.interrupted()).isNotEqualTo(cancelled);
        assertThat(cancelled || !isCancelledMidway()).isTrue();
        assertThat(left()).isEqualTo(cancelled ? List.of() : List.of("data.csv"));
    }

    /** The gateway asks the step to end, and then waits a while for that. */
    private static void awaitAsked(Thread caller) {
        Await.until("the gateway has heard the cancel", () -> caller.getState() == Thread.State.TIMED_WAITING);
    }
}
