package dev.slipway.desk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobToken;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.DataContract;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RetryTest {
    @TempDir
    Path folder;

    @AutoClose
    MiddlewareTestBed bed;

    @BeforeEach
    void start() {
        bed = new MiddlewareTestBed(folder);
    }

    @Test
    void does_a_failed_job_again_as_a_new_one() throws Exception {
        JobToken failed = bed.desk()
                .submit(
                        MiddlewareTestBed.ALICE,
                        MiddlewareTestBed.submission(
                                JobRequests.withSid(JobRequests.small(), "sid-1"), "<job sid='1'/>"));
        bed.untilStarted(failed);
        bed.launcher.end(failed.value(), 7);
        bed.untilClosed(failed);

        bed.launcher.endAtOnce();
        JobToken token = bed.desk().retry(MiddlewareTestBed.ALICE, failed);
        Job job = bed.untilClosed(token);

        assertThat(job.outcome()).contains(new JobOutcome.Done());
        assertThat(job.acceptance().parent()).contains(failed);
        assertThat(job.request().submissionId()).isEmpty();
        assertThat(bed.desk().document(MiddlewareTestBed.ALICE, token))
                .asString()
                .isEqualTo("<job sid='1'/>");
        assertThat(bed.middleware.journal().verify(token)).isEmpty();
    }

    @Test
    void moves_again_what_must_be_fresh_and_takes_the_rest_over() throws Exception {
        DataContract fresh = new DataContract(
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new DataContract.Freshness(Optional.empty(), Duration.ofHours(1))),
                Optional.empty());
        DataContract rows =
                new DataContract(List.of(), Optional.of(0L), Optional.empty(), Optional.empty(), Optional.empty());
        JobToken failed = bed.submit(JobRequests.whole().under(Map.of("curve", fresh, "books", rows)));
        bed.untilStarted(failed);
        bed.launcher.end(failed.value(), 7);
        bed.untilClosed(failed);
        int before = bed.gateway.tried().size();

        bed.untilStarted(bed.desk().retry(MiddlewareTestBed.ALICE, failed));

        List<String> tried = bed.gateway.tried();
        assertThat(tried.subList(before, tried.size())).containsExactly("curve");
    }

    @Test
    void refuses_a_job_that_has_not_ended() {
        bed.gateway.hold("books");
        JobToken token = bed.submit(JobRequests.small());

        assertThatThrownBy(() -> bed.desk().retry(MiddlewareTestBed.ALICE, token))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().code()).isEqualTo(ProblemCode.JOB_STATE))
                .hasMessageContaining("has not ended");
    }

    @Test
    void makes_the_new_job_the_callers_who_must_be_allowed_to_change_the_old_one() throws Exception {
        bed.launcher.endAtOnce();
        JobToken done = bed.submit(JobRequests.small());
        bed.untilClosed(done);

        JobToken again = bed.desk().retry(MiddlewareTestBed.OPERATOR, done);

        assertThat(bed.untilClosed(again).owner()).isEqualTo("olga");
        assertThat(bed.desk().status(MiddlewareTestBed.OPERATOR, again).parent())
                .contains(done);
        assertRefused(MiddlewareTestBed.BOB, done, ProblemCode.JOB_UNKNOWN);
        assertRefused(MiddlewareTestBed.AUDITOR, done, ProblemCode.NOT_AUTHORISED);
    }

    private void assertRefused(Caller caller, JobToken token, ProblemCode code) {
        assertThatThrownBy(() -> bed.desk().retry(caller, token))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().code()).isEqualTo(code));
    }

    @Test
    void never_meets_the_submission_id_of_its_parent() throws Exception {
        bed.launcher.endAtOnce();
        Submission submission =
                MiddlewareTestBed.submission(JobRequests.withSid(JobRequests.small(), "sid-1"), "<job sid='1'/>");
        JobToken first = bed.desk().submit(MiddlewareTestBed.ALICE, submission);
        bed.untilClosed(first);

        JobToken second = bed.desk().retry(MiddlewareTestBed.ALICE, first);
        JobToken third = bed.desk().retry(MiddlewareTestBed.ALICE, first);
        bed.untilClosed(second);
        bed.restart();
        JobToken again = bed.desk().submit(MiddlewareTestBed.ALICE, submission);

        assertThat(List.of(first, second, third)).doesNotHaveDuplicates();
        assertThat(again).isEqualTo(first);
    }

    @Test
    void a_retry_repeated_with_its_submission_id_is_the_same_job_also_after_a_restart() throws Exception {
        bed.launcher.endAtOnce();
        JobToken first = bed.submit(JobRequests.small());
        JobToken other = bed.submit(JobRequests.small());
        bed.untilClosed(first);
        bed.untilClosed(other);

        JobToken again = bed.desk().retry(MiddlewareTestBed.ALICE, first, Optional.of("again-1"));
        assertThat(bed.desk().retry(MiddlewareTestBed.ALICE, first, Optional.of("again-1")))
                .isEqualTo(again);
        bed.untilClosed(again);
        bed.restart();

        assertThat(bed.desk().retry(MiddlewareTestBed.ALICE, first, Optional.of("again-1")))
                .isEqualTo(again);
        assertThat(bed.desk().retry(MiddlewareTestBed.ALICE, first, Optional.of("again-2")))
                .isNotEqualTo(again);
        assertThatThrownBy(() -> bed.desk().retry(MiddlewareTestBed.ALICE, other, Optional.of("again-1")))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().code()).isEqualTo(ProblemCode.SUBMISSION_CONFLICT));
    }

    @Test
    void keeps_one_job_for_one_submission_id_however_many_come_at_once() throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(8);
        List<Callable<Object>> calls = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            Submission submission = MiddlewareTestBed.submission(
                    JobRequests.withSid(JobRequests.small(), "sid-2"), i % 4 == 3 ? "<b/>" : "<a/>");
            calls.add(() -> submitted(submission));
        }
        List<Object> answers = new ArrayList<>();
        for (Future<Object> answer : clients.invokeAll(calls)) {
            answers.add(answer.get());
        }
        clients.shutdown();

        bed.restart();
        Object later =
                submitted(MiddlewareTestBed.submission(JobRequests.withSid(JobRequests.small(), "sid-2"), "<a/>"));

        assertThat(answers.stream().distinct()).hasSize(2).contains(ProblemCode.SUBMISSION_CONFLICT, later);
        assertThat(bed.desk().count(MiddlewareTestBed.ALICE)).isEqualTo(1);
    }

    private Object submitted(Submission submission) {
        try {
            return bed.desk().submit(MiddlewareTestBed.ALICE, submission);
        } catch (ProblemException e) {
            return e.problem().code();
        }
    }
}
