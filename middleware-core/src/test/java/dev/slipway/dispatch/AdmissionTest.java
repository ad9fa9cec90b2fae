package dev.slipway.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.effect.KillPoint;
import dev.slipway.grant.Grants;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.ClusterChoice;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.Place;
import dev.slipway.request.ResourceDemand;
import dev.slipway.request.RunLimits;
import dev.slipway.request.RunPath;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.run.Launcher;
import dev.slipway.run.Partition;
import dev.slipway.run.PartitionKind;
import dev.slipway.run.RunOrder;
import dev.slipway.run.RunSighting;
import dev.slipway.run.StorageSettings;
import dev.slipway.staging.StagingProbe;
import dev.slipway.testbed.JobRequests;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class AdmissionTest {
    private static final Problem NOT_HIS = Problem.of(ProblemCode.SECRET_INVALID, "sealed for another submitter");
    private static final Problem NO_SNAPSHOTS = Problem.of(ProblemCode.STATEMENT_REFUSED, "no snapshots there");
    private static final Problem NO_QUERY = Problem.of(ProblemCode.STATEMENT_REFUSED, "none that reads");
    private static final Problem NO_PROGRAM = Problem.of(ProblemCode.EXECUTABLE_MISSING, "no program model");

    @Test
    void lets_in_what_is_there_and_granted() {
        assertThat(obstacles(admission(Grants.ALL, Optional.empty()), "ann", request(1, "known")))
                .isEmpty();
    }

    @Test
    void names_all_that_stands_against_a_request_at_once() {
        Grants grants = Grants.of(List.of("host:elsewhere"));

        assertThat(obstacles(admission(grants, Optional.of(NO_PROGRAM)), "ann", request(9, "known", "elsewhere")))
                .extracting(Problem::code)
                .containsExactly(
                        ProblemCode.NOT_GRANTED,
                        ProblemCode.SOURCE_UNKNOWN,
                        ProblemCode.TOO_MANY_PROCESSES,
                        ProblemCode.EXECUTABLE_MISSING);
    }

    @Test
    void a_demand_that_the_partition_does_not_take_is_refused_before_the_job_is_accepted() {
        JobRequest plain = request(2);
        ResourceDemand charged = ResourceDemand.NONE.choosing(
                new ClusterChoice(Optional.empty(), Optional.empty(), Optional.empty(), Optional.of("risk")));
        JobRequest request = JobRequests.with(plain, plain.launch().on(charged));
        Admission admission = admission(Grants.ALL, Optional.empty());

        assertThatThrownBy(() -> admission.require("ann", List.of(plain, request)))
                .isInstanceOfSatisfying(ProblemException.class, refused -> {
                    assertThat(refused.problem().code()).isEqualTo(ProblemCode.DEMAND_NOT_TAKEN);
                    assertThat(refused.problem().message())
                            .isEqualTo("partition local does not take what the document asks for:"
                                    + " an account to charge (risk)");
                });
    }

    @Test
    void tells_once_that_a_password_is_not_the_users_and_of_granted_places_only() {
        assertThat(obstacles(admission(Grants.ALL, Optional.empty()), "bob", request(1, "known", "known too")))
                .containsExactly(NOT_HIS);
        assertThat(obstacles(admission(Grants.NONE, Optional.empty()), "bob", request(1, "known")))
                .extracting(Problem::code)
                .containsExactly(ProblemCode.NOT_GRANTED);
    }

    @Test
    void does_not_tell_what_is_not_granted_from_what_is_not_there() {
        assertThat(obstacles(admission(Grants.NONE, Optional.empty()), "ann", request(1, "elsewhere")))
                .extracting(Problem::code)
                .containsExactly(ProblemCode.NOT_GRANTED);
    }

    @Test
    void refuses_with_the_first_and_tells_the_others_in_its_detail() {
        Admission admission = admission(Grants.ALL, Optional.of(NO_PROGRAM));

        assertThatThrownBy(() -> admission.require("ann", List.of(request(1, "elsewhere", "nowhere"))))
                .isInstanceOfSatisfying(ProblemException.class, refused -> {
                    assertThat(refused.problem().message()).isEqualTo("no host elsewhere");
                    assertThat(refused.problem().detail())
                            .isEqualTo("but known\nsource.unknown: no host nowhere\nlaunch.executable-missing:"
                                    + " no program model");
                });
    }

    @Test
    void tells_of_the_places_that_exist_those_that_the_user_was_granted() {
        Grants both = Grants.of(List.of("host:elsewhere", "host:known"));
        Grants one = Grants.of(List.of("host:elsewhere"));

        assertThat(obstacles(admission(both, Optional.empty()), "ann", request(1, "elsewhere")))
                .extracting(Problem::detail)
                .containsExactly("but known");
        assertThat(obstacles(admission(one, Optional.empty()), "ann", request(1, "elsewhere")))
                .extracting(Problem::detail)
                .containsExactly("");
    }

    @Test
    void opens_a_password_once_for_all_jobs_of_a_sweep_and_again_for_another_host_or_another_call() {
        OneHost places = new OneHost();
        Admission admission = admission(Grants.ALL, Optional.empty(), places);
        List<JobRequest> sweep = Collections.nCopies(1_000, request(1, "known", "known too"));

        admission.require("ann", sweep);
        assertThat(places.opened).isEqualTo(2);
        admission.require("ann", sweep);
        assertThat(places.opened).isEqualTo(4);
    }

    @Test
    void refuses_the_whole_sweep_for_a_password_that_is_not_the_users() {
        OneHost places = new OneHost();
        Admission admission = admission(Grants.ALL, Optional.empty(), places);

        assertThatThrownBy(() -> admission.require("bob", Collections.nCopies(1_000, request(1, "known"))))
                .hasMessage(NOT_HIS.message());
        assertThat(places.opened).isEqualTo(1);
    }

    @Test
    void refuses_a_snapshot_of_a_source_that_has_none_but_not_of_one_that_is_not_the_users() {
        JobRequest shared = sharing("known plain");

        assertThat(obstacles(admission(Grants.ALL, Optional.empty()), "ann", shared))
                .containsExactly(NO_SNAPSHOTS);
        assertThat(obstacles(admission(Grants.NONE, Optional.empty()), "ann", shared))
                .extracting(Problem::code)
                .containsExactly(ProblemCode.NOT_GRANTED);
        assertThat(obstacles(admission(Grants.ALL, Optional.empty()), "ann", sharing("known")))
                .isEmpty();
    }

    @Test
    void refuses_a_statement_that_can_never_be_the_step_s_but_tells_it_of_no_place_that_is_not_the_users() {
        JobRequest dropping = extracting("known", "DROP TABLE book", List.of());

        assertThat(obstacles(admission(Grants.ALL, Optional.empty()), "ann", dropping))
                .containsExactly(NO_QUERY);
        assertThat(admission(Grants.ALL, Optional.empty())
                        .judge("ann")
                        .obstacle(dropping.steps().findFirst().orElseThrow()))
                .contains(NO_QUERY);
        assertThat(obstacles(admission(Grants.NONE, Optional.empty()), "ann", dropping))
                .extracting(Problem::code)
                .containsExactly(ProblemCode.NOT_GRANTED);
        assertThat(obstacles(admission(Grants.ALL, Optional.empty()), "ann", extracting("else", "DROP", List.of())))
                .extracting(Problem::code)
                .containsExactly(ProblemCode.SOURCE_UNKNOWN);
    }

    private static JobRequest sharing(String source) {
        return extracting(source, "SELECT 1", List.of(source));
    }

    private static JobRequest extracting(String source, String statement, List<String> snapshots) {
        JobRequest request = request(1);
        SqlExtract extract = new SqlExtract(
                new StepHead.In("extract", 1, new RunPath("a.csv")), source, statement, Optional.empty());
        return new JobRequest(
                request.name(),
                Optional.empty(),
                Optional.empty(),
                request.launch(),
                List.of(extract),
                List.of(),
                List.of(),
                Map.of(),
                snapshots);
    }

    @Test
    void says_where_a_partition_allows_less_time_than_is_asked_for() {
        Admission admission = admission(Grants.ALL, Optional.empty());

        assertThat(admission.lessTime(launch(Optional.empty(), Duration.ofSeconds(3601))))
                .contains("asked for 3601 s, partition local allows 3600 s");
        assertThat(admission.lessTime(launch(Optional.empty(), Duration.ofSeconds(3600))))
                .isEmpty();
        assertThat(admission.lessTime(launch(Optional.of("gone"), Duration.ofDays(9))))
                .as("no partition, which is told otherwise")
                .isEmpty();
    }

    @Test
    void a_checkpoint_folder_of_a_run_on_a_cluster_is_told_not_to_stay() {
        Partitions partitions = new Partitions(List.of(
                new Partition("local", 4, Duration.ofHours(1)),
                new Partition("big", 4, Duration.ofHours(1)).of(PartitionKind.SLURM)));
        Admission admission = new Admission(
                user -> Grants.NONE,
                new OneHost(),
                partitions,
                new Refusing(Optional.empty()),
                StorageSettings.DEFAULTS);
        LaunchRequest big = launch(Optional.of("big"), Duration.ofMinutes(1));
        LaunchRequest local = launch(Optional.empty(), Duration.ofMinutes(1));
        Optional<RunPath> units = Optional.of(new RunPath("units"));

        assertThat(admission.noCheckpoint(big.keeping(units)))
                .contains("no run folder of a cluster is kept (partition big), so no retry goes on from units");
        assertThat(admission.noCheckpoint(big)).isEmpty();
        assertThat(admission.noCheckpoint(local.keeping(units))).isEmpty();
    }

    private static LaunchRequest launch(Optional<String> partition, Duration wallTime) {
        return new LaunchRequest(
                MpiProgram.of("model", List.of(), Map.of(), 1),
                partition,
                new RunPath("stdout.txt"),
                new RunPath("stderr.txt"),
                Optional.of(wallTime),
                RunLimits.NONE);
    }

    private static List<Problem> obstacles(Admission admission, String user, JobRequest request) {
        return admission.judge(user, List.of(request)).obstacles(request);
    }

    private static Admission admission(Grants grants, Optional<Problem> launchObstacle) {
        return admission(grants, launchObstacle, new OneHost());
    }

    private static Admission admission(Grants grants, Optional<Problem> launchObstacle, OneHost places) {
        Partitions partitions = new Partitions(List.of(new Partition("local", 4, Duration.ofHours(1))));
        return new Admission(
                user -> grants, places, partitions, new Refusing(launchObstacle), StorageSettings.DEFAULTS);
    }

    private static JobRequest request(int processes, String... hosts) {
        List<StagingStep> steps =
                Arrays.stream(hosts).<StagingStep>map(AdmissionTest::fetch).toList();
        LaunchRequest launch = LaunchRequest.of(
                MpiProgram.of("model", List.of(), Map.of(), processes),
                new RunPath("stdout.txt"),
                new RunPath("stderr.txt"));
        return new JobRequest(
                "job", Optional.empty(), Optional.empty(), launch, steps, List.of(), List.of(), Map.of(), List.of());
    }

    private static SshFetch fetch(String host) {
        RunPath file = new RunPath(host);
        return new SshFetch(new StepHead.In(host, 1, file), host, "/f");
    }

    private static final class OneHost implements StagingProbe {
        private int opened;

        @Override
        public Optional<Problem> unknown(Place place, Predicate<Place> tellable) {
            boolean told = tellable.test(new Place.Host("known"));
            return place.name().startsWith("known")
                    ? Optional.empty()
                    : Optional.of(new Problem(ProblemCode.SOURCE_UNKNOWN, "no " + place, told ? "but known" : ""));
        }

        @Override
        public Optional<Problem> obstacle(StagingStep step, String owner) {
            opened++;
            return owner.equals("bob") ? Optional.of(NOT_HIS) : Optional.empty();
        }

        @Override
        public Optional<Problem> refusal(StagingStep step) {
            return step instanceof SqlExtract extract && extract.statement().startsWith("DROP")
                    ? Optional.of(NO_QUERY)
                    : Optional.empty();
        }

        @Override
        public Optional<Problem> unshareable(String source) {
            return source.endsWith("plain") ? Optional.of(NO_SNAPSHOTS) : Optional.empty();
        }

        @Override
        public Optional<Problem> probe(Place place) {
            throw new AssertionError("admission connects nowhere");
        }
    }

    private record Refusing(Optional<Problem> obstacle) implements Launcher {
        @Override
        public List<Problem> obstacles(String partition, String submitter, LaunchRequest request) {
            return obstacle.stream().toList();
        }

        @Override
        public List<KillPoint> killPoints() {
            return List.of();
        }

        @Override
        public LaunchPlan plan(RunOrder order) {
            throw new AssertionError("admission plans nothing");
        }

        @Override
        public void start(RunOrder order) {
            throw new AssertionError("admission starts nothing");
        }

        @Override
        public RunSighting look(RunOrder order) {
            throw new AssertionError("admission looks at no run");
        }

        @Override
        public void kill(RunOrder order) {
            throw new AssertionError("admission ends no run");
        }
    }
}
