package dev.slipway.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.operations.OperationsBench;
import dev.slipway.operations.PlaceStanding;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.staging.PlaceHealth;
import dev.slipway.staging.PlaceHealth.Answer;
import dev.slipway.testbed.MiddlewareTestBed;
import dev.slipway.testbed.StoreOutage;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests what the service keeps of the answers of places. */
class AnswerLogTest extends OperationsBench {
    private static final Instant START = Instant.parse("2026-05-04T10:00:00Z");
    private static final Problem AWAY =
            new Problem(ProblemCode.DATABASE_UNREACHABLE, "source risk cannot be reached", "refused\ntwice");

    private static Answer answer(int minute, Duration took, Problem problem) {
        return new Answer(START.plus(Duration.ofMinutes(minute)), took, Optional.ofNullable(problem));
    }

    private PlaceStanding risk() {
        return desk().places(MiddlewareTestBed.AUDITOR).get(0);
    }

    private void check() {
        int before = risk().health().answers().size();
        desk().check(MiddlewareTestBed.OPERATOR, RISK);
        eventually(() -> risk().health().answers().size() > before
                && risk().health().asked().isEmpty());
    }

    @Test
    void a_restart_forgets_neither_the_answers_nor_since_when_a_place_is_away() {
        check();
        bed.gateway.takeAway(RISK, AWAY);
        bed.clock.advance(Duration.ofMinutes(1));
        check();
        bed.clock.advance(Duration.ofMinutes(1));
        check();
        PlaceHealth before = risk().health();
        assertThat(before.since()).contains(before.answers().get(1).at());

        bed.restart();
        assertThat(risk().health()).isEqualTo(before);
        assertThat(risk().answer()).isEqualTo(PlaceStanding.Answer.AWAY);
        bed.clock.advance(Duration.ofMinutes(1));
        check();
        assertThat(risk().health().since()).as("away all the time").isEqualTo(before.since());
        assertThat(risk().health().answers()).hasSize(4);
    }

    @Test
    void the_newest_answers_are_kept_and_no_more_rows_than_that() throws Exception {
        AnswerLog log = new AnswerLog(bed.dataSource);
        IntStream.range(0, 2 * AnswerLog.KEPT + 5)
                .forEach(minute -> log.heard("host:md1", answer(minute, Duration.ofNanos(minute), null)));
        log.heard("host:md2", answer(0, Duration.ofSeconds(5), AWAY));

        PlaceHealth kept = new AnswerLog(bed.dataSource).health("host:md1");
        assertThat(kept).isEqualTo(log.health("host:md1"));
        assertThat(kept.answers()).hasSize(AnswerLog.KEPT);
        assertThat(kept.last())
                .contains(answer(2 * AnswerLog.KEPT + 4, Duration.ofNanos(2 * AnswerLog.KEPT + 4), null));
        assertThat(kept.since()).contains(START);
        assertThat(new AnswerLog(bed.dataSource).health("host:md2").last())
                .contains(answer(0, Duration.ofSeconds(5), AWAY));
        try (var connection = bed.dataSource.getConnection();
                var rows = connection.createStatement().executeQuery("SELECT count(*) FROM slipway.answer")) {
            rows.next();
            assertThat(rows.getInt(1))
                    .as("the kept answers, an answer of another place, and its last failure")
                    .isEqualTo(AnswerLog.KEPT + 2);
        }
    }

    @Test
    void the_last_failure_outlives_good_answers_and_a_restart() {
        AnswerLog log = new AnswerLog(bed.dataSource);
        log.heard("cluster:main", answer(0, Duration.ofSeconds(5), AWAY));
        IntStream.rangeClosed(1, 2 * AnswerLog.KEPT)
                .forEach(minute -> log.heard("cluster:main", answer(minute, Duration.ofMillis(1), null)));

        assertThat(log.health("cluster:main").failure()).contains(answer(0, Duration.ofSeconds(5), AWAY));
        assertThat(new AnswerLog(bed.dataSource).health("cluster:main")).isEqualTo(log.health("cluster:main"));
    }

    @Test
    void a_subject_that_answers_all_the_time_has_one_kept_answer_a_minute_and_all_its_failures() {
        AnswerLog log = new AnswerLog(bed.dataSource);
        IntStream.range(0, 90)
                .forEach(second -> log.heardOften(
                        "cluster:main",
                        new Answer(START.plusSeconds(second), Duration.ofMillis(second), Optional.empty())));
        assertThat(log.health("cluster:main").answers())
                .as("the last of the first minute, and the newest")
                .extracting(one -> one.took().toMillis())
                .containsExactly(59L, 89L);

        log.heardOften("cluster:main", new Answer(START.plusSeconds(90), Duration.ofSeconds(5), Optional.of(AWAY)));
        log.heardOften("cluster:main", new Answer(START.plusSeconds(91), Duration.ofSeconds(5), Optional.of(AWAY)));
        log.heardOften("cluster:main", new Answer(START.plusSeconds(92), Duration.ofMillis(92), Optional.empty()));

        assertThat(log.health("cluster:main").answers()).hasSize(5);
        PlaceHealth kept = new AnswerLog(bed.dataSource).health("cluster:main");
        assertThat(kept.answers()).hasSize(5);
        assertThat(kept.since()).contains(START.plusSeconds(92));
        assertThat(kept.failure().orElseThrow().at()).isEqualTo(START.plusSeconds(91));
    }

    @Test
    void a_place_is_checked_also_while_the_store_is_away() throws Exception {
        check();
        bed.gateway.takeAway(RISK, AWAY);
        StoreOutage outage = StoreOutage.of(bed.dataSource);
        try (outage) {
            check();
            assertThat(risk().answer()).isEqualTo(PlaceStanding.Answer.AWAY);
        }
        bed.gateway.bringBack(RISK);
        check();

        PlaceHealth before = risk().health();
        bed.restart();
        assertThat(risk().health().answers())
                .as("the answer that the store did not get is lost, all others are not")
                .containsExactly(before.answers().get(0), before.answers().get(2));
    }

    @Test
    void the_median_is_that_of_the_answers_that_let_the_service_in() {
        PlaceHealth health = PlaceHealth.UNKNOWN;
        assertThat(health.median()).isEmpty();
        for (int millis : new int[] {40, 10, 20}) {
            health = health.with(answer(0, Duration.ofMillis(millis), null), START, 30);
        }
        assertThat(health.median()).contains(Duration.ofMillis(20));
        assertThat(health.with(answer(0, Duration.ofMillis(30), null), START, 30)
                        .median())
                .contains(Duration.ofMillis(25));
        assertThat(health.with(answer(0, Duration.ofSeconds(10), AWAY), START, 30)
                        .median())
                .as("the time until a place was given up is no latency")
                .contains(Duration.ofMillis(20));
    }
}
