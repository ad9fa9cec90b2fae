package dev.slipway.desk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.desk.status.JobStatus;
import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import dev.slipway.testbed.ScriptedGateway;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HoldTest {
    @TempDir
    Path folder;

    @AutoClose
    MiddlewareTestBed bed;

    @BeforeEach
    void start() {
        bed = new MiddlewareTestBed(folder, 2, 1);
    }

    @Test
    void keeps_a_queued_job_out_over_a_restart_and_lets_others_pass() throws Exception {
        ScriptedGateway.Gate gate = bed.gateway.hold("curve");
        bed.submit(JobRequests.request(List.of(JobRequests.fetch("curve", 1)), List.of()));
        JobToken held = bed.submit(JobRequests.small());
        JobToken later = bed.submit(JobRequests.small());
        Instant since = bed.clock.instant();
        bed.desk().hold(MiddlewareTestBed.OPERATOR, held);
        bed.desk().hold(MiddlewareTestBed.ALICE, held);

        bed.restart();
        gate.open();
        bed.launcher.endAtOnce();
        bed.untilClosed(later);

        assertThat(bed.status(held).state()).isEqualTo(JobState.QUEUED);
        assertThat(bed.status(held).held()).contains(new JobStatus.Hold("olga", since));
        bed.desk().release(MiddlewareTestBed.ALICE, held);
        bed.desk().release(MiddlewareTestBed.ALICE, held);
        assertThat(bed.untilClosed(held).held()).isEmpty();
    }

    @Test
    void lets_what_moves_move_and_does_not_launch() throws Exception {
        ScriptedGateway.Gate gate = bed.gateway.hold("books");
        JobToken held = bed.submit(JobRequests.small());
        gate.awaitEntered();
        bed.desk().hold(MiddlewareTestBed.ALICE, held);
        gate.open();
        bed.until(held, JobState.READY);
        JobToken later = bed.submit(JobRequests.small());
        bed.untilStarted(later);

        bed.restart();
        assertThat(bed.launcher.started()).containsExactly(later.value());

        JobToken last = bed.submit(JobRequests.small());
        bed.until(last, JobState.READY);
        bed.desk().release(MiddlewareTestBed.ALICE, held);
        bed.launcher.end(later.value(), 0);
        bed.untilStarted(held);
        assertThat(bed.launcher.started()).containsExactly(later.value(), held.value());
    }

    @Test
    void refuses_a_job_past_its_launch() throws Exception {
        JobToken token = bed.submit(JobRequests.small());
        bed.untilStarted(token);
        assertRefused(token, "is RUNNING, and only a job before its launch can be held");

        bed.launcher.end(token.value(), 0);
        bed.untilClosed(token);
        assertRefused(token, "is CLOSED, and only a job before its launch can be held");
        assertRefused(() -> bed.desk().release(MiddlewareTestBed.ALICE, token), "has ended already: DONE");
        assertThat(bed.status(token).held()).isEqualTo(Optional.empty());
    }

    @Test
    void refuses_to_fill_the_journal_with_holds_and_still_lets_the_job_go() throws Exception {
        ScriptedGateway.Gate gate = bed.gateway.hold("curve");
        bed.submit(JobRequests.request(List.of(JobRequests.fetch("curve", 1)), List.of()));
        gate.awaitEntered();
        JobToken token = bed.submit(JobRequests.small());
        for (int i = 0; i < 100; i++) {
            bed.desk().hold(MiddlewareTestBed.ALICE, token);
            bed.desk().release(MiddlewareTestBed.ALICE, token);
        }
        assertRefused(token, "was held 100 times, and no job can be held more often");

        gate.open();
        bed.launcher.endAtOnce();
        assertThat(bed.untilClosed(token).outcome()).contains(new JobOutcome.Done());
    }

    @Test
    void keeps_no_queued_job_in_memory() throws Exception {
        ScriptedGateway.Gate gate = bed.gateway.hold("curve");
        JobToken moving = bed.submit(JobRequests.request(List.of(JobRequests.fetch("curve", 1)), List.of()));
        gate.awaitEntered();
        JobToken held = bed.submit(JobRequests.small());
        JobToken released = bed.submit(JobRequests.small());
        bed.desk().hold(MiddlewareTestBed.ALICE, held);
        bed.desk().hold(MiddlewareTestBed.ALICE, released);
        bed.desk().release(MiddlewareTestBed.ALICE, released);
        // The answer to a second call comes after what the first one left to do.
        bed.desk().release(MiddlewareTestBed.ALICE, moving);

        assertThat(bed.middleware.inHand()).extracting(Job::token).containsExactly(moving);
        gate.open();
        bed.launcher.endAtOnce();
        bed.untilClosed(released);
        bed.desk().release(MiddlewareTestBed.ALICE, held);
        bed.untilClosed(held);
    }

    private void assertRefused(JobToken token, String words) {
        assertRefused(() -> bed.desk().hold(MiddlewareTestBed.ALICE, token), words);
    }

    private static void assertRefused(ThrowingCallable wish, String words) {
        assertThatThrownBy(wish)
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().code()).isEqualTo(ProblemCode.JOB_STATE))
                .hasMessageContaining(words);
    }
}
