package dev.slipway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.JobRequest;
import dev.slipway.staging.Place;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class OutageTest {
    private static final Place RISK = new Place.Source("risk");
    private static final Place MARKET_DATA = new Place.Host("market-data");
    private static final Problem AWAY = Problem.of(ProblemCode.DATABASE_UNREACHABLE, "source risk cannot be reached");
    private static final Problem BROKEN = Problem.of(ProblemCode.DATABASE_UNREACHABLE, "source risk broke off");
    private static final Problem HOST_AWAY =
            Problem.of(ProblemCode.HOST_UNREACHABLE, "host market-data cannot be reached");

    @TempDir
    Path folder;

    @AutoClose
    private Rig rig;

    @BeforeEach
    void start() {
        rig = new Rig(folder);
        rig.launcher.endAtOnce();
    }

    private static JobRequest onRisk() {
        return JobRequests.small();
    }

    private static JobRequest onHost() {
        return JobRequests.request(List.of(JobRequests.fetch("curve", 1)), List.of());
    }

    private long events(JobToken token, String kind) {
        return rig.desk().history(Rig.ALICE, token).stream()
                .filter(entry -> entry.event().equals(kind))
                .count();
    }

    private void untilProbed(Place place, int times) throws InterruptedException {
        JobToken any = rig.desk().list(Rig.ALICE, 0, 1).get(0).token();
        rig.until(
                any, job -> rig.gateway.probed().stream().filter(place::equals).count() >= times);
    }

    @Test
    void one_probe_asks_for_all_jobs_that_wait_and_all_go_on_when_the_place_answers() throws Exception {
        rig.gateway.takeAway(RISK, AWAY);
        List<JobToken> waiting = List.of(rig.submit(onRisk()), rig.submit(onRisk()), rig.submit(onRisk()));
        for (JobToken token : waiting) {
            rig.until(token, job -> job.blocked().equals(Optional.of(AWAY)));
        }
        List<JobToken> late = List.of(rig.submit(onRisk()), rig.submit(onRisk()));
        for (JobToken token : late) {
            rig.until(token, job -> job.blocked().isPresent());
        }
        int tried = rig.gateway.tried().size();
        untilProbed(RISK, 8);

        assertThat(tried).as("jobs that came later tried nothing").isLessThanOrEqualTo(3);
        assertThat(rig.gateway.tried()).hasSize(tried);
        rig.gateway.bringBack(RISK);
        for (JobToken token : List.of(waiting.get(0), waiting.get(1), waiting.get(2), late.get(0), late.get(1))) {
            assertThat(rig.untilClosed(token).outcome()).contains(new JobOutcome.Done());
            assertThat(events(token, "BLOCKED")).isEqualTo(1);
            assertThat(events(token, "UNBLOCKED")).isEqualTo(1);
        }
        assertThat(rig.gateway.moved()).hasSize(5);
    }

    @Test
    void probes_with_growing_waits_up_to_the_longest() throws Exception {
        rig.gateway.takeAway(RISK, AWAY);
        JobToken token = rig.submit(onRisk());
        rig.until(token, job -> job.blocked().isPresent());
        untilProbed(RISK, 9);

        List<Duration> delays = rig.timer.delays();
        for (int i = 0; i < 8; i++) {
            Duration full = Duration.ofSeconds(Math.min(60, 1L << i));
            assertThat(delays.get(i)).isBetween(full.multipliedBy(3).dividedBy(4), full);
        }
    }

    @Test
    void a_job_at_another_place_passes_and_a_step_of_the_same_job_goes_on_elsewhere() throws Exception {
        rig.gateway.takeAway(RISK, AWAY);
        JobToken blocked = rig.submit(JobRequests.request(
                List.of(JobRequests.extract("books", 1), JobRequests.fetch("curve", 1)), List.of()));
        JobToken other = rig.submit(onHost());

        rig.untilClosed(other);
        rig.until(
                blocked,
                job -> rig.gateway.moved().contains("curve") && job.blocked().isPresent());

        assertThat(rig.job(other).outcome()).contains(new JobOutcome.Done());
        assertThat(rig.status(blocked).blocked()).contains(AWAY);
        assertThat(rig.gateway.probed()).doesNotContain(MARKET_DATA);
    }

    @Test
    void a_failure_of_one_step_does_not_take_its_place_from_others() throws Exception {
        rig.gateway.fail("books", BROKEN);
        JobToken unlucky = rig.submit(onRisk());
        rig.until(unlucky, job -> job.blocked().isPresent());
        JobToken other = rig.submit(JobRequests.request(List.of(JobRequests.extract("positions", 1)), List.of()));

        assertThat(rig.untilClosed(other).outcome()).contains(new JobOutcome.Done());
        assertThat(events(other, "BLOCKED")).isZero();
        rig.gateway.heal("books");
        assertThat(rig.untilClosed(unlucky).outcome()).contains(new JobOutcome.Done());
    }

    @Test
    void a_place_that_answers_with_a_permanent_problem_lets_each_job_meet_it() throws Exception {
        rig.gateway.takeAway(RISK, AWAY);
        JobToken token = rig.submit(onRisk());
        untilProbed(RISK, 2);
        Problem login = Problem.of(ProblemCode.DATABASE_LOGIN, "source risk refuses the operator's login");
        rig.gateway.fail("books", login);
        rig.gateway.probed(RISK, login);

        assertThat(rig.untilClosed(token).outcome()).contains(new JobOutcome.Failed(JobState.STAGING_IN, login));
    }

    @Test
    void a_blocked_job_is_probed_before_its_first_try_after_a_restart() throws Exception {
        rig.gateway.takeAway(RISK, AWAY);
        JobToken token = rig.submit(onRisk());
        rig.until(token, job -> job.blocked().isPresent());
        rig.restart();
        int tried = rig.gateway.tried().size();
        int probed = rig.gateway.probed().size();
        untilProbed(RISK, probed + 3);

        assertThat(rig.gateway.tried()).hasSize(tried);
        assertThat(events(token, "BLOCKED")).isEqualTo(1);
        rig.gateway.bringBack(RISK);
        assertThat(rig.untilClosed(token).outcome()).contains(new JobOutcome.Done());
    }

    @Test
    void an_outage_that_lasts_too_long_fails_the_job_also_over_a_restart() throws Exception {
        rig.gateway.takeAway(RISK, AWAY);
        JobToken token = rig.submit(onRisk());
        rig.until(token, job -> job.blocked().isPresent());
        rig.clock.advance(Duration.ofHours(47));
        rig.restart();
        untilProbed(RISK, rig.gateway.probed().size() + 2);
        assertThat(rig.job(token).blocked()).contains(AWAY);
        rig.clock.advance(Duration.ofHours(1));

        Job job = rig.untilClosed(token);

        Problem problem = ((JobOutcome.Failed) job.outcome().orElseThrow()).problem();
        assertThat(problem.code()).isEqualTo(ProblemCode.OUTAGE_TOO_LONG);
        assertThat(problem.message()).isEqualTo("given up after 48 h: " + AWAY.message());
        assertThat(problem.detail()).contains(ProblemCode.DATABASE_UNREACHABLE.id());
    }

    @Test
    void a_launcher_that_is_away_too_long_fails_the_job_once_nothing_of_its_run_is_left() throws Exception {
        rig.launcher.breakDown(Optional.of(Problem.of(ProblemCode.MACHINE_BUSY, "no process to spare")));
        JobToken token = rig.submit(onRisk());
        rig.until(token, job -> job.blocked().isPresent());
        assertThat(rig.job(token).state()).isEqualTo(JobState.RUNNING);
        rig.clock.advance(Duration.ofHours(48));

        Job job = rig.untilClosed(token);

        assertThat(((JobOutcome.Failed) job.outcome().orElseThrow()).problem().code())
                .isEqualTo(ProblemCode.OUTAGE_TOO_LONG);
        assertThat(rig.launcher.killed()).containsExactly(token.value());
        assertThat(rig.launcher.started()).isEmpty();
    }

    @Test
    void an_outage_with_many_words_is_told_once_for_each() throws Exception {
        rig.gateway.fail("books", AWAY);
        JobToken token = rig.submit(onRisk());
        rig.until(token, job -> job.blocked().isPresent());
        for (int i = 0; i < 20; i++) {
            int tried = rig.gateway.tried().size();
            rig.gateway.fail("books", i % 2 == 0 ? BROKEN : AWAY);
            rig.until(token, job -> rig.gateway.tried().size() >= tried + 2);
        }

        assertThat(events(token, "BLOCKED")).isEqualTo(2);
        assertThat(events(token, "UNBLOCKED")).isZero();
    }

    @Test
    void a_launcher_that_comes_and_goes_does_not_fill_the_journal() throws Exception {
        Problem busy = Problem.of(ProblemCode.MACHINE_BUSY, "no process to spare");
        rig.launcher.runOn();
        JobToken token = rig.submit(onRisk());
        rig.untilStarted(token);
        for (int i = 0; i < 30; i++) {
            int before = rig.launcher.looks();
            rig.launcher.breakDown(Optional.of(busy));
            rig.until(token, job -> rig.launcher.looks() >= before + 2);
            int between = rig.launcher.looks();
            rig.launcher.breakDown(Optional.empty());
            rig.until(token, job -> rig.launcher.looks() >= between + 2);
        }

        assertThat(events(token, "BLOCKED")).isBetween(10L, 11L);
        assertThat(events(token, "UNBLOCKED")).isEqualTo(10);
        rig.launcher.end(token.value(), 0);
        assertThat(rig.untilClosed(token).outcome()).contains(new JobOutcome.Done());
    }

    @Test
    void when_one_of_two_places_is_back_the_reason_is_the_other() throws Exception {
        rig.gateway.takeAway(RISK, AWAY);
        rig.gateway.takeAway(MARKET_DATA, HOST_AWAY);
        JobToken token = rig.submit(JobRequests.request(
                List.of(JobRequests.extract("books", 1), JobRequests.fetch("curve", 1)), List.of()));
        untilProbed(RISK, 2);
        untilProbed(MARKET_DATA, 2);
        rig.gateway.bringBack(MARKET_DATA);
        rig.until(token, job -> rig.gateway.moved().contains("curve"));
        rig.until(token, job -> job.blocked().equals(Optional.of(AWAY)));
        rig.gateway.bringBack(RISK);

        assertThat(rig.untilClosed(token).outcome()).contains(new JobOutcome.Done());
        assertThat(events(token, "BLOCKED")).isLessThanOrEqualTo(3);
        assertThat(events(token, "UNBLOCKED")).isEqualTo(1);
    }

    @Test
    void a_job_that_waits_for_a_place_is_cancelled_at_once_and_the_place_is_forgotten() throws Exception {
        rig.gateway.takeAway(RISK, AWAY);
        JobToken token = rig.submit(onRisk());
        untilProbed(RISK, 3);

        rig.desk().cancel(Rig.ALICE, token);
        rig.untilClosed(token);
        JobToken other = rig.submit(onHost());
        rig.untilClosed(other);
        while (rig.timer.runNext()) {
            // What is still due finds nobody waiting.
        }
        int probed = rig.gateway.probed().size();
        JobToken last = rig.submit(onHost());
        rig.untilClosed(last);

        assertThat(rig.job(token).outcome()).contains(new JobOutcome.Cancelled("alice"));
        assertThat(rig.gateway.probed()).hasSize(probed);
    }
}
