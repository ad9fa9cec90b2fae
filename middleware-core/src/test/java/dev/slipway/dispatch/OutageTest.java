package dev.slipway.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.JobRequest;
import dev.slipway.request.Place;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
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
    private MiddlewareTestBed bed;

    @BeforeEach
    void start() {
        bed = new MiddlewareTestBed(folder);
        bed.launcher.endAtOnce();
    }

    private static JobRequest onRisk() {
        return JobRequests.small();
    }

    private static JobRequest onHost() {
        return JobRequests.request(List.of(JobRequests.fetch("curve", 1)), List.of());
    }

    private long events(JobToken token, String kind) {
        return bed.desk().history(MiddlewareTestBed.ALICE, token).stream()
                .filter(entry -> entry.event().equals(kind))
                .count();
    }

    private void untilProbed(Place place, int times) throws InterruptedException {
        JobToken any = bed.desk().list(MiddlewareTestBed.ALICE, 0, 1).get(0).token();
        bed.until(
                any, job -> bed.gateway.probed().stream().filter(place::equals).count() >= times);
    }

    @Test
    void one_probe_asks_for_all_jobs_that_wait_and_all_go_on_when_the_place_answers() throws Exception {
        bed.gateway.takeAway(RISK, AWAY);
        List<JobToken> waiting = List.of(bed.submit(onRisk()), bed.submit(onRisk()), bed.submit(onRisk()));
        for (JobToken token : waiting) {
            bed.until(token, job -> job.blocked().equals(Optional.of(AWAY)));
        }
        List<JobToken> late = List.of(bed.submit(onRisk()), bed.submit(onRisk()));
        for (JobToken token : late) {
            bed.until(token, job -> job.blocked().isPresent());
        }
        int tried = bed.gateway.tried().size();
        untilProbed(RISK, 8);

        assertThat(tried).as("jobs that came later tried nothing").isLessThanOrEqualTo(3);
        assertThat(bed.gateway.tried()).hasSize(tried);
        bed.gateway.bringBack(RISK);
        for (JobToken token : List.of(waiting.get(0), waiting.get(1), waiting.get(2), late.get(0), late.get(1))) {
            assertThat(bed.untilClosed(token).outcome()).contains(new JobOutcome.Done());
            assertThat(events(token, "BLOCKED")).isEqualTo(1);
            assertThat(events(token, "UNBLOCKED")).isEqualTo(1);
        }
        assertThat(bed.gateway.moved()).hasSize(5);
    }

    @Test
    void probes_with_growing_waits_up_to_the_longest() throws Exception {
        bed.gateway.takeAway(RISK, AWAY);
        JobToken token = bed.submit(onRisk());
        bed.until(token, job -> job.blocked().isPresent());
        untilProbed(RISK, 9);

        List<Duration> delays = bed.timer.delays();
        for (int i = 0; i < 8; i++) {
            Duration full = Duration.ofSeconds(Math.min(60, 1L << i));
            assertThat(delays.get(i)).isBetween(full.multipliedBy(3).dividedBy(4), full);
        }
    }

    @Test
    void a_job_at_another_place_passes_and_a_step_of_the_same_job_goes_on_elsewhere() throws Exception {
        bed.gateway.takeAway(RISK, AWAY);
        JobToken blocked = bed.submit(JobRequests.request(
                List.of(JobRequests.extract("books", 1), JobRequests.fetch("curve", 1)), List.of()));
        JobToken other = bed.submit(onHost());

        bed.untilClosed(other);
        bed.until(
                blocked,
                job -> bed.gateway.moved().contains("curve") && job.blocked().isPresent());

        assertThat(bed.job(other).outcome()).contains(new JobOutcome.Done());
        assertThat(bed.status(blocked).blocked()).contains(AWAY);
        assertThat(bed.gateway.probed()).doesNotContain(MARKET_DATA);
    }

    @Test
    void a_failure_of_one_step_does_not_take_its_place_from_others() throws Exception {
        bed.gateway.fail("books", BROKEN);
        JobToken unlucky = bed.submit(onRisk());
        bed.until(unlucky, job -> job.blocked().isPresent());
        JobToken other = bed.submit(JobRequests.request(List.of(JobRequests.extract("positions", 1)), List.of()));

        assertThat(bed.untilClosed(other).outcome()).contains(new JobOutcome.Done());
        assertThat(events(other, "BLOCKED")).isZero();
        bed.gateway.heal("books");
        assertThat(bed.untilClosed(unlucky).outcome()).contains(new JobOutcome.Done());
    }

    @Test
    void a_place_that_answers_with_a_permanent_problem_lets_each_job_meet_it() throws Exception {
        bed.gateway.takeAway(RISK, AWAY);
        JobToken token = bed.submit(onRisk());
        untilProbed(RISK, 2);
        Problem login = Problem.of(ProblemCode.DATABASE_LOGIN, "source risk refuses the operator's login");
        bed.gateway.fail("books", login);
        bed.gateway.probed(RISK, login);

        assertThat(bed.untilClosed(token).outcome()).contains(new JobOutcome.Failed(JobState.STAGING_IN, login));
    }

    @Test
    void a_blocked_job_is_probed_before_its_first_try_after_a_restart() throws Exception {
        bed.gateway.takeAway(RISK, AWAY);
        JobToken token = bed.submit(onRisk());
        bed.until(token, job -> job.blocked().isPresent());
        bed.restart();
        int tried = bed.gateway.tried().size();
        int probed = bed.gateway.probed().size();
        untilProbed(RISK, probed + 3);

        assertThat(bed.gateway.tried()).hasSize(tried);
        assertThat(events(token, "BLOCKED")).isEqualTo(1);
        bed.gateway.bringBack(RISK);
        assertThat(bed.untilClosed(token).outcome()).contains(new JobOutcome.Done());
    }

    @Test
    void an_outage_that_lasts_too_long_fails_the_job_also_over_a_restart() throws Exception {
        bed.gateway.takeAway(RISK, AWAY);
        JobToken token = bed.submit(onRisk());
        bed.until(token, job -> job.blocked().isPresent());
        bed.clock.advance(Duration.ofHours(47));
        bed.restart();
        untilProbed(RISK, bed.gateway.probed().size() + 2);
        assertThat(bed.job(token).blocked()).contains(AWAY);
        bed.clock.advance(Duration.ofHours(1));

        Job job = bed.untilClosed(token);

        Problem problem = ((JobOutcome.Failed) job.outcome().orElseThrow()).problem();
        assertThat(problem.code()).isEqualTo(ProblemCode.OUTAGE_TOO_LONG);
        assertThat(problem.message()).isEqualTo("given up after 48 h: " + AWAY.message());
        assertThat(problem.detail()).contains(ProblemCode.DATABASE_UNREACHABLE.id());
    }

    @Test
    void a_launcher_that_is_away_too_long_fails_the_job_once_nothing_of_its_run_is_left() throws Exception {
        bed.launcher.breakDown(Optional.of(Problem.of(ProblemCode.MACHINE_BUSY, "no process to spare")));
        JobToken token = bed.submit(onRisk());
        bed.until(token, job -> job.blocked().isPresent());
        assertThat(bed.job(token).state()).isEqualTo(JobState.RUNNING);
        bed.clock.advance(Duration.ofHours(48));

        Job job = bed.untilClosed(token);

        assertThat(((JobOutcome.Failed) job.outcome().orElseThrow()).problem().code())
                .isEqualTo(ProblemCode.OUTAGE_TOO_LONG);
        assertThat(bed.launcher.killed()).containsExactly(token.value());
        assertThat(bed.launcher.started()).isEmpty();
    }

    @Test
    void an_outage_with_many_words_is_told_once_for_each() throws Exception {
        bed.gateway.fail("books", AWAY);
        JobToken token = bed.submit(onRisk());
        bed.until(token, job -> job.blocked().isPresent());
        for (int i = 0; i < 20; i++) {
            int tried = bed.gateway.tried().size();
            bed.gateway.fail("books", i % 2 == 0 ? BROKEN : AWAY);
            bed.until(token, job -> bed.gateway.tried().size() >= tried + 2);
        }

        assertThat(events(token, "BLOCKED")).isEqualTo(2);
        assertThat(events(token, "UNBLOCKED")).isZero();
    }

    @Test
    void a_launcher_that_comes_and_goes_does_not_fill_the_journal() throws Exception {
        Problem busy = Problem.of(ProblemCode.MACHINE_BUSY, "no process to spare");
        bed.launcher.runOn();
        JobToken token = bed.submit(onRisk());
        bed.untilStarted(token);
        for (int i = 0; i < 30; i++) {
            int before = bed.launcher.looks();
            bed.launcher.breakDown(Optional.of(busy));
            bed.until(token, job -> bed.launcher.looks() >= before + 2);
            int between = bed.launcher.looks();
            bed.launcher.breakDown(Optional.empty());
            bed.until(token, job -> bed.launcher.looks() >= between + 2);
        }

        assertThat(events(token, "BLOCKED")).isBetween(10L, 11L);
        assertThat(events(token, "UNBLOCKED")).isEqualTo(10);
        bed.launcher.end(token.value(), 0);
        assertThat(bed.untilClosed(token).outcome()).contains(new JobOutcome.Done());
    }

    @Test
    void when_one_of_two_places_is_back_the_reason_is_the_other() throws Exception {
        bed.gateway.takeAway(RISK, AWAY);
        bed.gateway.takeAway(MARKET_DATA, HOST_AWAY);
        JobToken token = bed.submit(JobRequests.request(
                List.of(JobRequests.extract("books", 1), JobRequests.fetch("curve", 1)), List.of()));
        untilProbed(RISK, 2);
        untilProbed(MARKET_DATA, 2);
        bed.gateway.bringBack(MARKET_DATA);
        bed.until(token, job -> bed.gateway.moved().contains("curve"));
        bed.until(token, job -> job.blocked().equals(Optional.of(AWAY)));
        bed.gateway.bringBack(RISK);

        assertThat(bed.untilClosed(token).outcome()).contains(new JobOutcome.Done());
        assertThat(events(token, "BLOCKED")).isLessThanOrEqualTo(3);
        assertThat(events(token, "UNBLOCKED")).isEqualTo(1);
    }

    @Test
    void a_job_that_waits_for_a_place_is_cancelled_at_once_and_the_place_is_forgotten() throws Exception {
        bed.gateway.takeAway(RISK, AWAY);
        JobToken token = bed.submit(onRisk());
        untilProbed(RISK, 3);

        bed.desk().cancel(MiddlewareTestBed.ALICE, token);
        bed.untilClosed(token);
        JobToken other = bed.submit(onHost());
        bed.untilClosed(other);
        while (bed.timer.runNext()) {
            // The tasks that are still due find no job that waits.
        }
        int probed = bed.gateway.probed().size();
        JobToken last = bed.submit(onHost());
        bed.untilClosed(last);

        assertThat(bed.job(token).outcome()).contains(new JobOutcome.Cancelled("alice"));
        assertThat(bed.gateway.probed()).hasSize(probed);
    }
}
