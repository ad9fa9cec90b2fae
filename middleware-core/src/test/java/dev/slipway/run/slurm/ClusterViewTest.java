package dev.slipway.run.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.run.ClusterNote;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.OsAccount;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClusterViewTest {
    private static final OsAccount ALICE = new OsAccount("alice", 1000, 1000);
    private static final OsAccount BOB = new OsAccount("bob", 1001, 1001);
    private static final Duration INTERVAL = Duration.ofSeconds(2);
    private static final ClusterSettings CLUSTER = TestCluster.settings(INTERVAL);

    private final List<ClusterCall> calls = new ArrayList<>();
    private final Map<String, String> answers = new HashMap<>();
    private Optional<OsAccount> watcher = Optional.empty();
    private final Map<String, Duration> hanging = new HashMap<>();
    private Optional<Problem> outage = Optional.empty();
    private final List<String> heard = new ArrayList<>();
    private long now;

    private final ClusterView view = new ClusterView(
            CLUSTER,
            ClusterWay.byCommands(CLUSTER, this::answer, new Users()),
            Clock.systemUTC(),
            () -> now,
            (cluster, took, problem) ->
                    heard.add(problem.map(Problem::message).orElse("well after " + took.toMillis())));

    /** Users whom nobody looks up, with the watcher that a test chose. */
    private final class Users extends TestCluster.Users {
        @Override
        public Optional<OsAccount> watcher() {
            return watcher;
        }
    }

    private ClusterAnswer answer(ClusterCall call, Runnable begun) {
        calls.add(call);
        outage.ifPresent(problem -> {
            throw new ProblemException(problem);
        });
        Duration hangs = hanging.get(call.command() + " " + call.account().name());
        if (hangs != null) {
            passes(hangs);
            throw new ProblemException(Problem.of(
                    ProblemCode.CLUSTER_AWAY,
                    call.command() + " as " + call.account().name() + " does not answer"));
        }
        String answer =
                answers.getOrDefault(call.command() + " " + call.account().name(), "");
        return new ClusterAnswer(call.command().equals("sacct") && answer.isEmpty() ? 1 : 0, answer, "");
    }

    private long count(String command) {
        return calls.stream().filter(call -> call.command().equals(command)).count();
    }

    private ClusterView.Sight sight(String name, OsAccount account) throws InterruptedException {
        return view.of(name, account, Long.MIN_VALUE, Optional.empty());
    }

    private static String line(int number, String name, String state) {
        return line(number, ALICE, name, state);
    }

    private static String line(int number, OsAccount user, String name, String state) {
        return number + "|" + user.uid() + "|" + name + "|" + state + "|0|N/A|None\n";
    }

    private void passes(Duration time) {
        now += time.toNanos();
    }

    @Test
    void one_question_serves_all_runs_of_an_interval() throws Exception {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            all.append(line(i, "run" + i, "RUNNING"));
        }
        answers.put("squeue alice", all.toString());
        for (int round = 0; round < 5; round++) {
            for (int i = 0; i < 500; i++) {
                sight("run" + i, ALICE);
            }
            passes(INTERVAL);
        }

        assertThat(count("squeue")).isEqualTo(5);
        assertThat(sight("run499", ALICE).jobs()).extracting(SlurmJob::state).containsExactly(SlurmState.RUNNING);
    }

    @Test
    void tells_each_answer_and_each_outage_of_the_cluster_with_the_time_that_it_took() throws Exception {
        answers.put("squeue alice", line(1, "one", "RUNNING"));
        sight("one", ALICE);
        sight("one", ALICE);
        assertThat(heard).containsExactly("well after 0");

        passes(INTERVAL);
        hanging.put("squeue alice", Duration.ofSeconds(10));
        assertThatThrownBy(() -> sight("one", ALICE)).isInstanceOf(ProblemException.class);
        assertThat(heard).hasSize(2).endsWith("squeue as alice does not answer");
    }

    @Test
    void a_run_that_the_last_answer_was_not_asked_for_is_not_missing() throws Exception {
        answers.put("squeue alice", line(1, "one", "RUNNING"));
        sight("one", ALICE);

        assertThat(sight("two", ALICE).known()).isFalse();
        assertThat(view.missing("two")).isEmpty();

        passes(INTERVAL);
        assertThat(sight("two", ALICE).known()).isTrue();
        assertThat(view.missing("two")).isPresent();
    }

    @Test
    void an_answer_from_before_a_submission_does_not_know_the_run() throws Exception {
        sight("one", ALICE);
        passes(Duration.ofMillis(10));

        assertThat(view.of("one", ALICE, now, Optional.empty()).known()).isFalse();
    }

    @Test
    void asks_each_owner_where_the_cluster_shows_users_their_own_runs_alone() throws Exception {
        answers.put("squeue alice", line(1, "one", "RUNNING"));
        answers.put("squeue bob", line(2, BOB, "two", "PENDING"));
        sight("one", ALICE);
        sight("two", BOB);
        passes(INTERVAL);

        assertThat(sight("one", ALICE).jobs()).hasSize(1);
        assertThat(sight("two", BOB).jobs()).hasSize(1);
    }

    @Test
    void where_users_can_forge_answers_each_is_believed_about_the_own_runs_alone() throws Exception {
        watcher = Optional.of(new OsAccount("watch", 1002, 1002));
        answers.put("squeue watch", line(1, "one", "RUNNING") + line(2, BOB, "two", "RUNNING"));
        answers.put("squeue alice", line(2, BOB, "two", "CANCELLED") + line(3, "three", "PENDING"));
        sight("one", ALICE);
        sight("two", BOB);
        sight("three", ALICE);
        passes(INTERVAL);

        assertThat(sight("two", BOB).jobs()).extracting(SlurmJob::state).containsExactly(SlurmState.RUNNING);
        assertThat(sight("three", ALICE).jobs()).extracting(SlurmJob::state).containsExactly(SlurmState.PENDING);
        assertThat(calls.get(0).account()).isEqualTo(watcher.get());
    }

    @Test
    void an_owner_whose_login_fails_takes_no_answer_from_others() throws Exception {
        watcher = Optional.of(new OsAccount("watch", 1002, 1002));
        hanging.put("squeue alice", Duration.ZERO);
        answers.put("squeue bob", line(2, BOB, "two", "RUNNING"));
        answers.put("squeue watch", line(4, "four", "RUNNING"));
        for (int round = 0; round < 50; round++) {
            follow("one", ALICE);
            follow("four", ALICE);
            follow("two", BOB);
            passes(INTERVAL);
        }

        assertThat(sight("two", BOB).jobs()).extracting(SlurmJob::state).containsExactly(SlurmState.RUNNING);
        assertThat(sight("four", ALICE).jobs()).hasSize(1);
        assertThatThrownBy(() -> sight("one", ALICE)).hasMessage("squeue as alice does not answer");
        assertThat(view.missing("one")).as("an answer that misses the run").isEmpty();
        assertThat(view.mayTry()).isTrue();

        hanging.clear();
        answers.put("squeue alice", line(1, "one", "RUNNING"));
        passes(INTERVAL);
        assertThat(sight("one", ALICE).jobs()).hasSize(1);
    }

    @Test
    void an_owner_whose_commands_hang_takes_a_small_part_of_the_time() throws Exception {
        watcher = Optional.of(new OsAccount("watch", 1002, 1002));
        answers.put("squeue bob", line(2, BOB, "two", "RUNNING"));
        for (String command : List.of("squeue", "sacct")) {
            hanging.clear();
            hanging.put(command + " alice", Duration.ofSeconds(10));
            passes(Duration.ofMinutes(10));
            calls.clear();
            long end = now + Duration.ofMinutes(10).toNanos();
            while (now < end) {
                follow("one", ALICE);
                follow("two", BOB);
                passes(INTERVAL);
            }

            assertThat(calls.stream().filter(call -> hangs(call, command)).count())
                    .as("questions by a hanging %s", command)
                    .isBetween(2L, 7L);
            assertThat(sight("two", BOB).jobs()).hasSize(1);
        }
    }

    private static boolean hangs(ClusterCall call, String command) {
        return call.command().equals(command) && call.account().equals(ALICE);
    }

    @Test
    void owners_answer_for_their_own_runs_where_the_question_for_all_fails() throws Exception {
        hanging.put("squeue alice", Duration.ZERO);
        answers.put("squeue bob", line(2, BOB, "two", "RUNNING"));
        for (Optional<OsAccount> none :
                List.of(Optional.<OsAccount>empty(), Optional.of(new OsAccount("watch", 9, 9)))) {
            watcher = none;
            hanging.put("squeue watch", Duration.ZERO);
            passes(Duration.ofMinutes(1));
            follow("one", ALICE);
            follow("two", BOB);
            passes(Duration.ofMinutes(1));

            assertThat(sight("two", BOB).jobs()).hasSize(1);
            assertThatThrownBy(() -> sight("one", ALICE)).hasMessage("squeue as alice does not answer");
        }
    }

    @Test
    void a_cluster_that_is_away_is_asked_as_few_owners_alone() {
        watcher = Optional.of(new OsAccount("watch", 1002, 1002));
        for (int i = 0; i < 20; i++) {
            follow("run" + i, new OsAccount("user" + i, 2000 + i, 2000 + i));
        }
        passes(Duration.ofMinutes(1));
        outage = Optional.of(Problem.of(ProblemCode.CLUSTER_AWAY, "no answer"));
        calls.clear();

        assertThatThrownBy(() -> sight("run1", new OsAccount("user1", 2001, 2001)))
                .hasMessage("no answer");
        assertThat(calls).hasSize(4);
    }

    /** Looks at a run, as its job does in each interval, whether there is an answer or not. */
    private void follow(String name, OsAccount account) {
        assertThatCode(() -> {
                    try {
                        sight(name, account);
                    } catch (ProblemException e) {
                        assertThat(e.problem().code()).isEqualTo(ProblemCode.CLUSTER_AWAY);
                    }
                })
                .doesNotThrowAnyException();
    }

    @Test
    void a_job_to_which_another_user_gave_the_name_of_a_run_is_no_job_of_the_run() throws Exception {
        watcher = Optional.of(new OsAccount("watch", 1002, 1002));
        String bobs = line(5, BOB, "one", "RUNNING");
        answers.put("squeue watch", bobs);
        answers.put("squeue alice", bobs + line(1, "one", "COMPLETING"));
        answers.put("sacct alice", "6|1001|two|FAILED\n");
        sight("one", ALICE);
        sight("two", ALICE);
        passes(INTERVAL);

        assertThat(sight("one", ALICE).jobs()).extracting(SlurmJob::number).containsExactly("1");
        assertThat(sight("two", ALICE).jobs()).isEmpty();
        assertThat(view.missing("two")).isPresent();
        assertThat(view.queued(List.of("one"), ALICE))
                .extracting(SlurmJob::number)
                .containsExactly("1");
    }

    @Test
    void accounting_is_asked_only_for_runs_that_squeue_does_not_know() throws Exception {
        answers.put("squeue alice", line(1, "one", "RUNNING"));
        sight("one", ALICE);
        assertThat(count("sacct")).isZero();

        answers.put("squeue alice", "");
        answers.put("sacct alice", "1|1000|one|NODE_FAIL\n");
        passes(INTERVAL);

        assertThat(sight("one", ALICE).jobs()).extracting(SlurmJob::state).containsExactly(SlurmState.NODE_FAIL);
        assertThat(view.missing("one")).isEmpty();
    }

    @Test
    void a_cluster_that_is_away_gets_fewer_and_fewer_questions_and_every_caller_the_same_problem() throws Exception {
        outage = Optional.of(Problem.of(ProblemCode.CLUSTER_AWAY, "no answer"));
        for (int i = 0; i < 100; i++) {
            assertThatThrownBy(() -> sight("one", ALICE)).hasMessage("no answer");
        }
        assertThat(calls).hasSize(1);
        assertThat(view.mayTry()).isFalse();

        for (int second = 0; second < 60; second++) {
            passes(Duration.ofSeconds(1));
            assertThatThrownBy(() -> sight("one", ALICE)).hasMessage("no answer");
        }
        assertThat(calls.size()).as("questions in a minute").isBetween(4, 7);

        outage = Optional.empty();
        answers.put("squeue alice", line(1, "one", "RUNNING"));
        passes(Duration.ofSeconds(31));
        assertThat(sight("one", ALICE).jobs()).hasSize(1);
        assertThat(view.mayTry()).isTrue();
    }

    @Test
    void a_run_that_is_over_is_asked_for_no_more() throws Exception {
        sight("one", ALICE);
        sight("two", ALICE);
        new SlurmSightings(
                        CLUSTER, new SlurmByCommands(CLUSTER, this::answer), view, () -> now, (numbers, account) -> {})
                .ended("one", new ClusterNote("main", ALICE, Optional.empty()), List.of());
        calls.clear();
        passes(INTERVAL);

        sight("two", ALICE);

        assertThat(calls).isNotEmpty().allSatisfy(call -> assertThat(call.argv())
                .contains("--name=two"));
    }

    @Test
    void counts_the_answers_that_miss_a_run() throws Exception {
        for (int i = 0; i < 3; i++) {
            sight("one", ALICE);
            passes(INTERVAL);
        }

        assertThat(view.missing("one")).contains(new ClusterView.Missing(0, 3));
        answers.put("squeue alice", line(1, "one", "RUNNING"));
        sight("one", ALICE);
        assertThat(view.missing("one")).isEmpty();
    }

    @Test
    void one_name_asks_for_all_runs_of_an_array() throws Exception {
        answers.put(
                "squeue alice",
                line(7, "tok", "PENDING").replaceFirst("7", "7_0") + "7_1|1000|tok|RUNNING|0|N/A|None\n");
        sight("tok_0", ALICE);
        sight("tok_1", ALICE);
        calls.clear();
        passes(INTERVAL);

        assertThat(sight("tok_0", ALICE).jobs()).extracting(SlurmJob::state).containsExactly(SlurmState.PENDING);
        assertThat(sight("tok_1", ALICE).jobs()).extracting(SlurmJob::number).containsExactly("7_1");
        assertThat(calls).singleElement().satisfies(call -> assertThat(call.argv())
                .contains("--array", "--name=tok"));
    }
}
