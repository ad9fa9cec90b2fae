package dev.slipway.run.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.run.ClusterAccounts;
import dev.slipway.run.ClusterHosts;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.ClusterUsers;
import dev.slipway.run.OsAccount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests the check of a cluster whose sinfo a test answers. */
class ClusterProbeTest {
    private static final OsAccount GAMES = new OsAccount("games", 5, 60);
    private static final OsAccount WATCHER = new OsAccount("nobody", 65534, 65534);

    private final List<ClusterCall> calls = new ArrayList<>();
    private Optional<OsAccount> watcher = Optional.empty();
    private ClusterAnswer answer = new ClusterAnswer(0, "debug\nlong\n", "");
    private Optional<Problem> outage = Optional.empty();

    private Optional<Problem> ask(Map<String, String> queues, Map<String, ClusterAccounts.Account> accounts)
            throws InterruptedException {
        ClusterSettings cluster = new ClusterSettings(
                "main",
                Optional.empty(),
                Optional.empty(),
                Duration.ofSeconds(2),
                Duration.ofSeconds(10),
                queues,
                new ClusterAccounts(accounts),
                ClusterHosts.USUAL);
        ClusterUsers users = new ClusterUsers() {
            @Override
            public Optional<OsAccount> find(String name) {
                return Optional.of(GAMES).filter(user -> user.name().equals(name));
            }

            @Override
            public Optional<OsAccount> watcher() {
                return watcher;
            }

            @Override
            public boolean mayBecome(OsAccount account) {
                return true;
            }
        };
        return new ClusterProbe(cluster, ClusterWay.byCommands(cluster, this::answer, users)).ask();
    }

    private ClusterAnswer answer(ClusterCall call, Runnable begun) {
        calls.add(call);
        outage.ifPresent(problem -> {
            throw new ProblemException(problem);
        });
        return answer;
    }

    private static Map<String, ClusterAccounts.Account> alice(String user) {
        return Map.of("alice", new ClusterAccounts.Account(user, List.of()));
    }

    @Test
    void a_cluster_with_all_queues_takes_runs() throws Exception {
        assertThat(ask(Map.of("big", "debug", "bigger", "long"), alice("games")))
                .isEmpty();
        assertThat(calls).extracting(ClusterCall::account).containsExactly(GAMES);

        watcher = Optional.of(WATCHER);
        assertThat(ask(Map.of("big", "debug"), alice("games"))).isEmpty();
        assertThat(calls.get(1).account()).isEqualTo(WATCHER);
    }

    @Test
    void a_queue_that_the_cluster_does_not_have_is_named_beside_those_that_it_has() throws Exception {
        Problem problem =
                ask(Map.of("big", "debug", "old", "retired"), alice("games")).orElseThrow();

        assertThat(problem.message())
                .isEqualTo("cluster main has no partition retired, which the settings name as a queue");
        assertThat(problem.detail()).isEqualTo("partitions there: debug, long");
        assertThat(problem.isOutage()).isFalse();
    }

    @Test
    void a_cluster_that_does_not_answer_is_away_with_its_own_words() throws Exception {
        answer = new ClusterAnswer(1, "", "slurm_load_partitions: Unable to contact slurm controller\n");
        Problem problem = ask(Map.of("big", "debug"), alice("games")).orElseThrow();
        assertThat(problem.code()).isEqualTo(ProblemCode.CLUSTER_AWAY);
        assertThat(problem.detail()).isEqualTo("slurm_load_partitions: Unable to contact slurm controller");

        Problem hangs = Problem.of(ProblemCode.CLUSTER_AWAY, "cluster main: sinfo did not answer within 10 s");
        outage = Optional.of(hangs);
        assertThat(ask(Map.of("big", "debug"), alice("games"))).contains(hangs);
    }

    @Test
    void a_cluster_on_which_nobody_has_an_account_is_not_asked() throws Exception {
        assertThat(ask(Map.of("big", "debug"), Map.of()).orElseThrow().code()).isEqualTo(ProblemCode.CLUSTER_ACCOUNT);
        assertThat(ask(Map.of("big", "debug"), alice("stranger")).orElseThrow().message())
                .contains("as no user");
        assertThat(calls).isEmpty();
    }
}
