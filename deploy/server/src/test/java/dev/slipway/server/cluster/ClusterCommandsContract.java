package dev.slipway.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.run.slurm.ClusterAnswer;
import dev.slipway.run.slurm.ClusterCall;
import dev.slipway.run.slurm.ClusterCommands;
import dev.slipway.run.slurm.SlurmByCommands;
import dev.slipway.run.slurm.SlurmRequests;
import dev.slipway.servers.Await;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests what commands do alike on this machine and over ssh, against a real Slurm. */
abstract class ClusterCommandsContract extends SlurmArraysContract {
    /** Holds what shells, patterns of file names and options of batch scripts interpret. */
    private static final String HOSTILE = "it's $HOME `id` $(id) %j %% ; & > x #SBATCH -H \\ \"x\" {a,b} * ~ é";

    /** Returns the way to the bed. */
    abstract ClusterCommands commands();

    @Override
    final SlurmRequests requests(Duration timeout) {
        return new SlurmByCommands(Clusters.main(Optional.empty(), timeout), commands());
    }

    final ClusterAnswer answer(String... argv) throws InterruptedException {
        return given("", argv);
    }

    final ClusterAnswer given(String input, String... argv) throws InterruptedException {
        return commands().answer(new ClusterCall(List.of(argv), input, account(), Await.PATIENCE));
    }

    final Problem problem(Duration timeout, String... argv) {
        ClusterCall call = new ClusterCall(List.of(argv), "", account(), timeout);
        ProblemException thrown =
                catchThrowableOfType(ProblemException.class, () -> commands().answer(call));
        assertThat(thrown).as("the call fails").isNotNull();
        return thrown.problem();
    }

    @Test
    void a_command_that_hangs_is_an_outage_and_the_next_one_is_answered() throws Exception {
        assertThat(answer("squeue").well()).isTrue();
        bed.slurm().freezeController();
        try {
            Problem problem = problem(Duration.ofSeconds(2), "squeue");

            assertThat(problem.code()).isEqualTo(ProblemCode.CLUSTER_AWAY);
            assertThat(problem.message()).startsWith("cluster main: squeue ").endsWith(" did not answer within 2 s");
        } finally {
            bed.slurm().thawController();
        }
        assertThat(answer("squeue").well()).isTrue();
    }

    @Test
    void an_answer_beyond_the_bound_is_an_outage() {
        Problem problem = problem(Await.PATIENCE, "head", "-c", "5000000", "/dev/zero");

        assertThat(problem.code()).isEqualTo(ProblemCode.CLUSTER_AWAY);
        assertThat(problem.message()).startsWith("cluster main: head ").endsWith(" answered more than 4194304 bytes");
    }

    @Test
    void hostile_words_stay_data() throws Exception {
        String[] words = {"printf", "<%s>", HOSTILE + "\n" + HOSTILE + "\r\n\t", "", "--", "-n"};
        assertThat(answer(words).out()).isEqualTo("<" + words[2] + "><><--><-n>");
    }

    @Test
    void input_and_long_input_stay_data() throws Exception {
        String input = (HOSTILE + "\r\n").repeat(5000);

        assertThat(given(input, "cat").out()).isEqualTo(input);
        assertThat(given(input, "true").well()).isTrue();
    }

    @Test
    void commands_run_as_the_user_and_tell_universal_time() throws Exception {
        assertThat(answer("id", "-u").out().strip())
                .isEqualTo(Integer.toString(account().uid()));
        assertThat(answer("date", "+%Z").out().strip()).isEqualTo("UTC");
    }

    @Test
    void the_caller_hears_that_the_command_has_begun() throws Exception {
        AtomicInteger begun = new AtomicInteger();

        commands().answer(new ClusterCall(List.of("true"), "", account(), Await.PATIENCE), begun::incrementAndGet);

        assertThat(begun).hasValue(1);
    }

    @Test
    void a_missing_command_is_an_outage_that_names_it() {
        Problem problem = problem(Await.PATIENCE, "no-such-command");

        assertThat(problem.code()).isEqualTo(ProblemCode.CLUSTER_AWAY);
        assertThat(problem.message()).startsWith("cluster main: no-such-command cannot be run");
    }
}
