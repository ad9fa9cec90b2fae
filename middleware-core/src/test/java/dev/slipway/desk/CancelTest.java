package dev.slipway.desk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.journal.Acceptance;
import dev.slipway.journal.JobJournal;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Place;
import dev.slipway.request.StagingStep;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import dev.slipway.testbed.ScriptedGateway;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CancelTest {
    private static final JobOutcome CANCELLED = new JobOutcome.Cancelled("alice");

    @TempDir
    Path folder;

    @AutoClose
    MiddlewareTestBed bed;

    @BeforeEach
    void start() {
        bed = new MiddlewareTestBed(folder, 2, 1);
    }

    @Test
    void takes_a_queued_job_off() throws Exception {
        ScriptedGateway.Gate gate = bed.gateway.hold("books");
        bed.submit(JobRequests.small());
        gate.awaitEntered();
        JobToken queued = bed.submit(JobRequests.whole());

        bed.desk().cancel(MiddlewareTestBed.ALICE, queued);
        Job job = bed.untilClosed(queued);

        assertThat(job.outcome()).contains(CANCELLED);
        assertThat(bed.gateway.tried()).containsOnly("books");
    }

    @Test
    void interrupts_stage_in() throws Exception {
        ScriptedGateway.Gate gate = bed.gateway.hold("curve");
        JobToken token = bed.submit(JobRequests.whole());
        gate.awaitEntered();

        bed.desk().cancel(MiddlewareTestBed.ALICE, token);
        Job job = bed.untilClosed(token);

        assertThat(job.outcome()).contains(CANCELLED);
        assertThat(bed.gateway.moved()).doesNotContain("curve", "positions", "store-pnl");
        assertThat(bed.launcher.started()).isEmpty();
    }

    @Test
    void settles_a_step_of_stage_out_that_it_cuts_off() throws Exception {
        ScriptedGateway.Gate gate = bed.gateway.hold("store-pnl");
        bed.launcher.endAtOnce();
        JobToken token = bed.submit(JobRequests.whole());
        gate.awaitEntered();

        bed.desk().cancel(MiddlewareTestBed.ALICE, token);
        Job job = bed.untilClosed(token);

        assertThat(job.outcome()).contains(CANCELLED);
        assertThat(bed.gateway.settled()).containsOnlyOnce("store-pnl");
        assertThat(storing(job).failed().orElseThrow().message()).contains("nothing of it is left");
    }

    @Test
    void says_of_a_step_that_it_was_done_in_spite_of_the_cancel() throws Exception {
        ScriptedGateway.Gate gate = bed.gateway.hold("store-pnl");
        bed.launcher.endAtOnce();
        bed.gateway.didAll("store-pnl");
        JobToken token = bed.submit(JobRequests.whole());
        gate.awaitEntered();

        bed.desk().cancel(MiddlewareTestBed.ALICE, token);
        Job job = bed.untilClosed(token);

        assertThat(job.outcome()).contains(CANCELLED);
        assertThat(storing(job).moved()).isPresent();
    }

    @Test
    void a_place_that_is_away_holds_up_what_was_cut_off_until_it_is_back() throws Exception {
        JobToken token = cutOffWhileItsPlaceIsAway();

        bed.gateway.bringBack(new Place.Source("risk"));
        Job job = bed.untilClosed(token);

        assertThat(job.outcome()).contains(CANCELLED);
        assertThat(storing(job).failed().orElseThrow().message()).contains("nothing of it is left");
    }

    @Test
    void said_again_gives_up_what_was_cut_off_and_says_what_may_be_left() throws Exception {
        JobToken token = cutOffWhileItsPlaceIsAway();

        bed.desk().cancel(MiddlewareTestBed.ALICE, token);
        Job job = bed.untilClosed(token);

        assertThat(job.outcome()).contains(CANCELLED);
        assertThat(storing(job).failed().orElseThrow().detail()).contains("may have left try of store-pnl");
    }

    private JobToken cutOffWhileItsPlaceIsAway() throws Exception {
        ScriptedGateway.Gate gate = bed.gateway.hold("store-pnl");
        bed.launcher.endAtOnce();
        JobToken token = bed.submit(JobRequests.whole());
        gate.awaitEntered();
        bed.gateway.takeAway(new Place.Source("risk"), Problem.of(ProblemCode.DATABASE_UNREACHABLE, "away"));
        bed.desk().cancel(MiddlewareTestBed.ALICE, token);
        // All steps marked always are done: the job waits only for the place.
        bed.until(
                token,
                job -> job.decided() && hasSentItsLog(job) && job.blocked().isPresent());
        return token;
    }

    private static boolean hasSentItsLog(Job job) {
        return Optional.ofNullable(job.steps().get(new Job.StepId(StagingStep.Direction.OUT, "log")))
                .flatMap(Job.StepState::moved)
                .isPresent();
    }

    private static Job.StepState storing(Job job) {
        return job.steps().get(new Job.StepId(StagingStep.Direction.OUT, "store-pnl"));
    }

    @Test
    void ends_a_blocked_job_at_once() throws Exception {
        bed.gateway.fail("books", Problem.of(ProblemCode.DATABASE_UNREACHABLE, "away"));
        JobToken token = bed.submit(JobRequests.small());
        bed.until(token, job -> job.blocked().isPresent());

        bed.desk().cancel(MiddlewareTestBed.ALICE, token);
        Job job = bed.untilClosed(token);

        assertThat(job.outcome()).contains(CANCELLED);
        assertThat(job.blocked()).isEmpty();
    }

    @Test
    void takes_a_ready_job_off() throws Exception {
        JobToken running = bed.submit(JobRequests.small());
        bed.untilStarted(running);
        JobToken ready = bed.submit(JobRequests.small());
        bed.until(ready, JobState.READY);

        bed.desk().cancel(MiddlewareTestBed.ALICE, ready);
        Job job = bed.untilClosed(ready);

        assertThat(job.outcome()).contains(CANCELLED);
        assertThat(bed.launcher.started()).containsExactly(running.value());
        assertThat(bed.status(running).state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void kills_a_running_job_and_sends_out_what_always_goes() throws Exception {
        JobToken token = bed.submit(JobRequests.whole());
        bed.untilStarted(token);

        bed.desk().cancel(MiddlewareTestBed.OPERATOR, token);
        Job job = bed.untilClosed(token);

        assertThat(job.outcome()).contains(new JobOutcome.Cancelled("olga"));
        assertThat(bed.launcher.killed()).contains(token.value());
        assertThat(job.run().orElseThrow().report().reason()).isEqualTo("killed");
        assertThat(bed.gateway.moved()).contains("log").doesNotContain("store-pnl");
    }

    @Test
    void interrupts_stage_out() throws Exception {
        ScriptedGateway.Gate gate = bed.gateway.hold("store-pnl");
        bed.launcher.endAtOnce();
        JobToken token = bed.submit(JobRequests.whole());
        bed.until(token, JobState.STAGING_OUT);
        gate.awaitEntered();

        bed.desk().cancel(MiddlewareTestBed.ALICE, token);
        Job job = bed.untilClosed(token);

        assertThat(job.outcome()).contains(CANCELLED);
        assertThat(bed.gateway.moved()).contains("log").doesNotContain("store-pnl");
    }

    @Test
    void refuses_a_job_that_is_done_and_leaves_it_as_it_is() throws Exception {
        bed.launcher.endAtOnce();
        JobToken token = bed.submit(JobRequests.small());
        Job closed = bed.untilClosed(token);

        assertThatThrownBy(() -> bed.desk().cancel(MiddlewareTestBed.ALICE, token))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("has ended already: DONE");
        assertThat(bed.job(token)).isEqualTo(closed);
    }

    @Test
    void a_kill_that_is_refused_before_the_job_is_in_the_queue_does_not_keep_it_out() throws Exception {
        CountDownLatch looking = new CountDownLatch(1);
        CountDownLatch submitted = new CountDownLatch(1);
        ExecutorService killer = Executors.newSingleThreadExecutor();
        List<Future<?>> kill = new CopyOnWriteArrayList<>();
        bed.journals = journal -> after(journal, (method, answer) -> {
            if (answer instanceof Acceptance acceptance) {
                kill.add(killer.submit(() -> bed.desk().kill(MiddlewareTestBed.ALICE, acceptance.token())));
                looking.await();
            } else if (method.equals("load") && onLoop()) {
                looking.countDown();
                submitted.await();
            }
        });
        bed.restart();
        bed.launcher.endAtOnce();

        JobToken token = bed.submit(JobRequests.small());
        submitted.countDown();

        assertThatThrownBy(kill.get(0)::get).hasMessageContaining("kill takes running jobs only");
        killer.shutdown();
        assertThat(bed.untilClosed(token).outcome()).contains(new JobOutcome.Done());
    }

    private static boolean onLoop() {
        return Thread.currentThread().getName().equals("slipway-dispatch");
    }

    /** Hears of each call of the journal, before its answer is given. */
    private interface Hearing {
        void call(String method, Object answer) throws InterruptedException;
    }

    private static JobJournal after(JobJournal journal, Hearing hearing) {
        return (JobJournal) Proxy.newProxyInstance(
                JobJournal.class.getClassLoader(), new Class<?>[] {JobJournal.class}, (proxy, method, arguments) -> {
                    try {
                        Object answer = method.invoke(journal, arguments);
                        hearing.call(method.getName(), answer);
                        return answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void asks_once_however_often_it_is_called() throws Exception {
        ScriptedGateway.Gate gate = bed.gateway.hold("books");
        JobToken token = bed.submit(JobRequests.small());
        gate.awaitEntered();

        for (int i = 0; i < 3; i++) {
            bed.desk().cancel(MiddlewareTestBed.ALICE, token);
        }
        bed.untilClosed(token);

        assertThat(bed.middleware.journal().events(token).stream()
                        .filter(event -> event.event() instanceof JobEvent.CancelRequested))
                .hasSize(1);
    }

    @Test
    void goes_on_after_a_restart() throws Exception {
        JobToken token = bed.submit(JobRequests.small());
        bed.untilStarted(token);

        bed.desk().cancel(MiddlewareTestBed.ALICE, token);
        bed.restart();
        Job job = bed.untilClosed(token);

        assertThat(job.outcome()).contains(CANCELLED);
        assertThat(bed.launcher.started()).hasSize(1);
    }

    @Test
    void lets_an_auditor_look_but_not_cancel() {
        JobToken token = bed.submit(JobRequests.small());

        assertThat(bed.desk().status(MiddlewareTestBed.AUDITOR, token).owner()).isEqualTo("alice");
        assertThatThrownBy(() -> bed.desk().cancel(MiddlewareTestBed.AUDITOR, token))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().code()).isEqualTo(ProblemCode.NOT_AUTHORISED));
    }

    @Test
    void frees_the_queue_for_the_next_job() throws Exception {
        ScriptedGateway.Gate gate = bed.gateway.hold("curve");
        JobToken first = bed.submit(JobRequests.request(List.of(JobRequests.fetch("curve", 1)), List.of()));
        gate.awaitEntered();
        bed.launcher.endAtOnce();
        JobToken second = bed.submit(JobRequests.small());

        bed.desk().cancel(MiddlewareTestBed.ALICE, first);
        Job job = bed.untilClosed(second);

        assertThat(job.outcome()).contains(new JobOutcome.Done());
    }

    @Test
    void releases_a_ready_job_that_was_held_before_a_restart() throws Exception {
        ScriptedGateway.Gate gate = bed.gateway.hold("books");
        JobToken token = bed.submit(JobRequests.small());
        gate.awaitEntered();
        bed.desk().hold(MiddlewareTestBed.ALICE, token);
        gate.open();
        bed.until(token, JobState.READY);

        bed.restart();
        bed.desk().release(MiddlewareTestBed.ALICE, token);

        bed.untilStarted(token);
    }
}
