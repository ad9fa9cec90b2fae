package dev.slipway.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.desk.Caller;
import dev.slipway.digest.Sha256;
import dev.slipway.effect.Witness;
import dev.slipway.job.JobToken;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.JobRequest;
import dev.slipway.request.RunPath;
import dev.slipway.request.StepHead;
import dev.slipway.request.UploadFetch;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import dev.slipway.testbed.ScriptedGateway;
import dev.slipway.testbed.SmallDisk;
import dev.slipway.testbed.StoreOutage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that an upload is kept as long as one of the user's jobs needs the upload. */
class UploadTest {
    private static final byte[] BYTES = "book_id\n7\n".getBytes(StandardCharsets.UTF_8);
    private static final Duration LIFETIME = Duration.ofDays(7);
    /** Longer than the time until the next look at an upload that a job needs. */
    private static final Duration AGAIN = Duration.ofHours(1).plusSeconds(1);

    @TempDir
    Path folder;

    @AutoClose
    MiddlewareTestBed bed;

    @BeforeEach
    void start() {
        bed = new MiddlewareTestBed(folder);
    }

    @Test
    void is_on_disk_under_its_digest_and_the_ledger_says_who_brought_it() throws Exception {
        UploadReceipt receipt = upload(MiddlewareTestBed.ALICE, BYTES);

        assertThat(receipt.sha256()).isEqualTo(Sha256.hex(BYTES));
        assertThat(receipt.keptUntil()).isEqualTo(bed.clock.instant().plus(LIFETIME));
        assertThat(kept()).singleElement().satisfies(file -> {
            assertThat(file.getFileName()).hasToString(receipt.sha256());
            assertThat(file).hasBinaryContent(BYTES);
        });
        assertThat(upload(MiddlewareTestBed.ALICE, BYTES).sha256()).isEqualTo(receipt.sha256());
        assertThat(bed.middleware.audit().operations(MiddlewareTestBed.AUDITOR, 0, 10))
                .filteredOn(operation -> operation.kind().equals("UPLOADED"))
                .singleElement()
                .satisfies(operation -> assertThat(operation.text())
                        .isEqualTo("uploaded books.csv, 10 bytes, sha256 " + receipt.sha256()));
    }

    @Test
    void may_be_named_by_its_own_user_only() {
        String sha256 = upload(MiddlewareTestBed.ALICE, BYTES).sha256();

        bed.submit(naming(sha256));
        assertThatThrownBy(() -> bed.desk()
                        .submit(MiddlewareTestBed.BOB, MiddlewareTestBed.submission(naming(sha256), "<job/>")))
                .isInstanceOfSatisfying(ProblemException.class, e -> {
                    assertThat(e.problem().code()).isEqualTo(ProblemCode.UPLOAD_UNKNOWN);
                    assertThat(e.problem().message())
                            .isEqualTo("step books names an upload that is not kept of user bob: " + sha256);
                });
        assertThat(bed.desk().count(MiddlewareTestBed.BOB)).isZero();
        assertRefused(ProblemCode.NOT_AUTHORISED, () -> upload(MiddlewareTestBed.AUDITOR, BYTES));
    }

    @Test
    void is_refused_when_it_is_too_large_or_too_much_is_kept_already() throws Exception {
        UploadSettings settings = new UploadSettings(folder.resolve("uploads"), 10, 140_000, LIFETIME);
        Uploads uploads = new Uploads(
                settings,
                new UploadFolder(settings.folder(), Witness.NONE),
                bed.middleware.journal(),
                bed.middleware.ledger(),
                bed.clock);
        assertRefused(ProblemCode.UPLOAD_TOO_LARGE, () -> uploads.keep("alice", "local", "books.csv", new byte[11]));
        uploads.keep("alice", "local", "one", BYTES);
        uploads.keep("alice", "local", "two", new byte[10]);

        // Each upload counts as 64 KiB, even a smaller one.
        assertRefused(ProblemCode.UPLOAD_QUOTA, () -> uploads.keep("alice", "local", "three", new byte[9]));
        assertThat(ProblemCode.UPLOAD_QUOTA.kind())
                .as("a call that is made again later may be answered")
                .isEqualTo(ProblemCode.QUEUE_QUOTA.kind());
        uploads.keep("alice", "local", "one again", BYTES);
        uploads.keep("bob", "local", "three", new byte[9]);
        bed.clock.advance(LIFETIME.plusSeconds(1));
        uploads.sweep();
        assertThat(kept()).isEmpty();
        uploads.keep("alice", "local", "three", new byte[9]);
    }

    @Test
    void stays_as_long_as_a_job_needs_it() throws Exception {
        String needed = upload(MiddlewareTestBed.ALICE, BYTES).sha256();
        upload(MiddlewareTestBed.ALICE, "other".getBytes(StandardCharsets.UTF_8));
        ScriptedGateway.Gate gate = bed.gateway.hold("books");
        JobToken job = bed.submit(naming(needed));
        gate.awaitEntered();

        bed.clock.advance(LIFETIME.plusSeconds(1));
        bed.middleware.uploads().sweep();
        assertThat(kept()).extracting(file -> file.getFileName().toString()).containsExactly(needed);
        bed.clock.advance(AGAIN);
        bed.middleware.uploads().sweep();
        assertThat(kept()).hasSize(1);

        gate.open();
        bed.launcher.endAtOnce();
        bed.untilClosed(job);
        // The upload had expired before, so it goes with the next look and not a lifetime later.
        bed.clock.advance(AGAIN);
        bed.middleware.uploads().sweep();
        assertThat(kept()).isEmpty();
        assertRefused(ProblemCode.UPLOAD_UNKNOWN, () -> bed.desk().retry(MiddlewareTestBed.ALICE, job));
        upload(MiddlewareTestBed.ALICE, BYTES);
        bed.desk().retry(MiddlewareTestBed.ALICE, job);
    }

    @Test
    void what_a_crash_cut_off_is_gone_at_the_next_start() throws Exception {
        bed.witness = point -> {
            if (point.toString().equals("upload: on disk, not under its name")) {
                throw new IllegalStateException("cut off");
            }
        };
        assertThatThrownBy(() -> upload(MiddlewareTestBed.ALICE, BYTES)).hasMessage("cut off");
        assertThat(kept()).hasSize(1);
        assertRefused(ProblemCode.UPLOAD_UNKNOWN, () -> bed.submit(naming(Sha256.hex(BYTES))));

        bed.restart();
        assertThat(kept()).isEmpty();
    }

    @Test
    void what_stands_under_its_name_is_noted_wherever_the_service_was_cut_off() throws Exception {
        for (String point : List.of("on disk, not under its name", "under its name, not answered")) {
            bed.witness = passed -> {
                if (passed.toString().equals("upload: " + point)) {
                    throw new IllegalStateException("cut off");
                }
            };
            assertThatThrownBy(() -> upload(MiddlewareTestBed.ALICE, BYTES)).hasMessage("cut off");
            bed.restart();

            assertThat(kept()).hasSize(point.startsWith("on disk") ? 0 : 1);
            assertThat(noted()).isEqualTo(kept().size());
        }
    }

    @Test
    void what_cannot_be_noted_is_not_kept_and_leaves_nothing() throws Exception {
        Uploads uploads = uploads();
        StoreOutage away = StoreOutage.of(bed.dataSource);
        assertRefused(ProblemCode.STORE_UNREACHABLE, () -> uploads.keep("alice", "local", "books.csv", BYTES));
        away.close();
        assertThat(kept()).isEmpty();

        uploads.keep("alice", "local", "books.csv", BYTES);
        assertThat(noted()).isEqualTo(1);
    }

    @Test
    void what_the_disk_does_not_hold_leaves_nothing() throws Exception {
        SmallDisk disk = new SmallDisk(folder.resolve("uploads"), 1);
        try {
            assertRefused(ProblemCode.STORAGE_FULL, () -> uploads()
                    .keep("alice", "local", "large", new byte[2 * SmallDisk.MEGABYTE]));
            assertThat(kept()).isEmpty();
            uploads().keep("alice", "local", "books.csv", BYTES);
            assertThat(noted()).isEqualTo(1);
        } finally {
            disk.unmount();
        }
    }

    @Test
    void the_failure_that_is_told_is_the_first_though_nothing_can_be_removed_either() throws Exception {
        AtomicReference<Path> left = new AtomicReference<>();
        Uploads uploads = uploads(point -> left.set(inTheWay()));
        StoreOutage away = StoreOutage.of(bed.dataSource);

        assertThatThrownBy(() -> uploads.keep("alice", "local", "books.csv", BYTES))
                .isInstanceOfSatisfying(ProblemException.class, e -> {
                    assertThat(e.problem().code()).isEqualTo(ProblemCode.STORE_UNREACHABLE);
                    assertThat(e.getSuppressed()).hasAtLeastOneElementOfType(DirectoryNotEmptyException.class);
                });
        away.close();
        assertThat(left.get()).isDirectory();
    }

    /** Replaces the only kept file by a folder that is not empty. */
    private Path inTheWay() {
        try {
            Path file = kept().get(0);
            Files.delete(file);
            Files.createDirectories(file.resolve("not empty"));
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Uploads uploads() {
        return uploads(Witness.NONE);
    }

    private Uploads uploads(Witness witness) {
        return new Uploads(
                UploadSettings.usual(folder.resolve("uploads")),
                new UploadFolder(folder.resolve("uploads"), witness),
                bed.middleware.journal(),
                bed.middleware.ledger(),
                bed.clock);
    }

    private int noted() {
        return (int) bed.middleware.audit().operations(MiddlewareTestBed.AUDITOR, 0, 50).stream()
                .filter(operation -> operation.kind().equals("UPLOADED"))
                .count();
    }

    private UploadReceipt upload(Caller caller, byte[] bytes) {
        return bed.desk().upload(caller, "books.csv", bytes);
    }

    private static JobRequest naming(String sha256) {
        return JobRequests.request(
                List.of(new UploadFetch(new StepHead.In("books", 1, new RunPath("books.csv")), sha256)), List.of());
    }

    private List<Path> kept() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("uploads"))) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    private static void assertRefused(ProblemCode code, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ProblemException.class, e -> assertThat(
                        e.problem().code())
                .isEqualTo(code));
    }
}
