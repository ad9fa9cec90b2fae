package dev.slipway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.desk.Caller;
import dev.slipway.desk.Submission;
import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobToken;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.DataContract;
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
    Rig rig;

    @BeforeEach
    void start() {
        rig = new Rig(folder);
    }

    @Test
    void does_a_failed_job_again_as_a_new_one() throws Exception {
        JobToken failed = rig.desk()
                .submit(Rig.ALICE, Rig.submission(JobRequests.withSid(JobRequests.small(), "sid-1"), "<job sid='1'/>"));
        rig.untilStarted(failed);
        rig.launcher.end(failed.value(), 7);
        rig.untilClosed(failed);

        rig.launcher.endAtOnce();
        JobToken token = rig.desk().retry(Rig.ALICE, failed);
        Job job = rig.untilClosed(token);

        assertThat(job.outcome()).contains(new JobOutcome.Done());
        assertThat(job.acceptance().parent()).contains(failed);
        assertThat(job.request().submissionId()).isEmpty();
        assertThat(rig.desk().document(Rig.ALICE, token)).asString().isEqualTo("<job sid='1'/>");
        assertThat(rig.middleware.journal().verify(token)).isEmpty();
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
        JobToken failed = rig.submit(JobRequests.whole().under(Map.of("curve", fresh, "books", rows)));
        rig.untilStarted(failed);
        rig.launcher.end(failed.value(), 7);
        rig.untilClosed(failed);
        int before = rig.gateway.tried().size();

        rig.untilStarted(rig.desk().retry(Rig.ALICE, failed));

        List<String> tried = rig.gateway.tried();
        assertThat(tried.subList(before, tried.size())).containsExactly("curve");
    }

    @Test
    void refuses_a_job_that_has_not_ended() {
        rig.gateway.hold("books");
        JobToken token = rig.submit(JobRequests.small());

        assertThatThrownBy(() -> rig.desk().retry(Rig.ALICE, token))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().code()).isEqualTo(ProblemCode.JOB_STATE))
                .hasMessageContaining("has not ended");
    }

    @Test
    void makes_the_new_job_the_callers_who_must_be_allowed_to_change_the_old_one() throws Exception {
        rig.launcher.endAtOnce();
        JobToken done = rig.submit(JobRequests.small());
        rig.untilClosed(done);

        JobToken again = rig.desk().retry(Rig.OPERATOR, done);

        assertThat(rig.untilClosed(again).owner()).isEqualTo("olga");
        assertThat(rig.desk().status(Rig.OPERATOR, again).parent()).contains(done);
        assertRefused(Rig.BOB, done, ProblemCode.JOB_UNKNOWN);
        assertRefused(Rig.AUDITOR, done, ProblemCode.NOT_AUTHORISED);
    }

    private void assertRefused(Caller caller, JobToken token, ProblemCode code) {
        assertThatThrownBy(() -> rig.desk().retry(caller, token))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().code()).isEqualTo(code));
    }

    @Test
    void never_meets_the_submission_id_of_its_parent() throws Exception {
        rig.launcher.endAtOnce();
        Submission submission = Rig.submission(JobRequests.withSid(JobRequests.small(), "sid-1"), "<job sid='1'/>");
        JobToken first = rig.desk().submit(Rig.ALICE, submission);
        rig.untilClosed(first);

        JobToken second = rig.desk().retry(Rig.ALICE, first);
        JobToken third = rig.desk().retry(Rig.ALICE, first);
        rig.untilClosed(second);
        rig.restart();
        JobToken again = rig.desk().submit(Rig.ALICE, submission);

        assertThat(List.of(first, second, third)).doesNotHaveDuplicates();
        assertThat(again).isEqualTo(first);
    }

    @Test
    void a_retry_repeated_with_its_submission_id_is_the_same_job_also_after_a_restart() throws Exception {
        rig.launcher.endAtOnce();
        JobToken first = rig.submit(JobRequests.small());
        JobToken other = rig.submit(JobRequests.small());
        rig.untilClosed(first);
        rig.untilClosed(other);

        JobToken again = rig.desk().retry(Rig.ALICE, first, Optional.of("again-1"));
        assertThat(rig.desk().retry(Rig.ALICE, first, Optional.of("again-1"))).isEqualTo(again);
        rig.untilClosed(again);
        rig.restart();

        assertThat(rig.desk().retry(Rig.ALICE, first, Optional.of("again-1"))).isEqualTo(again);
        assertThat(rig.desk().retry(Rig.ALICE, first, Optional.of("again-2"))).isNotEqualTo(again);
        assertThatThrownBy(() -> rig.desk().retry(Rig.ALICE, other, Optional.of("again-1")))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().code()).isEqualTo(ProblemCode.SUBMISSION_CONFLICT));
    }

    @Test
    void keeps_one_job_for_one_submission_id_however_many_come_at_once() throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(8);
        List<Callable<Object>> calls = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            Submission submission =
                    Rig.submission(JobRequests.withSid(JobRequests.small(), "sid-2"), i % 4 == 3 ? "<b/>" : "<a/>");
            calls.add(() -> submitted(submission));
        }
        List<Object> answers = new ArrayList<>();
        for (Future<Object> answer : clients.invokeAll(calls)) {
            answers.add(answer.get());
        }
        clients.shutdown();

        rig.restart();
        Object later = submitted(Rig.submission(JobRequests.withSid(JobRequests.small(), "sid-2"), "<a/>"));

        assertThat(answers.stream().distinct()).hasSize(2).contains(ProblemCode.SUBMISSION_CONFLICT, later);
        assertThat(rig.desk().count(Rig.ALICE)).isEqualTo(1);
    }

    private Object submitted(Submission submission) {
        try {
            return rig.desk().submit(Rig.ALICE, submission);
        } catch (ProblemException e) {
            return e.problem().code();
        }
    }
}
