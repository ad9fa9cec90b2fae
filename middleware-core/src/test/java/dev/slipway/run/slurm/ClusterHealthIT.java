package dev.slipway.run.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobToken;
import dev.slipway.operations.OperationsDesk;
import dev.slipway.operations.PlaceStanding;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.Place;
import dev.slipway.servers.Await;
import dev.slipway.staging.PlaceHealth;
import dev.slipway.stoppage.Stoppage.StepsAt;
import dev.slipway.testbed.MiddlewareTestBed;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests what operators see of a real Slurm that goes away and comes back. */
@Timeout(300)
class ClusterHealthIT extends ClusterRuns {
    private static final Place MAIN = new Place.Cluster("main");

    private OperationsDesk desk() {
        return middleware.operations(() -> List.of(), Duration.ZERO);
    }

    private PlaceStanding standing() {
        return desk().places(MiddlewareTestBed.AUDITOR).get(0);
    }

    private PlaceStanding until(String what, Predicate<PlaceStanding> wanted) {
        Await.until(() -> what + "; the cluster stands so: " + standing(), () -> wanted.test(standing()));
        return standing();
    }

    private PlaceStanding checked() {
        desk().check(MiddlewareTestBed.OPERATOR, MAIN);
        return until("an answer to a check", now -> now.health().asked().isEmpty());
    }

    @Test
    void a_check_asks_the_cluster_at_once_and_nobody_can_pause_it() {
        assertThat(standing().place()).isEqualTo(MAIN);
        assertThat(standing().configured()).isTrue();
        assertThat(standing().answer()).isEqualTo(PlaceStanding.Answer.NONE);

        PlaceStanding well = checked();
        assertThat(well.answer()).isEqualTo(PlaceStanding.Answer.WELL);
        assertThat(well.health().last().orElseThrow().took()).isPositive();
        assertThatThrownBy(() -> desk().stop(MiddlewareTestBed.OPERATOR, new StepsAt(MAIN), ""))
                .hasMessageContaining("drain its partitions instead");
    }

    @Test
    void an_outage_is_told_with_its_words_and_kept_over_a_restart_and_a_check_ends_it() throws Exception {
        JobToken token = submit("until [ -e go ]; do sleep 0.05; done\n");
        until(token, "a run under way", job -> job.cluster()
                .filter(at -> at.stage().isEmpty())
                .isPresent());
        until("the first answer", now -> now.answer() == PlaceStanding.Answer.WELL);

        slurm.killController();
        PlaceStanding away = until("an outage", now -> now.waiting() == 1);
        assertThat(away.answer()).isEqualTo(PlaceStanding.Answer.AWAY);
        Problem problem =
                away.health().last().flatMap(PlaceHealth.Answer::problem).orElseThrow();
        assertThat(problem.code()).isEqualTo(ProblemCode.CLUSTER_AWAY);
        assertThat(problem.message()).contains("squeue");
        assertThat(problem.detail()).containsIgnoringCase("controller");
        assertThat(away.health().failure()).isEqualTo(away.health().last());
        assertThat(checked().answer()).isEqualTo(PlaceStanding.Answer.AWAY);
        Files.createFile(folder.resolve("scratch")
                .resolve(token.value())
                .resolve("files")
                .resolve("go"));

        middleware.close();
        open();
        assertThat(standing().health().since()).isEqualTo(away.health().since());
        slurm.startController();
        until("an answer", now -> checked().answer() == PlaceStanding.Answer.WELL);

        assertThat(untilClosed(token).outcome()).contains(new JobOutcome.Done());
        assertThat(standing().waiting()).isZero();
        assertThat(standing().health().failure()).as("the outage, after it").isPresent();
    }
}
