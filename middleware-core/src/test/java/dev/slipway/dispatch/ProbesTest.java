package dev.slipway.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.effect.Witness;
import dev.slipway.health.AnswerLog;
import dev.slipway.journal.store.PostgresJobJournal;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.Place;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.staging.PlaceHealth.Answer;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class ProbesTest {
    private static final Place RISK = new Place.Source("risk");
    private static final Problem AWAY = Problem.of(ProblemCode.DATABASE_UNREACHABLE, "source risk is away");
    private static final Instant START = Instant.parse("2026-05-04T10:00:00Z");

    private final Queue<Runnable> threads = new ArrayDeque<>();
    private final Queue<Optional<Problem>> answers = new ArrayDeque<>();
    private final List<Optional<Problem>> told = new ArrayList<>();
    private Instant now = START;

    private Probes probes() {
        return probes(place -> answers.remove());
    }

    private Probes probes(Probes.Probe probe) {
        Clock clock = new Clock() {
            @Override
            public Instant instant() {
                return now;
            }

            @Override
            public ZoneOffset getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(java.time.ZoneId zone) {
                throw new UnsupportedOperationException();
            }
        };
        DataSource store = PostgresDatabase.fresh().dataSource();
        PostgresJobJournal.open(store, clock, Witness.NONE);
        Probes probes = new Probes(probe, new AnswerLog(store), threads::add, clock);
        probes.tell((place, found) -> told.add(found));
        return probes;
    }

    private void answer(Probes probes, Optional<Problem> found) {
        answers.add(found);
        probes.ask(RISK);
        threads.remove().run();
        now = now.plusSeconds(60);
    }

    @Test
    void a_place_that_does_not_answer_is_not_asked_again() {
        Probes probes = probes();
        for (int i = 0; i < 50; i++) {
            probes.ask(RISK);
        }

        assertThat(threads).hasSize(1);
        assertThat(probes.health(RISK).asked()).contains(START);
        answers.add(Optional.empty());
        threads.remove().run();
        assertThat(probes.health(RISK).asked()).isEmpty();
        probes.ask(RISK);
        assertThat(threads).hasSize(1);
    }

    @Test
    void tells_of_every_answer_and_since_when_it_is_the_same() {
        Probes probes = probes();
        answer(probes, Optional.empty());
        answer(probes, Optional.empty());
        assertThat(probes.health(RISK).since()).contains(START);
        answer(probes, Optional.of(AWAY));
        answer(probes, Optional.of(Problem.of(AWAY.code(), "in other words")));

        assertThat(probes.health(RISK).since()).contains(START.plusSeconds(120));
        assertThat(told).hasSize(4).element(2).isEqualTo(Optional.of(AWAY));
    }

    @Test
    void remembers_the_last_answers_only() {
        Probes probes = probes();
        for (int i = 0; i < 100; i++) {
            answer(probes, Optional.empty());
        }

        List<Answer> kept = probes.health(RISK).answers();
        assertThat(kept).hasSize(30);
        assertThat(kept.get(29).at()).isEqualTo(START.plusSeconds(99 * 60));
    }

    @Test
    void a_probe_that_breaks_is_told_of_as_a_problem_that_lasts() {
        Probes probes = probes(place -> {
            throw new IllegalStateException("broken");
        });
        probes.ask(RISK);
        threads.remove().run();

        assertThat(told.get(0).orElseThrow().code()).isEqualTo(ProblemCode.INTERNAL);
        assertThat(probes.health(RISK).last().orElseThrow().problem()).isPresent();
    }
}
