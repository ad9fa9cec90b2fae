package dev.slipway.dispatch;

import dev.slipway.grant.GrantBook;
import dev.slipway.grant.Grants;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.run.Launcher;
import dev.slipway.staging.Place;
import dev.slipway.staging.StagingProbe;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether what a request names is there and is the user's to name: places and who logs in there, partition, program. Told from what the operator has
 * configured, without connecting anywhere, so that a wrong name costs seconds and not a turn in the queue.
 */
public final class Admission {
    private final GrantBook grants;
    private final StagingProbe places;
    private final Partitions partitions;
    private final Launcher launcher;

    public Admission(GrantBook grants, StagingProbe places, Partitions partitions, Launcher launcher) {
        this.grants = grants;
        this.places = places;
        this.partitions = partitions;
        this.launcher = launcher;
    }

    /** The name of the partition that the launch asks for, or the default. */
    public String partition(LaunchRequest launch) {
        return partitions.nameFor(launch);
    }

    /** All that stands against the request, at once. */
    public List<Problem> obstacles(String user, JobRequest request) {
        List<Problem> obstacles = new ArrayList<>();
        if (request.steps().findAny().isPresent()) {
            obstacles.addAll(outside(user, request));
        }
        partitions.obstacle(partition(request.launch()), request.launch()).ifPresent(obstacles::add);
        launcher.obstacle(request.launch()).ifPresent(obstacles::add);
        return obstacles;
    }

    /** What is not the user's to name is not told apart from what is not there. */
    private List<Problem> outside(String user, JobRequest request) {
        Grants granted = grants.of(user);
        Stream<Problem> unknown = request.steps()
                .map(Place::of)
                .distinct()
                .filter(granted::cover)
                .map(places::unknown)
                .flatMap(Optional::stream);
        Stream<Problem> shut = request.steps()
                .filter(step -> granted.cover(Place.of(step)))
                .map(step -> places.obstacle(step, user))
                .flatMap(Optional::stream);
        return Stream.of(granted.obstacle(user, request).stream(), unknown, shut)
                .flatMap(problems -> problems)
                .distinct()
                .toList();
    }

    /** @throws ProblemException if anything stands against the request: the first, with the others in its detail */
    public void require(String user, JobRequest request) {
        List<Problem> obstacles = obstacles(user, request);
        if (!obstacles.isEmpty()) {
            throw new ProblemException(together(obstacles));
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
}
