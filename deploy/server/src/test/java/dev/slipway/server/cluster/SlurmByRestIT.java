package dev.slipway.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.ResourceDemand;
import dev.slipway.run.OsAccount;
import dev.slipway.run.UserDatabase;
import dev.slipway.run.slurm.ClusterWay;
import dev.slipway.run.slurm.SlurmRequests;
import dev.slipway.run.slurm.SlurmSubmission;
import dev.slipway.servers.Await;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests to a real slurmrestd, as users of this machine. */
class SlurmByRestIT extends SlurmArraysContract {
    private static final String OTHER = "nobody";

    @TempDir
    Path tokens;

    private ClusterWay way;

    @BeforeEach
    void giveTokens() throws Exception {
        for (String user : List.of(ClusterBed.BOTH, OTHER)) {
            Files.writeString(tokens.resolve(user), bed.slurm().token(user));
        }
        way = way(Await.PATIENCE);
    }

    private ClusterWay way(Duration timeout) {
        return SlurmByRest.way(
                Clusters.main(Optional.empty(), timeout),
                new SlurmByRest.Place(URI.create(bed.slurm().rest()), OTHER, tokens),
                Clock.systemUTC());
    }

    @Override
    SlurmRequests requests() {
        return way.requests();
    }

    @Override
    SlurmRequests requests(Duration timeout) {
        return way(timeout).requests();
    }

    @Override
    OsAccount account() {
        return new UserDatabase().find(ClusterBed.BOTH).orElseThrow();
    }

    @Test
    void users_are_those_of_this_machine_and_root_is_none() {
        assertThat(way.users().find(ClusterBed.BOTH)).contains(account());
        assertThat(way.users().find("root")).isEmpty();
        assertThat(way.users().find(ClusterBed.THERE)).isEmpty();
        assertThat(way.users().watcher().orElseThrow().name()).isEqualTo(OTHER);
    }

    /** The requests share connections, which must not keep the identity of an earlier request. */
    @Test
    void requests_of_several_users_in_turns_keep_their_users() throws Exception {
        List<OsAccount> users =
                List.of(account(), new UserDatabase().find(OTHER).orElseThrow());
        List<String> expected = new ArrayList<>();
        for (int turn = 0; turn < 10; turn++) {
            OsAccount user = users.get(turn % 2);
            String number = requests().submit(submission(name(), "#!/bin/sh\n", ResourceDemand.NONE), user, () -> {});
            assertThat(requests().queued(List.of("x"), Set.copyOf(users), users.get((turn + 1) % 2), Instant.now()))
                    .isEmpty();
            expected.add(number + " " + user.name());
        }

        assertThat(bed.slurm()
                        .command("squeue", "--noheader", "--states=all", "--format=%A %u")
                        .lines())
                .containsAll(expected);
    }

    @Test
    void a_user_cannot_cancel_the_job_of_another() throws Exception {
        String name = name();
        String number = sleeping(name);
        OsAccount other = new UserDatabase().find(OTHER).orElseThrow();

        requests().cancel(List.of(number), other, () -> {});

        assertThat(queued(name)).noneMatch(job -> job.state().isOver());
    }

    @Test
    void a_token_that_the_cluster_does_not_accept_is_an_outage_and_no_refusal() throws Exception {
        Path file = tokens.resolve(ClusterBed.BOTH);
        String valid = Files.readString(file);
        Files.writeString(file, forged(valid));
        SlurmSubmission run = submission(name(), "#!/bin/sh\n", ResourceDemand.NONE);

        Problem listing = outage(() -> queued("x"));
        outage(() -> requests().submit(run, account(), () -> {}));

        assertThat(listing.detail())
                .contains("slipway.clusters.main.host.rest.tokens")
                .doesNotContain(valid.strip());
        Files.writeString(file, valid);
        assertThat(queued("x")).isEmpty();
    }

    /** Returns the token with another signature. */
    private static String forged(String token) {
        String text = token.strip();
        int at = text.lastIndexOf('.') + 1;
        return text.substring(0, at) + (text.charAt(at) == 'A' ? 'B' : 'A') + text.substring(at + 1);
    }

    @Test
    void a_slurmrestd_that_is_gone_is_an_outage_until_it_is_back() throws Exception {
        assertThat(queued("x")).isEmpty();
        bed.slurm().killRest();
        try {
            assertThat(outage(() -> queued("x")).message()).contains("slurmrestd at http://");
        } finally {
            bed.slurm().startRest();
        }
        Await.until("an answer of slurmrestd", () -> {
            try {
                return queued("x").isEmpty();
            } catch (ProblemException e) {
                return false;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Test
    void a_cut_link_is_an_outage_within_the_time_of_a_request() throws Exception {
        assertThat(queued("x")).isEmpty();
        bed.slurm().cutOutside();
        try {
            outage(() ->
                    requests(Duration.ofSeconds(2)).queued(List.of("x"), Set.of(account()), account(), Instant.now()));
        } finally {
            bed.slurm().mendOutside();
        }
        assertThat(queued("x")).isEmpty();
    }
}
