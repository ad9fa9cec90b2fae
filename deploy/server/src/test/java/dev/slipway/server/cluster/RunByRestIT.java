package dev.slipway.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTParser;
import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.UserDatabase;
import dev.slipway.run.slurm.ClusterWay;
import dev.slipway.servers.Await;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.Date;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whole jobs on a cluster that is reached by slurmrestd, over a link that can lose an answer. */
class RunByRestIT extends JobsAtClusterContract {
    private static final String WATCHER = "nobody";

    private Path tokens;
    private LosingLink link;

    @Override
    void reach() throws Exception {
        tokens = Files.createDirectory(folder.resolve("tokens"));
        for (String user : List.of(user(), WATCHER)) {
            Files.writeString(tokens.resolve(user), bed.slurm().token(user));
        }
        link = new LosingLink(URI.create(bed.slurm().rest()));
    }

    @Override
    void leave() {
        link.close();
    }

    @Override
    ClusterWay way(ClusterSettings cluster) {
        return SlurmByRest.way(cluster, new SlurmByRest.Place(link.address(), WATCHER, tokens), Clock.systemUTC());
    }

    @Override
    String user() {
        return ClusterBed.BOTH;
    }

    @Override
    int uid() {
        return new UserDatabase().find(user()).orElseThrow().uid();
    }

    @Test
    void a_submission_whose_answer_is_lost_is_not_repeated() throws Exception {
        Path ran = Files.createDirectory(folder.resolve("ran"));
        Files.setPosixFilePermissions(ran, PosixFilePermissions.fromString("rwxrwxrwx"));
        link.loseNextAnswerTo("POST ");

        JobToken token = submit("once", "touch " + ran + "/$SLURM_JOB_ID.run\n");

        Job job = until(token, "its end", one -> one.state() == JobState.CLOSED);
        assertThat(job.outcome()).contains(new JobOutcome.Done());
        assertThat(link.lost()).isEqualTo(1);
        assertThat(bed.slurm()
                        .command("squeue", "--noheader", "--states=all", "--name=" + token, "--format=%j")
                        .lines())
                .containsExactly(token.value());
        try (Stream<Path> files = Files.list(ran)) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void a_cancel_whose_answer_is_lost_ends_the_job() throws Exception {
        JobToken token = submit("sleeps", "sleep 600\n");
        until(token, "a number at the cluster", job -> job.cluster().isPresent());
        link.loseNextAnswerTo("DELETE ");

        middleware.desk().cancel(ALICE, token);

        assertThat(until(token, "its end", job -> job.state() == JobState.CLOSED)
                        .outcome())
                .contains(new JobOutcome.Cancelled("alice"));
        assertThat(link.lost()).isEqualTo(1);
        assertThat(bed.slurm().command("squeue", "-h")).isBlank();
    }

    @Test
    void a_user_without_a_valid_token_waits_for_one_and_goes_on_with_it() throws Exception {
        String valid = Files.readString(tokens.resolve(user()));
        String expiring = bed.slurm().command("scontrol", "token", "username=" + user(), "lifespan=1");
        Files.writeString(tokens.resolve(user()), expiring);
        Date end = JWTParser.parse(expiring.strip().substring("SLURM_JWT=".length()))
                .getJWTClaimsSet()
                .getExpirationTime();
        Await.until("the end of the token", () -> end.before(new Date()));

        JobToken token = submit("waits", "exit 0\n");

        Problem problem = until(token, "the outage", job -> job.blocked().isPresent())
                .blocked()
                .orElseThrow();
        assertThat(problem.code()).isEqualTo(ProblemCode.CLUSTER_AWAY);
        assertThat(problem.message()).contains("the token of user " + user() + " for slurmrestd expired at ");
        assertThat(problem.detail()).contains("slipway.clusters.main.host.rest.tokens");
        Files.writeString(tokens.resolve(user()), valid);
        assertThat(until(token, "its end", job -> job.state() == JobState.CLOSED)
                        .outcome())
                .contains(new JobOutcome.Done());
    }
}
