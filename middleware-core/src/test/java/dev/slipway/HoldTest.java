package dev.slipway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.desk.JobStatus;
import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HoldTest {
    @TempDir
    Path folder;

    @AutoClose
    Rig rig;

    @BeforeEach
    void start() {
        rig = new Rig(folder, 2, 1);
    }

    @Test
    void keeps_a_queued_job_out_over_a_restart_and_lets_others_pass() throws Exception {
        ScriptedGateway.Gate gate = rig.gateway.hold("curve");
        rig.submit(JobRequests.request(List.of(JobRequests.fetch("curve", 1)), List.of()));
        JobToken held = rig.submit(JobRequests.small());
        JobToken later = rig.submit(JobRequests.small());
        Instant since = rig.clock.instant();
        rig.desk().hold(Rig.OPERATOR, held);
        rig.desk().hold(Rig.ALICE, held);

        rig.restart();
        gate.open();
        rig.launcher.endAtOnce();
        rig.untilClosed(later);

        assertThat(rig.status(held).state()).isEqualTo(JobState.QUEUED);
        assertThat(rig.status(held).held()).contains(new JobStatus.Hold("olga", since));
        rig.desk().release(Rig.ALICE, held);
        rig.desk().release(Rig.ALICE, held);
        assertThat(rig.untilClosed(held).held()).isEmpty();
    }

    @Test
    void lets_what_moves_move_and_does_not_launch() throws Exception {
        ScriptedGateway.Gate gate = rig.gateway.hold("books");
        JobToken held = rig.submit(JobRequests.small());
        gate.awaitEntered();
        rig.desk().hold(Rig.ALICE, held);
        gate.open();
        rig.until(held, JobState.READY);
        JobToken later = rig.submit(JobRequests.small());
        rig.untilStarted(later);

        rig.restart();
        assertThat(rig.launcher.started()).containsExactly(later.value());

        JobToken last = rig.submit(JobRequests.small());
        rig.until(last, JobState.READY);
        rig.desk().release(Rig.ALICE, held);
        rig.launcher.end(later.value(), 0);
        rig.untilStarted(held);
        assertThat(rig.launcher.started()).containsExactly(later.value(), held.value());
    }

    @Test
    void refuses_a_job_past_its_launch() throws Exception {
        JobToken token = rig.submit(JobRequests.small());
        rig.untilStarted(token);
        assertRefused(token, "is RUNNING, and only a job before its launch can be held");

        rig.launcher.end(token.value(), 0);
        rig.untilClosed(token);
        assertRefused(token, "is CLOSED, and only a job before its launch can be held");
        rig.desk().release(Rig.ALICE, token);
        assertThat(rig.status(token).held()).isEqualTo(Optional.empty());
    }

    @Test
    void refuses_to_fill_the_journal_with_holds_and_still_lets_the_job_go() throws Exception {
        ScriptedGateway.Gate gate = rig.gateway.hold("curve");
        rig.submit(JobRequests.request(List.of(JobRequests.fetch("curve", 1)), List.of()));
        gate.awaitEntered();
        JobToken token = rig.submit(JobRequests.small());
        for (int i = 0; i < 100; i++) {
            rig.desk().hold(Rig.ALICE, token);
            rig.desk().release(Rig.ALICE, token);
        }
        assertRefused(token, "was held 100 times, and no job can be held more often");

        gate.open();
        rig.launcher.endAtOnce();
        assertThat(rig.untilClosed(token).outcome()).contains(new JobOutcome.Done());
    }

    @Test
    void keeps_no_queued_job_in_memory() throws Exception {
        ScriptedGateway.Gate gate = rig.gateway.hold("curve");
        JobToken moving = rig.submit(JobRequests.request(List.of(JobRequests.fetch("curve", 1)), List.of()));
        gate.awaitEntered();
        JobToken held = rig.submit(JobRequests.small());
        JobToken released = rig.submit(JobRequests.small());
        rig.desk().hold(Rig.ALICE, held);
        rig.desk().hold(Rig.ALICE, released);
        rig.desk().release(Rig.ALICE, released);
        // The answer to a second call comes after what the first one left to do.
        rig.desk().release(Rig.ALICE, moving);

        assertThat(rig.middleware.inHand()).extracting(Job::token).containsExactly(moving);
        gate.open();
        rig.launcher.endAtOnce();
        rig.untilClosed(released);
        rig.desk().release(Rig.ALICE, held);
        rig.untilClosed(held);
    }

    private void assertRefused(JobToken token, String words) {
        assertThatThrownBy(() -> rig.desk().hold(Rig.ALICE, token))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().code()).isEqualTo(ProblemCode.JOB_STATE))
                .hasMessageContaining(words);
    }
}
