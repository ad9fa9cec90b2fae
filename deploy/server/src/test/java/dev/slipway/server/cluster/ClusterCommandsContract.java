package dev.slipway.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.run.OsAccount;
import dev.slipway.run.slurm.ClusterAnswer;
import dev.slipway.run.slurm.ClusterCall;
import dev.slipway.run.slurm.ClusterCommands;
import dev.slipway.servers.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests what every way to a cluster does alike, against a real Slurm. */
@Timeout(300)
abstract class ClusterCommandsContract {
    /** Holds what shells, patterns of file names and options of batch scripts interpret. */
    private static final String HOSTILE = "it's $HOME `id` $(id) %j %% ; & > x #SBATCH -H \\ \"x\" {a,b} * ~ é";

    private static final AtomicInteger JOBS = new AtomicInteger();

    static ClusterBed bed;

    @BeforeAll
    static void start() {
        bed = ClusterBed.start();
    }

    @AfterAll
    static void stop() {
        bed.close();
    }

    /** Returns the way to the bed. */
    abstract ClusterCommands commands();

    /** Returns the user as whom commands run. */
    abstract OsAccount account();

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

    /** Submits a job that sleeps, and returns its number. */
    final String submit(String name, String... options) throws InterruptedException {
        List<String> argv = new ArrayList<>(List.of(
                "sbatch", "--parsable", "--chdir=/", "--output=/dev/null", "--export=NONE", "--job-name=" + name));
        argv.addAll(List.of(options));
        ClusterAnswer answer = given("#!/bin/sh\nexec sleep 600\n", argv.toArray(String[]::new));
        assertThat(answer.err()).isEmpty();
        assertThat(answer.well()).isTrue();
        return answer.out().strip();
    }

    private String name() {
        return getClass().getSimpleName() + "-" + JOBS.incrementAndGet();
    }

    private String state(String number) throws InterruptedException {
        return answer("squeue", "--noheader", "--states=all", "--jobs=" + number, "--Format=State:32")
                .out()
                .strip();
    }

    private void awaitState(String number, String state) {
        Await.until("job " + number + " is " + state, () -> {
            try {
                return state(number).equals(state);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Test
    void a_script_on_standard_input_becomes_a_job_of_the_user_that_is_found_by_its_name() throws Exception {
        String name = name();
        String number = submit(name, "--hold");

        ClusterAnswer found =
                answer("squeue", "--noheader", "--states=all", "--name=" + name, "--Format=JobID:24|,UserName:32|");

        assertThat(found.out().replace(" ", ""))
                .isEqualTo(number + "|" + account().name() + "|\n");
        assertThat(answer("scancel", number).well()).isTrue();
    }

    @Test
    void one_question_tells_the_states_of_many() throws Exception {
        String waits = submit(name(), "--hold");
        String runs = submit(name());
        String gone = submit(name(), "--hold");
        assertThat(answer("scancel", gone).well()).isTrue();
        awaitState(runs, "RUNNING");

        String numbers = String.join(",", waits, runs, gone);
        ClusterAnswer states =
                answer("squeue", "--noheader", "--states=all", "--jobs=" + numbers, "--Format=JobID:24|,State:32|");

        assertThat(states.out().replace(" ", "").lines())
                .containsExactlyInAnyOrder(waits + "|PENDING|", runs + "|RUNNING|", gone + "|CANCELLED|");
        assertThat(answer("scancel", waits, runs).well()).isTrue();
    }

    @Test
    void a_job_is_cancelled() throws Exception {
        String number = submit(name());
        awaitState(number, "RUNNING");

        assertThat(answer("scancel", number).well()).isTrue();

        awaitState(number, "CANCELLED");
    }

    @Test
    void a_refusal_comes_back_in_slurms_words() throws Exception {
        ClusterAnswer answer = given("#!/bin/sh\n", "sbatch", "--parsable", "--partition=nowhere");

        assertThat(answer.status()).isEqualTo(1);
        assertThat(answer.out()).isEmpty();
        assertThat(answer.err()).contains("invalid partition specified: nowhere");
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
        String name = HOSTILE + name();
        String number = submit(name, "--hold");
        assertThat(answer("squeue", "--noheader", "--jobs=" + number, "--Format=Name:200")
                        .out()
                        .strip())
                .isEqualTo(name);
        assertThat(answer("scancel", number).well()).isTrue();

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
