package dev.slipway.journal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobToken;
import dev.slipway.job.RecordedEvent;
import dev.slipway.journal.JournalUnavailable;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.SettableClock;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class LatestJobsTest {
    private final SettableClock clock = new SettableClock();
    private final LatestJobs latest = new LatestJobs(clock);
    private final Job accepted = accepted("alice");
    private int reads;

    @Test
    void asks_the_store_once_for_a_job_that_nothing_happens_to() {
        look(accepted);
        look(accepted);

        assertThat(reads).isEqualTo(1);
    }

    @Test
    void asks_again_after_its_span() {
        look(accepted);
        clock.advance(LatestJobs.SPAN);
        look(accepted);

        assertThat(reads).isEqualTo(2);
    }

    @Test
    void asks_again_when_the_clock_was_set_back() {
        look(accepted);
        clock.advance(Duration.ofHours(-1));
        look(accepted);

        assertThat(reads).isEqualTo(2);
    }

    @Test
    void asks_for_the_job_of_another_as_for_an_unknown_one() {
        look(accepted);

        assertThat(latest.look(accepted.token(), Optional.of("bob"), store(null)))
                .isEmpty();
        assertThat(reads).isEqualTo(2);
    }

    @Test
    void shows_a_change_as_soon_as_it_is_written() {
        look(accepted);
        Job held = held(accepted);

        latest.change(List.of(accepted), () -> List.of(held));

        assertThat(look(accepted)).isEqualTo(held);
        assertThat(reads).isEqualTo(1);
    }

    @Test
    void asks_the_store_after_a_write_that_may_have_failed() {
        look(accepted);
        Job held = held(accepted);

        assertThatThrownBy(() -> latest.change(List.of(accepted), () -> {
                    throw new JournalUnavailable("gone", null);
                }))
                .isInstanceOf(JournalUnavailable.class);

        assertThat(look(held)).isEqualTo(held);
    }

    @Test
    void asks_the_store_after_a_write_that_ended_in_an_error_whoever_looked_meanwhile() {
        assertThatThrownBy(() -> latest.change(List.of(accepted), () -> {
                    look(accepted);
                    throw new OutOfMemoryError("made up");
                }))
                .isInstanceOf(OutOfMemoryError.class);

        Job held = held(accepted);
        assertThat(look(held)).isEqualTo(held);
    }

    @Test
    void keeps_nothing_that_was_read_while_another_wrote() {
        Job held = held(accepted);

        Optional<Job> read = latest.look(accepted.token(), Optional.empty(), () -> {
            latest.change(List.of(accepted), () -> List.of(held));
            return Optional.of(accepted);
        });

        assertThat(read).contains(accepted);
        assertThat(look(held)).isEqualTo(held);
    }

    @Test
    void replaces_what_was_read_while_it_was_being_written() {
        Job held = held(accepted);

        latest.change(List.of(accepted), () -> {
            look(accepted);
            return List.of(held);
        });

        assertThat(look(accepted)).isEqualTo(held);
        assertThat(reads).isEqualTo(1);
    }

    @Test
    void shows_the_last_of_two_changes_that_overlapped() {
        look(accepted);
        Job held = held(accepted);
        Job released = released(held);

        latest.change(List.of(accepted), () -> {
            latest.change(List.of(held), () -> List.of(released));
            return List.of(held);
        });

        assertThat(look(released)).isEqualTo(released);
    }

    @Test
    void is_shown_at_most_so_many_at_once() {
        List<Job> many = new ArrayList<>();
        for (int i = 0; i < LatestJobs.MOST + 100; i++) {
            many.add(accepted("alice"));
        }
        many.forEach(this::look);
        look(many.get(many.size() - 1));
        assertThat(reads).isEqualTo(LatestJobs.MOST + 100);
        reads = 0;

        many.forEach(job -> latest.look(job.token(), Optional.empty(), store(null)));

        assertThat(reads).isEqualTo(100);
    }

    private Job look(Job stored) {
        return latest.look(stored.token(), Optional.empty(), store(stored)).orElseThrow();
    }

    private Supplier<Optional<Job>> store(Job stored) {
        return () -> {
            reads++;
            return Optional.ofNullable(stored);
        };
    }

    private Job accepted(String owner) {
        return Job.replay(
                JobToken.random(new SecureRandom()),
                List.of(new RecordedEvent(
                        1,
                        clock.instant(),
                        new JobEvent.Accepted(
                                1,
                                owner,
                                "local",
                                "local",
                                "0".repeat(64),
                                JobRequests.small(),
                                Optional.empty(),
                                Optional.empty()))));
    }

    private Job held(Job job) {
        return after(job, new JobEvent.Held("alice", "local"));
    }

    private Job released(Job job) {
        return after(job, new JobEvent.Released("alice", "local"));
    }

    private Job after(Job job, JobEvent event) {
        return job.then(new RecordedEvent(job.version() + 1, clock.instant(), event));
    }
}
