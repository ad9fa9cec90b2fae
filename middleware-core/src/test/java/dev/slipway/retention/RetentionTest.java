package dev.slipway.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.desk.OutputChunk;
import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobToken;
import dev.slipway.journal.JobRow;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.run.StorageSettings;
import dev.slipway.servers.Await;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests which files of a job outlive the job, for how long, and the limit on their size. */
@Timeout(300)
class RetentionTest {
    private static final Duration DAY = Duration.ofHours(24);
    private static final Duration MONTH = Duration.ofDays(30);

    @TempDir
    Path folder;

    @AutoClose
    MiddlewareTestBed bed;

    private void start(Duration folders, long jobBytes) {
        bed = new MiddlewareTestBed(folder, new StorageSettings(folders, MONTH, jobBytes, 1, Optional.empty()));
    }

    @Test
    void keeps_the_staged_files_of_a_job_that_failed_and_nothing_else() throws Exception {
        start(DAY, 1 << 20);

        JobToken token = ended(7);
        Job job = bed.job(token);

        assertThat(job.folderKept()).isTrue();
        assertThat(runFolder(token).resolve("files/books.csv")).hasContent("rows of books");
        assertThat(runFolder(token).resolve("files")).isDirectoryNotContaining(file -> file.endsWith("pnl.csv"));
        assertThat(runFolder(token).resolve("tmp")).doesNotExist();
        assertThat(events(token)).endsWith("CLEANED");
        assertThat(bed.middleware.journal().verify(token)).isEmpty();
    }

    @Test
    void keeps_the_staged_files_of_a_job_that_was_cancelled() throws Exception {
        start(DAY, 1 << 20);
        JobToken token = bed.submit(JobRequests.small());
        bed.untilStarted(token);

        bed.desk().cancel(MiddlewareTestBed.ALICE, token);

        assertThat(bed.untilClosed(token).folderKept()).isTrue();
        assertThat(runFolder(token).resolve("files/books.csv")).exists();
    }

    @Test
    void removes_at_once_what_no_retry_can_use() throws Exception {
        start(DAY, 1 << 20);
        JobToken done = ended(0);
        bed.gateway.fail("books", Problem.of(ProblemCode.STATEMENT_REFUSED, "no such table"));
        JobToken nothingStaged = bed.submit(JobRequests.small());
        bed.untilClosed(nothingStaged);

        assertThat(runFolder(done)).doesNotExist();
        assertThat(bed.job(done).folderKept()).isFalse();
        assertThat(runFolder(nothingStaged)).doesNotExist();
        assertThat(bed.job(nothingStaged).folderKept()).isFalse();
    }

    @Test
    void keeps_no_run_folder_when_their_lifetime_is_zero() throws Exception {
        start(Duration.ZERO, 1 << 20);

        JobToken token = ended(7);

        assertThat(runFolder(token)).doesNotExist();
        assertThat(bed.job(token).folderKept()).isFalse();
    }

    @Test
    void removes_a_kept_folder_when_its_time_is_over_and_says_so() throws Exception {
        start(DAY, 1 << 20);
        JobToken token = ended(7);

        bed.clock.advance(DAY.minusSeconds(1));
        JobToken younger = ended(7);
        bed.clock.advance(Duration.ofSeconds(1));
        bed.middleware.retention().sweep();
        bed.until(token, job -> !job.folderKept());

        assertThat(runFolder(token)).doesNotExist();
        assertThat(events(token)).endsWith("CLEANED", "FOLDER_REMOVED");
        assertThat(row(token).folderKept()).isFalse();
        assertThat(row(token).resultsKept()).isTrue();
        assertThat(runFolder(younger)).exists();
        assertThat(bed.job(younger).folderKept()).isTrue();
        assertThat(bed.middleware.journal().verify(token)).isEmpty();
    }

    @Test
    void says_that_the_time_of_results_is_over() throws Exception {
        start(DAY, 1 << 20);
        JobToken token = ended(0);
        assertThat(bed.desk().results(MiddlewareTestBed.ALICE, token)).hasSize(1);

        bed.clock.advance(MONTH);
        bed.middleware.retention().sweep();
        bed.until(token, Job::resultsRemoved);

        assertThat(folder.resolve("results").resolve(token.value())).doesNotExist();
        assertThat(events(token)).endsWith("RESULTS_REMOVED");
        refuses(() -> bed.desk().results(MiddlewareTestBed.ALICE, token));
        refuses(() -> bed.desk().openResult(MiddlewareTestBed.ALICE, token, "pnl"));
        refuses(() -> bed.desk().output(MiddlewareTestBed.ALICE, token, OutputChunk.Stream.STDERR, 0, 10));
        assertThat(bed.middleware.journal().verify(token)).isEmpty();
    }

    private static void refuses(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().code()).isEqualTo(ProblemCode.RESULT_EXPIRED))
                .hasMessageContaining("no longer kept");
    }

    @Test
    void tells_a_removal_that_a_crash_left_untold() throws Exception {
        start(DAY, 1 << 20);
        JobToken token = ended(7);
        Files.delete(runFolder(token).resolve("files/books.csv"));
        Files.delete(runFolder(token).resolve("files"));
        Files.delete(runFolder(token));

        bed.clock.advance(DAY);
        bed.middleware.retention().sweep();
        bed.until(token, job -> !job.folderKept());
        bed.middleware.retention().sweep();
        JobToken next = ended(7);

        assertThat(events(token)).containsOnlyOnce("FOLDER_REMOVED");
        assertThat(bed.job(next).folderKept()).isTrue();
    }

    @Test
    void removes_leftovers_of_closed_jobs_at_the_start_and_nothing_else() throws Exception {
        start(DAY, 1 << 20);
        JobToken done = ended(0);
        JobToken failed = ended(7);
        Files.createDirectories(runFolder(done).resolve("files"));
        Files.createDirectories(folder.resolve("scratch/0123456789abcdefghjkmnpqrstvwxyz"));
        Files.createDirectories(folder.resolve("scratch/lost+found"));
        Files.createDirectories(folder.resolve("results/mine"));

        bed.restart();
        JobToken open = bed.submit(JobRequests.small());
        bed.untilStarted(open);
        bed.until(open, job -> !Files.exists(runFolder(done)));

        assertThat(runFolder(failed)).exists();
        assertThat(runFolder(open)).exists();
        assertThat(folder.resolve("scratch/0123456789abcdefghjkmnpqrstvwxyz")).exists();
        assertThat(folder.resolve("scratch/lost+found")).exists();
        assertThat(folder.resolve("results/mine")).exists();
        assertThat(folder.resolve("results").resolve(done.value())).exists();
    }

    @Test
    void fails_a_job_whose_steps_stage_more_than_a_job_may_have() throws Exception {
        start(DAY, 20);

        JobToken token = bed.submit(JobRequests.request(
                List.of(JobRequests.extract("books", 1), JobRequests.extract("more", 2)), List.of()));
        Job job = bed.untilClosed(token);

        JobOutcome.Failed failed = (JobOutcome.Failed) job.outcome().orElseThrow();
        assertThat(failed.problem().code()).isEqualTo(ProblemCode.RUN_QUOTA);
        assertThat(failed.problem().message())
                .contains("step more")
                .contains("27 bytes")
                .contains("20");
        assertThat(bed.gateway.room("more")).isEqualTo(20 - "rows of books\n".length());
    }

    @Test
    void fails_a_job_whose_result_is_larger_than_a_job_may_have_and_keeps_none_of_it() throws Exception {
        start(DAY, 1000);
        JobToken token = bed.submit(JobRequests.small());
        bed.untilStarted(token);
        Files.write(runFolder(token).resolve("files/pnl.csv"), new byte[990]);
        bed.launcher.end(token.value(), 0);

        JobOutcome.Failed failed =
                (JobOutcome.Failed) bed.untilClosed(token).outcome().orElseThrow();

        assertThat(failed.problem().code()).isEqualTo(ProblemCode.RUN_QUOTA);
        assertThat(failed.problem().message()).contains("result pnl").contains("990 bytes");
        assertThat(bed.desk().results(MiddlewareTestBed.ALICE, token)).isEmpty();
        assertThat(folder.resolve("results").resolve(token.value()).resolve("result-0"))
                .doesNotExist();
    }

    @Test
    void keeps_a_sparse_result_sparse() throws Exception {
        start(DAY, 8L << 30);
        JobToken token = bed.submit(JobRequests.small());
        bed.untilStarted(token);
        Path sparse = runFolder(token).resolve("files/pnl.csv");
        try (RandomAccessFile file = new RandomAccessFile(sparse.toFile(), "rw")) {
            file.setLength(60 << 20);
            file.seek(20 << 20);
            file.write(new byte[] {1, 2, 3});
        }
        bed.launcher.end(token.value(), 0);
        bed.untilClosed(token);

        Path kept = folder.resolve("results").resolve(token.value()).resolve("result-0");
        assertThat(Files.size(kept)).isEqualTo(60 << 20);
        Process du = new ProcessBuilder("du", "-k", kept.toString()).start();
        String words = Await.output(du);
        assertThat(Integer.parseInt(words.split("\t")[0])).isLessThan(1024);
        try (var in = bed.desk().openResult(MiddlewareTestBed.ALICE, token, "pnl")) {
            in.skipNBytes(20 << 20);
            assertThat(in.readNBytes(4)).containsExactly(1, 2, 3, 0);
        }
    }

    private JobToken ended(int exitStatus) throws InterruptedException {
        JobToken token = bed.submit(JobRequests.small());
        bed.untilStarted(token);
        bed.launcher.end(token.value(), exitStatus);
        bed.untilClosed(token);
        return token;
    }

    private Path runFolder(JobToken token) {
        return folder.resolve("scratch").resolve(token.value());
    }

    private List<String> events(JobToken token) {
        return bed.middleware.journal().events(token).stream()
                .map(recorded -> recorded.event().kind().name())
                .toList();
    }

    private JobRow row(JobToken token) {
        return bed.middleware.journal().row(token).orElseThrow();
    }
}
