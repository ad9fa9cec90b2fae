package dev.slipway.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.run.ArrayPlace;
import dev.slipway.run.slurm.SlurmArray;
import dev.slipway.run.slurm.SlurmSubmission;
import dev.slipway.servers.Await;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The requests about arrays, which each way to a cluster makes. */
abstract class SlurmArraysContract extends SlurmRequestsContract {
    @Test
    void the_jobs_of_an_array_are_told_and_cancelled_each_alone() throws Exception {
        String array = name();
        SlurmSubmission one = submission(array, SLEEPS, hosts(TOO_MANY, Optional.empty()));
        ArrayPlace place = new ArrayPlace(array, 0, 1);
        SlurmSubmission all = new SlurmSubmission(
                one.options(), Optional.of(new SlurmArray(place, List.of(0, 1, 4))), one.log(), one.script());
        assertThat(requests().mostInArray(account()).orElseThrow()).isGreaterThan(100);

        String number = requests().submit(all, account(), () -> {});

        assertThat(queued(array + "_0", array + "_1", array + "_2", array + "_4", array))
                .extracting(job -> job.number() + " " + job.name() + " " + job.state())
                .containsExactlyInAnyOrder(
                        number + "_0 " + array + "_0 PENDING",
                        number + "_1 " + array + "_1 PENDING",
                        number + "_4 " + array + "_4 PENDING");
        requests().cancel(List.of(number + "_1"), account(), () -> {});
        awaitWaiting(2, array + "_0", array + "_1", array + "_4");
        Optional<String> comment = Optional.of(place.comment());
        assertThat(requests().knows(number + "_4", array, comment, account())).isTrue();
        assertThat(requests().knows(number, array, comment, account())).isTrue();
        assertThat(requests().knows(number + "_4", array, Optional.of(array), account()))
                .as("the comment of another array")
                .isFalse();
    }

    private void awaitWaiting(int count, String... names) {
        Await.until(count + " waiting jobs", () -> {
            try {
                return queued(names).stream()
                                .filter(job -> !job.state().isOver())
                                .count()
                        == count;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
