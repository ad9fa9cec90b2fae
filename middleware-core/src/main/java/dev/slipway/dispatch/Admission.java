package dev.slipway.dispatch;

import dev.slipway.grant.GrantBook;
import dev.slipway.grant.Grants;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Credential;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.Place;
import dev.slipway.request.StagingStep;
import dev.slipway.run.Launcher;
import dev.slipway.run.RunFolder;
import dev.slipway.run.RunOrder;
import dev.slipway.run.StorageSettings;
import dev.slipway.staging.StagingProbe;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks whether the places, logins, partition and program that a request names exist, and whether the user may name
 * them. The check rests on the operator's configuration and makes no connection. So a wrong name costs seconds and not
 * a turn in the queue.
 */
public final class Admission {
    private final GrantBook grants;
    private final StagingProbe places;
    private final Partitions partitions;
    private final Launcher launcher;
    private final StorageSettings storage;

    public Admission(
            GrantBook grants, StagingProbe places, Partitions partitions, Launcher launcher, StorageSettings storage) {
        this.grants = grants;
        this.places = places;
        this.partitions = partitions;
        this.launcher = launcher;
        this.storage = storage;
    }

    /** Returns the name of the partition that the launch asks for, or of the default partition. */
    public String partition(LaunchRequest launch) {
        return partitions.nameFor(launch);
    }

    /** Says so if the partition exists but allows less time than the launch asks for. */
    public Optional<String> lessTime(LaunchRequest launch) {
        String name = partition(launch);
        return partitions.obstacle(name, launch).isEmpty() ? partitions.cut(name, launch) : Optional.empty();
    }

    /**
     * Asks the machine of the partition whether the user's run could start there now; returns the reason of a
     * refusal.
     */
    public List<Problem> trial(String user, LaunchRequest launch) throws InterruptedException {
        String partition = partition(launch);
        return launcher.trial(new RunOrder(
                "plan",
                new RunFolder(Path.of("/")),
                launch,
                partitions.wallSeconds(partition, launch),
                partitions.memory(partition, launch),
                partition,
                user));
    }

    /** Says so if the launch names a checkpoint folder that would not be kept. */
    public Optional<String> noCheckpoint(LaunchRequest launch) {
        return launch.checkpoint().flatMap(folder -> noFolder(partition(launch))
                .map(why -> why + ", so no retry goes on from " + folder));
    }

    private Optional<String> noFolder(String partition) {
        if (storage.folderLifetime().isZero()) {
            return Optional.of("this service keeps nothing of a run folder");
        }
        return partitions.onCluster(partition)
                ? Optional.of("no run folder of a cluster is kept (partition " + partition + ")")
                : Optional.empty();
    }

    /** Returns a judge for the requests of one call, with the present grants. */
    public Judge judge(String user, List<JobRequest> requests) {
        return new Judge(user, granted(user, requests));
    }

    /** Returns a judge for steps that do not belong to a request yet. */
    public Judge judge(String user) {
        return new Judge(user, grants.of(user));
    }

    /** Reads the grants only if a request has a step. */
    private Grants granted(String user, List<JobRequest> requests) {
        return requests.stream().allMatch(request -> request.steps().findAny().isEmpty())
                ? Grants.NONE
                : grants.of(user);
    }

    /**
     * Refuses the requests if any of them has a problem.
     *
     * @throws ProblemException the first problem of the first such request, with the other problems of that request in
     *     its detail
     */
    public void require(String user, List<JobRequest> requests) {
        Judge judge = judge(user, requests);
        for (JobRequest request : requests) {
            List<Problem> obstacles = judge.obstacles(request);
            if (!obstacles.isEmpty()) {
                throw new ProblemException(together(obstacles));
            }
        }
    }

    private static Problem together(List<Problem> obstacles) {
        Problem first = obstacles.get(0);
        String others = obstacles.stream()
                .skip(1)
                .map(problem -> problem.code().id() + ": " + problem.message())
                .collect(Collectors.joining("\n"));
        String detail = Stream.of(first.detail(), others)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("\n"));
        return new Problem(first.code(), first.message(), detail);
    }

    /** Judges requests of one user during one call, on one thread. */
    public final class Judge {
        private final String user;
        private final Grants granted;
        /**
         * Caches the checks of logins: opening a password takes milliseconds of processor time, and the jobs of a sweep
         * mostly share one login.
         */
        private final Map<Login, Optional<Problem>> logins = new HashMap<>();

        private Judge(String user, Grants granted) {
            this.user = user;
            this.granted = granted;
        }

        private record Login(Place place, Optional<Credential> credential) {}

        /** Returns all problems of the request at once. */
        public List<Problem> obstacles(JobRequest request) {
            List<Problem> obstacles = new ArrayList<>(outside(request));
            request.snapshots().stream()
                    .filter(source -> granted.cover(new Place.Source(source)))
                    .flatMap(source -> places.unshareable(source).stream())
                    .forEach(obstacles::add);
            String partition = partition(request.launch());
            partitions.obstacle(partition, request.launch()).ifPresent(obstacles::add);
            unstaged(request).ifPresent(obstacles::add);
            obstacles.addAll(launcher.obstacles(partition, user, request.launch()));
            return obstacles;
        }

        private static Optional<Problem> unstaged(JobRequest request) {
            return request.launch()
                    .usersProgram()
                    .filter(file -> request.stageIn().stream()
                            .noneMatch(step -> step.file().overlaps(file)))
                    .map(file -> Problem.of(
                            ProblemCode.EXECUTABLE_MISSING,
                            "the program ./" + file + " is a file of the run folder, and no step stages it in"));
        }

        /** Returns the problem of a single step, as {@link #obstacles} would report it. */
        public Optional<Problem> obstacle(StagingStep step) {
            Place place = step.place();
            if (!granted.cover(step)) {
                return Optional.of(Grants.refusal(user, step));
            }
            return places.unknown(place, granted::mayName).or(() -> shut(step));
        }

        /** Reports a place that the user may not name exactly like a place that does not exist. */
        private List<Problem> outside(JobRequest request) {
            Map<Place, Optional<Problem>> unknown = new LinkedHashMap<>();
            request.steps()
                    .filter(granted::cover)
                    .map(StagingStep::place)
                    .forEach(place -> unknown.computeIfAbsent(place, one -> places.unknown(one, granted::mayName)));
            Stream<Problem> shut = request.steps()
                    .filter(step -> unknown.containsKey(step.place())
                            && unknown.get(step.place()).isEmpty())
                    .map(this::shut)
                    .flatMap(Optional::stream);
            return Stream.of(
                            granted.obstacle(user, request).stream(),
                            unknown.values().stream().flatMap(Optional::stream),
                            shut)
                    .flatMap(problems -> problems)
                    .distinct()
                    .toList();
        }

        /** Returns the problem of a step with a known and granted place. */
        private Optional<Problem> shut(StagingStep step) {
            return login(step).or(() -> places.refusal(step));
        }

        private Optional<Problem> login(StagingStep step) {
            return logins.computeIfAbsent(
                    new Login(step.place(), step.credential()), login -> places.obstacle(step, user));
        }
    }
}
