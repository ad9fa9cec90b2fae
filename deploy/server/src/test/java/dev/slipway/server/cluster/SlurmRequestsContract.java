package dev.slipway.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.ClusterChoice;
import dev.slipway.request.CountRange;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiFlavour;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.ResourceDemand;
import dev.slipway.request.RunLimits;
import dev.slipway.request.RunPath;
import dev.slipway.run.OsAccount;
import dev.slipway.run.RunFolder;
import dev.slipway.run.RunOrder;
import dev.slipway.run.slurm.SbatchOptions;
import dev.slipway.run.slurm.SlurmJob;
import dev.slipway.run.slurm.SlurmRequests;
import dev.slipway.run.slurm.SlurmState;
import dev.slipway.run.slurm.SlurmSubmission;
import dev.slipway.servers.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests what every way to a cluster does alike, against a real Slurm: commands here, commands over ssh, slurmrestd. */
@Timeout(300)
abstract class SlurmRequestsContract {
    /** A folder's name with what shells, patterns of file names and options of batch scripts interpret. */
    private static final String HOSTILE = "it's $HOME `id` $(id) %j %% ; & > x #SBATCH -H \"x\" {a,b} * ~";

    /** More hosts than the bed has, so that a job waits. */
    static final int TOO_MANY = 9;

    static final String SLEEPS = "#!/bin/sh\nexec sleep 600\n";
    private static final AtomicInteger JOBS = new AtomicInteger();

    static ClusterBed bed;

    @TempDir
    Path shared;

    @BeforeAll
    static void start() {
        bed = ClusterBed.start();
    }

    @AfterAll
    static void stop() {
        bed.close();
    }

    @BeforeEach
    void share() throws Exception {
        open(shared);
    }

    /** Ends the jobs of this test, because the hosts have few slots. */
    @AfterEach
    void cancelAll() {
        bed.slurm().command("scancel", "--partition=batch");
    }

    /** Returns the way to the bed, with a time for each request. */
    abstract SlurmRequests requests(Duration timeout);

    /** Returns the way to the bed. */
    SlurmRequests requests() {
        return requests(Await.PATIENCE);
    }

    /** Returns the user of the requests. */
    abstract OsAccount account();

    private static Path open(Path folder) throws Exception {
        Files.createDirectories(folder);
        return Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    static ResourceDemand hosts(int hosts, Optional<String> constraint) {
        return new ResourceDemand(
                Optional.of(CountRange.exactly(hosts)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                new ClusterChoice(constraint, Optional.empty(), Optional.empty(), Optional.empty()),
                MpiFlavour.ANY);
    }

    final SlurmSubmission submission(String name, String script, ResourceDemand demand) throws Exception {
        RunFolder folder = new RunFolder(shared.resolve(HOSTILE).resolve(name));
        for (Path one : List.of(shared.resolve(HOSTILE), folder.root(), folder.files(), folder.guard())) {
            open(one);
        }
        int processes =
                demand.hosts().map(range -> range.most().orElse(range.least())).orElse(1);
        LaunchRequest launch = new LaunchRequest(
                        MpiProgram.of("program", List.of(), Map.of(), processes),
                        Optional.of("big"),
                        new RunPath("stdout.txt"),
                        new RunPath("stderr.txt"),
                        Optional.of(Duration.ofMinutes(5)),
                        RunLimits.NONE)
                .on(demand);
        RunOrder order = new RunOrder(name, folder, launch, 300, Optional.empty(), "big", "alice");
        SbatchOptions options =
                new SbatchOptions(order, "batch", 1, demand.choice().account());
        return new SlurmSubmission(options, folder.guard().resolve("batch.log"), script);
    }

    final String submit(String name, String script, ResourceDemand demand) throws Exception {
        return requests().submit(submission(name, script, demand), account(), () -> {});
    }

    final String sleeping(String name) throws Exception {
        return submit(name, SLEEPS, ResourceDemand.NONE);
    }

    private String waiting(String name) throws Exception {
        return submit(name, SLEEPS, hosts(TOO_MANY, Optional.empty()));
    }

    final String name() {
        return getClass().getSimpleName() + "-" + JOBS.incrementAndGet();
    }

    final List<SlurmJob> queued(String... names) throws InterruptedException {
        return requests().queued(List.of(names), Set.of(account()), account(), Instant.now());
    }

    final void awaitState(String name, SlurmState state) {
        Await.until("job " + name + " is " + state, () -> {
            try {
                return queued(name).stream().anyMatch(job -> job.state() == state);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    final Problem refusal(ResourceDemand demand) throws Exception {
        SlurmSubmission run = submission(name(), SLEEPS, demand);
        ProblemException thrown =
                catchThrowableOfType(ProblemException.class, () -> requests().submit(run, account(), () -> {}));
        assertThat(thrown).as("the cluster refuses").isNotNull();
        return thrown.problem();
    }

    @Test
    void a_run_becomes_a_job_of_the_user_that_is_found_by_its_name() throws Exception {
        String name = name();
        String number = waiting(name);

        assertThat(queued(name)).singleElement().satisfies(job -> {
            assertThat(job.number()).isEqualTo(number);
            assertThat(job.name()).isEqualTo(name);
            assertThat(job.isOf(account())).isTrue();
            assertThat(job.state()).isEqualTo(SlurmState.PENDING);
            assertThat(job.restarts()).isZero();
            assertThat(job.expected()).isEmpty();
        });
        assertThat(bed.slurm()
                        .command("squeue", "--noheader", "--jobs=" + number, "--Format=UserID:32")
                        .strip())
                .isEqualTo(Integer.toString(account().uid()));
        Await.until("Slurm's reason", () -> {
            try {
                return queued(name).get(0).reason().equals("PartitionConfig");
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Test
    void one_question_tells_the_states_of_many_and_of_no_other() throws Exception {
        String waits = name();
        String runs = name();
        String gone = name();
        waiting(waits);
        sleeping(runs);
        String number = waiting(gone);
        waiting(name());
        bed.slurm().command("sbatch", "--hold", "--chdir=/", "--job-name=" + waits, "--wrap=true");
        requests().cancel(List.of(number), account(), () -> {});
        awaitState(runs, SlurmState.RUNNING);
        awaitState(gone, SlurmState.CANCELLED);

        assertThat(queued(waits, runs, gone, "no-such-job"))
                .extracting(job -> job.name() + " " + job.state() + " " + job.word())
                .containsExactlyInAnyOrder(
                        waits + " PENDING PENDING", runs + " RUNNING RUNNING", gone + " CANCELLED CANCELLED");
        assertThat(queued()).isEmpty();
    }

    @Test
    void jobs_are_cancelled_and_a_cancel_of_ended_jobs_is_no_problem() throws Exception {
        String one = name();
        String two = name();
        List<String> numbers = List.of(sleeping(one), waiting(two));
        awaitState(one, SlurmState.RUNNING);
        AtomicInteger begun = new AtomicInteger();

        requests().cancel(numbers, account(), begun::incrementAndGet);

        awaitState(one, SlurmState.CANCELLED);
        awaitState(two, SlurmState.CANCELLED);
        assertThat(begun.get()).isPositive();
        requests().cancel(numbers, account(), () -> {});
    }

    @Test
    void a_refusal_comes_back_in_slurms_words_with_the_field() throws Exception {
        Problem problem = refusal(hosts(1, Optional.of("gpu")));

        assertThat(problem.code()).isEqualTo(ProblemCode.CLUSTER_REFUSED);
        assertThat(problem.message()).isEqualTo("cluster main refuses the run: the constraint on hosts");
        assertThat(problem.detail()).contains("Invalid feature specification");
    }

    @Test
    void the_demands_of_a_run_reach_slurm() throws Exception {
        ResourceDemand demand = new ResourceDemand(
                Optional.of(new CountRange(TOO_MANY, Optional.of(TOO_MANY + 3))),
                Optional.of(2),
                Optional.of(2),
                Optional.of(1),
                Optional.of(100L << 20),
                true,
                new ClusterChoice(Optional.empty(), Optional.empty(), Optional.empty(), Optional.of("risk")),
                MpiFlavour.ANY);
        String name = name();

        String number = submit(name, SLEEPS, demand);

        assertThat(bed.slurm()
                        .command("scontrol", "--oneliner", "show", "job", number)
                        .split("\\s+"))
                .contains(
                        "JobName=" + name,
                        "Comment=" + name,
                        "Partition=batch",
                        "Account=risk",
                        "NumNodes=9-12",
                        "NumTasks=12",
                        "NtasksPerN:B:S:C=2:0:*:*",
                        "CPUs/Task=2",
                        "MinCPUsNode=4",
                        "MinMemoryNode=100M",
                        "OverSubscribe=NO",
                        "TimeLimit=00:07:00",
                        "Requeue=0",
                        "StdIn=/dev/null");
    }

    @Test
    void a_script_runs_as_the_user_and_no_word_of_it_or_of_its_paths_is_interpreted() throws Exception {
        String name = name();
        submit(name, """
                #!/bin/sh
                { printf '%s\\n' 'it'"'"'s $HOME `id` %j' "$0" > out; id -u >> out; echo log; mv out done; }
                """, ResourceDemand.NONE);
        RunFolder folder = new RunFolder(shared.resolve(HOSTILE).resolve(name));
        Path files = folder.files();
        Await.until("the end of the script", () -> Files.exists(files.resolve("done")));

        assertThat(Files.readAllLines(files.resolve("done")))
                .startsWith("it's $HOME `id` %j")
                .endsWith(Integer.toString(account().uid()));
        assertThat(folder.guard().resolve("batch.log")).hasContent("log\n");
    }

    @Test
    void the_number_of_a_job_is_known_with_its_name_and_user_alone() throws Exception {
        String name = name();
        String number = waiting(name);

        assertThat(requests().knows(number, name, Optional.empty(), account())).isTrue();
        assertThat(requests().knows(number, "another", Optional.empty(), account()))
                .isFalse();
        assertThat(requests().knows("999999", name, Optional.empty(), account()))
                .isFalse();
        String roots = bed.slurm()
                .command("sbatch", "--parsable", "--hold", "--chdir=/", "--job-name=" + name, "--wrap=true")
                .strip();
        assertThat(requests().knows(roots, name, Optional.empty(), account()))
                .as("a job of another user")
                .isFalse();
    }

    @Test
    void partitions_are_told_also_if_they_are_hidden_from_the_user() throws Exception {
        bed.slurm().command("scontrol", "create", "PartitionName=hidden", "Hidden=YES");
        try {
            assertThat(requests().partitions(account()))
                    .contains("batch", "hidden")
                    .doesNotContain("");
        } finally {
            bed.slurm().command("scontrol", "delete", "PartitionName=hidden");
        }
        assertThat(requests().partitions(account())).contains("batch").doesNotContain("hidden");
    }

    @Test
    void the_exit_status_of_an_ended_script_is_told_but_not_of_a_killed_one() throws Exception {
        String fails = name();
        String killed = name();
        String well = name();
        String failed = submit(fails, "#!/bin/sh\nexit 201\n", ResourceDemand.NONE);
        String signalled = submit(killed, "#!/bin/sh\nkill -KILL $$\n", ResourceDemand.NONE);
        String done = submit(well, "#!/bin/sh\n", ResourceDemand.NONE);
        awaitState(fails, SlurmState.FAILED);
        awaitState(killed, SlurmState.FAILED);
        awaitState(well, SlurmState.COMPLETED);

        assertThat(requests().exitStatus(failed, account())).contains(201);
        assertThat(requests().exitStatus(signalled, account())).isEmpty();
        assertThat(requests().exitStatus(done, account())).contains(0);
        assertThat(requests().exitStatus("999999", account())).isEmpty();
    }

    @Test
    void a_controller_that_hangs_is_an_outage_and_the_next_request_is_answered() throws Exception {
        String name = name();
        waiting(name);
        SlurmSubmission run = submission(name(), SLEEPS, ResourceDemand.NONE);
        SlurmRequests hasty = requests(Duration.ofSeconds(2));
        bed.slurm().freezeController();
        try {
            outage(() -> hasty.queued(List.of(name), Set.of(account()), account(), Instant.now()));
            outage(() -> hasty.submit(run, account(), () -> {}));
            outage(() -> hasty.partitions(account()));
            outage(() -> hasty.exitStatus("1", account()));
        } finally {
            bed.slurm().thawController();
        }
        assertThat(queued(name)).hasSize(1);
    }

    /** A request that a test expects to fail. */
    @FunctionalInterface
    interface Attempt {
        /** Makes the request. */
        void make() throws Exception;
    }

    static Problem outage(Attempt attempt) {
        ProblemException thrown = catchThrowableOfType(ProblemException.class, attempt::make);
        assertThat(thrown).as("the request fails").isNotNull();
        assertThat(thrown.problem().code()).isEqualTo(ProblemCode.CLUSTER_AWAY);
        assertThat(thrown.problem().message()).startsWith("cluster main");
        return thrown.problem();
    }

    @Test
    void the_caller_hears_that_a_submission_has_begun() throws Exception {
        AtomicInteger begun = new AtomicInteger();

        requests().submit(submission(name(), SLEEPS, ResourceDemand.NONE), account(), begun::incrementAndGet);

        assertThat(begun).hasValue(1);
    }

    @Test
    void a_folder_is_claimed_as_the_user() throws Exception {
        assertThat(requests()
                        .guard(List.of("/usr/bin/id", "-u"), account())
                        .out()
                        .strip())
                .isEqualTo(Integer.toString(account().uid()));
    }
}
