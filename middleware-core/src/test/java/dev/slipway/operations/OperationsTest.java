package dev.slipway.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.audit.Operation;
import dev.slipway.audit.Search;
import dev.slipway.desk.Caller;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.operations.LimitUse.Limit;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Place;
import dev.slipway.servers.Await;
import dev.slipway.stoppage.Stoppage.LaunchesOn;
import dev.slipway.stoppage.Stoppage.StepsAt;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests the answers, checks and refusals of the operators' desk. */
class OperationsTest extends OperationsBench {
    private static final Problem AWAY = Problem.of(ProblemCode.DATABASE_UNREACHABLE, "source risk cannot be reached");

    private PlaceStanding risk() {
        return desk().places(MiddlewareTestBed.AUDITOR).get(0);
    }

    @Test
    void a_check_tells_how_a_place_stands_and_lets_jobs_go_on_before_their_next_try() throws Exception {
        assertThat(risk().answer()).isEqualTo(PlaceStanding.Answer.NONE);
        bed.gateway.takeAway(RISK, AWAY);
        JobToken token = bed.submit(JobRequests.small());
        bed.until(token, job -> job.blocked().isPresent());
        settled(token);

        PlaceStanding away = risk();
        assertThat(away.answer()).isEqualTo(PlaceStanding.Answer.AWAY);
        assertThat(away.health().last().orElseThrow().problem()).contains(AWAY);
        assertThat(away.health().last().orElseThrow().took()).isPositive();
        assertThat(away.waiting()).isEqualTo(1);
        bed.gateway.bringBack(RISK);
        desk().check(MiddlewareTestBed.OPERATOR, RISK);

        eventually(() ->
                bed.job(token).state() == JobState.CLOSED || bed.gateway.moved().contains("books"));
        assertThat(risk().answer()).isEqualTo(PlaceStanding.Answer.WELL);
        assertThat(risk().health().since())
                .contains(risk().health().last().orElseThrow().at());
        assertThat(risk().waiting()).isZero();
        assertThat(bed.untilClosed(token).outcome()).contains(new JobOutcome.Done());
    }

    @Test
    void a_check_that_finds_a_place_still_away_adds_no_second_row_of_tries() throws Exception {
        bed.gateway.takeAway(RISK, AWAY);
        JobToken token = bed.submit(JobRequests.small());
        bed.until(token, job -> job.blocked().isPresent());
        for (int i = 0; i < 6; i++) {
            // A check joins a probe that is under way, and would then make no probe of its own.
            settled(token);
            int rows = bed.timer.delays().size();
            desk().check(MiddlewareTestBed.OPERATOR, RISK);
            // The last effect of a probe's answer is a new delay for the next row of tries. When the delay is there,
            // the answer has been handled.
            eventually(() -> bed.timer.delays().size() > rows);
        }
        Await.until(
                () -> bed.desk().explain(MiddlewareTestBed.ALICE, token) + ", " + risk(), () -> nextTry(token) > 10);
        int wait = nextTry(token);
        int probed = bed.gateway.probed().size();
        Instant checked = bed.clock.instant();

        while (bed.gateway.probed().size() == probed) {
            assertThat(bed.timer.runNext()).isTrue();
            settled(token);
        }
        assertThat(Duration.between(checked, bed.clock.instant()))
                .as("the wait after the last check, and none of those before it")
                .isGreaterThanOrEqualTo(Duration.ofSeconds(wait - 1));
    }

    /** Returns the seconds until the next try at the place that the job waits for; 0 while no time is shown. */
    private int nextTry(JobToken token) {
        String words =
                bed.desk().explain(MiddlewareTestBed.ALICE, token).waitsFor().orElse("");
        return words.matches(".*tried again in \\d+ s") ? Integer.parseInt(words.replaceAll(".* (\\d+) s", "$1")) : 0;
    }

    /** Waits until the dispatcher has done all its tasks so far, and no place owes an answer. */
    private void settled(JobToken token) {
        bed.desk().release(MiddlewareTestBed.ALICE, token);
        eventually(() -> risk().health().asked().isEmpty());
        bed.desk().release(MiddlewareTestBed.ALICE, token);
    }

    @Test
    void every_configured_place_is_checked_in_turn() throws Exception {
        OperationsDesk checked = bed.middleware.operations(() -> List.of(RISK, MARKET_DATA), Duration.ofMillis(40));

        eventually(() -> checked.places(MiddlewareTestBed.OPERATOR).stream()
                .allMatch(place -> place.health().answers().size() >= 3));
        assertThat(checked.places(MiddlewareTestBed.OPERATOR))
                .extracting(PlaceStanding::place)
                .containsExactly(RISK, MARKET_DATA);
        // The probes begin in turn, but each on its own thread: a late one may let the next pass.
        assertThat(bed.gateway.probed().subList(0, 4)).contains(RISK, MARKET_DATA);
    }

    @Test
    void a_paused_place_that_is_configured_no_more_is_still_shown_and_can_be_resumed() {
        desk().stop(MiddlewareTestBed.OPERATOR, STEPS_AT_RISK, "");
        OperationsDesk without = bed.middleware.operations(() -> List.of(MARKET_DATA), Duration.ZERO);

        assertThat(without.places(MiddlewareTestBed.OPERATOR)).hasSize(2).anySatisfy(place -> {
            assertThat(place.place()).isEqualTo(RISK);
            assertThat(place.configured()).isFalse();
        });
        without.resume(MiddlewareTestBed.OPERATOR, STEPS_AT_RISK);
        assertThat(without.places(MiddlewareTestBed.OPERATOR)).hasSize(1);
    }

    @Test
    void every_change_stands_in_the_ledger_once_and_is_found_there() {
        OperationsDesk desk = desk();
        desk.stop(MiddlewareTestBed.OPERATOR, SERVICE, "Weekend\n");
        desk.stop(MiddlewareTestBed.OPERATOR, SERVICE, "again");
        desk.stop(MiddlewareTestBed.OPERATOR, LOCAL, "");
        desk.stop(MiddlewareTestBed.OPERATOR, STEPS_AT_RISK, "");
        desk.resume(MiddlewareTestBed.OPERATOR, SERVICE);
        desk.resume(MiddlewareTestBed.OPERATOR, SERVICE);

        assertThat(found(by("olga")))
                .containsExactly(
                        "RESUMED all launches",
                        "PAUSED source:risk",
                        "DRAINED partition:local",
                        "DRAINED all launches: Weekend");
        assertThat(found(new Search(
                        Optional.empty(),
                        Optional.of("DRAINED"),
                        Optional.of("WEEK"),
                        Optional.empty(),
                        Optional.empty())))
                .containsExactly("DRAINED all launches: Weekend");
        assertThat(found(by("nobody"))).isEmpty();
        Operation first = bed.middleware
                .audit()
                .operations(MiddlewareTestBed.AUDITOR, by("olga"), 3, 1)
                .get(0);
        assertThat(bed.middleware.audit().count(MiddlewareTestBed.AUDITOR, by("olga")))
                .isEqualTo(4);
        assertThat(bed.middleware
                        .audit()
                        .count(
                                MiddlewareTestBed.AUDITOR,
                                new Search(
                                        Optional.of("olga"),
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.of(first.at()),
                                        Optional.of(first.at()))))
                .isZero();
        assertThat(bed.middleware
                        .audit()
                        .verify(MiddlewareTestBed.AUDITOR, Optional.empty())
                        .findings())
                .isEmpty();
    }

    private static Search by(String user) {
        return new Search(Optional.of(user), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    private List<String> found(Search search) {
        return bed.middleware.audit().operations(MiddlewareTestBed.AUDITOR, search, 0, 100).stream()
                .map(operation -> operation.kind() + " " + operation.text())
                .toList();
    }

    @Test
    void tells_how_the_queue_stands() throws Exception {
        bed.close();
        bed = new MiddlewareTestBed(folder.resolve("standing"));
        JobToken running = bed.submit(JobRequests.small());
        bed.untilStarted(running);
        JobToken ready = bed.submit(JobRequests.small());
        bed.until(ready, JobState.READY);
        bed.gateway.hold("curve");
        JobToken staging = bed.submit(onHost());
        bed.until(staging, JobState.STAGING_IN);
        bed.desk().hold(MiddlewareTestBed.ALICE, staging);
        eventually(() -> desk().queue(MiddlewareTestBed.OPERATOR)
                        .partitions()
                        .get(0)
                        .waiting()
                        .ready()
                == 1);

        QueueStanding queue = desk().queue(MiddlewareTestBed.AUDITOR);
        PartitionStanding local = queue.partitions().get(0);
        assertThat(local.name()).isEqualTo("local");
        assertThat(List.of(
                        local.slots(),
                        local.taken(),
                        local.idle(),
                        local.runs(),
                        local.waiting().ready(),
                        local.waiting().coming()))
                .containsExactly(2, 2, 0, 1, 1, 1);
        assertThat(local.waiting().why()).contains("the first needs 2 slots, and 0 are idle");
        assertThat(queue.jobs().byState())
                .containsEntry(JobState.RUNNING, 1L)
                .containsEntry(JobState.READY, 1L)
                .containsEntry(JobState.STAGING_IN, 1L)
                .containsEntry(JobState.QUEUED, 0L);
        assertThat(queue.jobs().held()).isEqualTo(1);
        assertThat(queue.limits())
                .contains(new LimitUse(Limit.JOBS_STAGING_IN, 1, 3), new LimitUse(Limit.STEPS_AT_ONCE, 1, 8));
        assertThat(queue.disks()).hasSize(2).allMatch(disk -> disk.free() > disk.spare());
        bed.launcher.end(running.value(), 0);
        bed.untilClosed(running);
        assertThat(desk().queue(MiddlewareTestBed.AUDITOR).jobs().closed()).isEqualTo(Map.of("DONE", 1L));
    }

    @Test
    void operators_change_auditors_look_and_nobody_else_does_either() {
        OperationsDesk desk = desk();
        for (Caller caller : List.of(MiddlewareTestBed.ALICE, MiddlewareTestBed.AUDITOR)) {
            refused(ProblemCode.NOT_AUTHORISED, () -> desk.stop(caller, SERVICE, ""));
            refused(ProblemCode.NOT_AUTHORISED, () -> desk.resume(caller, SERVICE));
            refused(ProblemCode.NOT_AUTHORISED, () -> desk.check(caller, RISK));
        }
        refused(ProblemCode.NOT_AUTHORISED, () -> desk.queue(MiddlewareTestBed.ALICE));
        refused(ProblemCode.NOT_AUTHORISED, () -> desk.places(MiddlewareTestBed.ALICE));
        refused(ProblemCode.NOT_AUTHORISED, () -> bed.middleware.audit().count(MiddlewareTestBed.ALICE, Search.ALL));
        assertThat(desk.queue(MiddlewareTestBed.AUDITOR).drained()).isEmpty();
    }

    @Test
    void what_is_not_there_cannot_be_stopped_resumed_or_checked() {
        OperationsDesk desk = desk();
        refused(
                ProblemCode.PARTITION_UNKNOWN,
                () -> desk.stop(MiddlewareTestBed.OPERATOR, new LaunchesOn("nowhere"), ""));
        refused(
                ProblemCode.SOURCE_UNKNOWN,
                () -> desk.stop(MiddlewareTestBed.OPERATOR, new StepsAt(new Place.Folder("nowhere")), ""));
        refused(ProblemCode.SOURCE_UNKNOWN, () -> desk.check(MiddlewareTestBed.OPERATOR, new Place.Site("nowhere")));
        refused(
                ProblemCode.PARTITION_UNKNOWN,
                () -> desk.resume(MiddlewareTestBed.OPERATOR, new LaunchesOn("nowhere")));
        refused(
                ProblemCode.SOURCE_UNKNOWN,
                () -> desk.resume(MiddlewareTestBed.OPERATOR, new StepsAt(new Place.Host("nowhere"))));
        refused(ProblemCode.FORM_INVALID, () -> desk.stop(MiddlewareTestBed.OPERATOR, SERVICE, "x".repeat(201)));
        assertThat(desk.queue(MiddlewareTestBed.OPERATOR).drained()).isEmpty();
    }

    private static void refused(ProblemCode code, Runnable call) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(ProblemException.class, thrown -> assertThat(
                        thrown.problem().code())
                .isEqualTo(code));
    }
}
