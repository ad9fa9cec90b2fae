package dev.slipway.desk.status;

import dev.slipway.dispatch.StepWait;
import dev.slipway.problem.Remedy;
import dev.slipway.request.Place;
import java.util.List;
import java.util.Optional;

/**
 * Describes the steps of a job that wait for other steps.
 *
 * @param user the owner of the job
 * @param waits one wait for each of the steps
 */
record StepWaits(String user, List<StepWait> waits) {
    private static final String WAIT =
            "Wait until one of them has ended, cancel what is not needed, or ask the operator for a ";

    /** Describes the wait of the first step and counts the others; empty if no step waits. */
    Optional<String> words() {
        int more = waits.size() - 1;
        String others = more > 0 ? " (" + Quantities.steps(more) + " more " + (more == 1 ? "waits)" : "wait)") : "";
        return first().map(wait -> "a turn for step " + wait.step() + (wait.in() ? " from " : " to ") + wait.place()
                + others + ": " + why(wait));
    }

    private String why(StepWait wait) {
        String move = wait.moving() == 1 ? " moves" : " move";
        String steps = Quantities.steps(wait.moving());
        String there = move + (wait.in() ? " from there" : " there") + " now";
        return switch (wait.cause()) {
            case STEPS_OF_USER -> steps + " of user " + user + move + " now, as many as one user may have";
            case SHARE_OF_PLACE ->
                steps + " of user " + user + there + ", and one user leaves the rest of that place to others";
            case PLACE_FULL -> steps + there + ", as many as may at once";
            case ALL_FULL -> steps + " of all jobs" + move + " now, as many as may at once";
            case LARGE -> "it is large, and large steps leave room for small ones";
            case TURN -> "older steps, and steps of users who have fewer, go first";
        };
    }

    /** Returns the user's remedy for the first step; none if the user can only wait. */
    Remedy remedy() {
        return first().flatMap(StepWaits::limit)
                .map(key -> Remedy.of(WAIT + "higher limit.").atShell(WAIT + "larger slipway.limits." + key + "."))
                .orElse(Remedy.NONE);
    }

    private static Optional<String> limit(StepWait wait) {
        return switch (wait.cause()) {
            case STEPS_OF_USER -> Optional.of("steps-per-user");
            case SHARE_OF_PLACE, PLACE_FULL ->
                Optional.of(wait.place() instanceof Place.Source ? "database-connections" : "host-transfers");
            case ALL_FULL -> Optional.of("steps-at-once");
            case LARGE, TURN -> Optional.empty();
        };
    }

    private Optional<StepWait> first() {
        return waits.stream().findFirst();
    }
}
