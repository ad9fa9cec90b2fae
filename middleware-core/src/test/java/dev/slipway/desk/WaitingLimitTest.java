package dev.slipway.desk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.InlineData;
import dev.slipway.request.JobRequest;
import dev.slipway.request.RunPath;
import dev.slipway.request.StepHead;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import dev.slipway.testbed.ScriptedGateway;
import dev.slipway.upload.UploadSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the waiting jobs of one user have a limit and do not use up the limits of other users. */
class WaitingLimitTest {
    private static final int MOST = 4;

    @TempDir
    Path folder;

    @AutoClose
    MiddlewareTestBed bed;

    /** Lets in one job that stays there, so that all other jobs wait. */
    @BeforeEach
    void start() throws Exception {
        bed = new MiddlewareTestBed(folder, 2, 1);
        bed.intake = new IntakeSettings(1_000, MOST, 1L << 30, false, UploadSettings.usual(folder.resolve("uploads")));
        bed.restart();
        ScriptedGateway.Gate gate = bed.gateway.hold("books");
        bed.submit(JobRequests.small());
        gate.awaitEntered();
    }

    @Test
    void takes_as_many_as_may_wait_and_refuses_one_more_with_the_number() {
        for (int i = 0; i < MOST; i++) {
            bed.submit(JobRequests.small());
        }

        assertThatThrownBy(() -> bed.submit(JobRequests.small()))
                .isInstanceOfSatisfying(ProblemException.class, refusal -> {
                    assertThat(refusal.problem().code()).isEqualTo(ProblemCode.QUEUE_QUOTA);
                    assertThat(refusal.problem().message())
                            .isEqualTo("user alice has 4 jobs waiting,"
                                    + " and 1 more would be more than the 4 that one user may have");
                    assertThat(refusal.problem().remedy().shell()).contains("slipway.limits.waiting-jobs-per-user");
                });
        assertThat(bed.desk().obstacles(MiddlewareTestBed.ALICE, JobRequests.small()))
                .extracting(Problem::code)
                .containsExactly(ProblemCode.QUEUE_QUOTA);
        assertThat(bed.desk().count(MiddlewareTestBed.ALICE)).isEqualTo(MOST + 1);
        bed.desk().submit(MiddlewareTestBed.BOB, MiddlewareTestBed.submission(JobRequests.small(), "<job/>"));
        assertThat(bed.desk().obstacles(MiddlewareTestBed.BOB, JobRequests.small()))
                .isEmpty();
    }

    @Test
    void takes_no_more_documents_of_one_user_than_the_store_may_keep_also_after_a_restart() throws Exception {
        documentsMayHave(100_000);
        bed.desk()
                .submit(MiddlewareTestBed.ALICE, MiddlewareTestBed.submission(JobRequests.small(), "x".repeat(60_000)));
        bed.restart();

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> bed.desk()
                            .submit(
                                    MiddlewareTestBed.ALICE,
                                    MiddlewareTestBed.submission(JobRequests.small(), "x".repeat(60_000))))
                    .isInstanceOfSatisfying(ProblemException.class, refusal -> {
                        assertThat(refusal.problem().code()).isEqualTo(ProblemCode.DOCUMENT_QUOTA);
                        assertThat(refusal.problem().message()).contains("user alice", "more than the 97.7 KiB");
                    });
        }
        bed.desk()
                .submit(MiddlewareTestBed.ALICE, MiddlewareTestBed.submission(JobRequests.small(), "x".repeat(30_000)));
        bed.desk().submit(MiddlewareTestBed.BOB, MiddlewareTestBed.submission(JobRequests.small(), "x".repeat(60_000)));
    }

    @Test
    void counts_the_whole_request_that_is_stored_with_each_job_of_a_sweep_also_after_a_restart() throws Exception {
        documentsMayHave(300_000);
        JobRequest large = JobRequests.request(
                List.of(new InlineData(
                        new StepHead.In("data", 1, new RunPath("data.txt")),
                        InlineData.Encoding.TEXT,
                        "x".repeat(30_000))),
                List.of());
        submit(MiddlewareTestBed.ALICE, sweep(5, large));

        assertDocumentsFull(() -> submit(MiddlewareTestBed.ALICE, sweep(6, large)));
        bed.restart();
        assertDocumentsFull(() -> submit(MiddlewareTestBed.ALICE, sweep(6, large)));
        submit(MiddlewareTestBed.ALICE, sweep(2, large));
        assertDocumentsFull(() ->
                bed.desk().submit(MiddlewareTestBed.ALICE, MiddlewareTestBed.submission(large, "x".repeat(60_000))));
    }

    private void documentsMayHave(long bytes) throws Exception {
        bed.intake = new IntakeSettings(1_000, 100, bytes, false, UploadSettings.usual(folder.resolve("uploads")));
        bed.restart();
    }

    private static void assertDocumentsFull(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ProblemException.class, refusal -> assertThat(
                        refusal.problem().code())
                .isEqualTo(ProblemCode.DOCUMENT_QUOTA));
    }

    @Test
    void counts_a_sweep_as_all_of_its_jobs_and_takes_none_of_one_that_does_not_fit() {
        assertRefused(() -> submit(MiddlewareTestBed.ALICE, sweep(MOST + 1)));
        bed.submit(JobRequests.small());
        assertRefused(() -> submit(MiddlewareTestBed.ALICE, sweep(MOST)));
        assertThat(bed.desk().obstacles(MiddlewareTestBed.ALICE, sweep(MOST).elements()))
                .extracting(Problem::code)
                .containsExactly(ProblemCode.QUEUE_QUOTA);

        submit(MiddlewareTestBed.ALICE, sweep(MOST - 1));
        assertRefused(() -> bed.submit(JobRequests.small()));
        assertThat(bed.desk().count(MiddlewareTestBed.ALICE)).isEqualTo(MOST + 1);
    }

    @Test
    void knows_a_submission_again_when_the_queue_is_full_and_gives_up_no_room_for_it() throws Exception {
        JobToken token = bed.submit(JobRequests.withSid(JobRequests.small(), "eod"));
        Receipt group = submit(MiddlewareTestBed.ALICE, sweep(MOST - 1));

        assertThat(bed.submit(JobRequests.withSid(JobRequests.small(), "eod"))).isEqualTo(token);
        assertThat(submit(MiddlewareTestBed.ALICE, sweep(MOST - 1))).isEqualTo(group);
        assertRefused(() -> bed.submit(JobRequests.small()));
    }

    @Test
    void has_room_again_when_one_has_gone_and_counts_held_ones_and_those_of_before_a_restart() throws Exception {
        JobToken first = bed.submit(JobRequests.small());
        JobToken held = bed.submit(JobRequests.small());
        bed.desk().hold(MiddlewareTestBed.ALICE, held);
        submit(MiddlewareTestBed.ALICE, sweep(MOST - 2));
        bed.restart();
        assertRefused(() -> bed.submit(JobRequests.small()));

        bed.desk().cancel(MiddlewareTestBed.ALICE, first);
        bed.until(first, JobState.CLOSED);
        bed.submit(JobRequests.small());
        assertRefused(() -> bed.submit(JobRequests.small()));
    }

    @Test
    void lets_no_more_in_when_many_come_at_once_and_keeps_no_room_for_what_was_refused() throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(8);
        List<Callable<Boolean>> calls = Collections.nCopies(40, this::taken);
        int taken = 0;
        for (Future<Boolean> answer : clients.invokeAll(calls)) {
            taken += answer(answer) ? 1 : 0;
        }
        clients.shutdown();

        assertThat(taken).isEqualTo(MOST);
        assertThat(bed.desk().count(MiddlewareTestBed.ALICE)).isEqualTo(MOST + 1);
        for (JobToken token : waiting()) {
            bed.desk().cancel(MiddlewareTestBed.ALICE, token);
            bed.until(token, JobState.CLOSED);
        }
        submit(MiddlewareTestBed.ALICE, sweep(MOST));
    }

    private boolean taken() {
        try {
            bed.submit(JobRequests.small());
            return true;
        } catch (ProblemException e) {
            assertThat(e.problem().code()).isEqualTo(ProblemCode.QUEUE_QUOTA);
            return false;
        }
    }

    private static boolean answer(Future<Boolean> answer) throws InterruptedException, ExecutionException {
        return answer.get();
    }

    private List<JobToken> waiting() {
        return bed.desk().list(MiddlewareTestBed.ALICE, 0, 100).stream()
                .filter(job -> job.state() == JobState.QUEUED)
                .map(job -> job.token())
                .toList();
    }

    private Receipt submit(Caller caller, SweepSubmission sweep) {
        return bed.desk().submit(caller, sweep);
    }

    private static SweepSubmission sweep(int jobs) {
        return sweep(jobs, JobRequests.small());
    }

    private static SweepSubmission sweep(int jobs, JobRequest request) {
        return new SweepSubmission(
                ("<sweep jobs='" + jobs + "'/>").getBytes(StandardCharsets.UTF_8),
                Optional.of("sweep of " + jobs),
                Collections.nCopies(jobs, request));
    }

    private static void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ProblemException.class, refusal -> assertThat(
                        refusal.problem().code())
                .isEqualTo(ProblemCode.QUEUE_QUOTA));
    }
}
