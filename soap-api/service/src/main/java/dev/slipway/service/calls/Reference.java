package dev.slipway.service.calls;

import dev.slipway.desk.Caller;
import dev.slipway.job.JobToken;
import dev.slipway.problem.NearestNames;
import dev.slipway.problem.Printable;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Names a template, draft or schedule in a call: by the id, by the first characters of the id, or by the name. The
 * caller's own things win over those of others, so that nobody can shadow one of them by a shared thing with its name,
 * or with a name that looks like its id.
 *
 * @param kind the kind of the thing, in one word
 */
record Reference(String kind, String given) {
    private static final int LEAST = 4;
    /** The most characters of an unknown name that are compared with the known ones. */
    private static final int LONGEST = 60;

    /** A thing that the caller may see. */
    record Thing(String id, String name, String owner) {}

    /**
     * Returns the id of the thing that is meant. A whole id is returned unchecked; the desk refuses it if nothing has
     * it.
     *
     * @param things all things of this kind that the caller may see; called only if {@code given} is not a whole id
     */
    String in(Caller caller, Supplier<List<Thing>> things) {
        if (JobToken.parse(given).isPresent()) {
            return given;
        }
        List<Thing> seen = things.get();
        Map<Boolean, List<Thing>> isOwn = seen.stream()
                .collect(Collectors.partitioningBy(thing -> thing.owner().equals(caller.user())));
        return Stream.of(among(isOwn.get(true)), among(isOwn.get(false)))
                .filter(found -> !found.isEmpty())
                .findFirst()
                .map(this::only)
                .orElseThrow(() -> unknown(seen));
    }

    /**
     * Returns the things with exactly the given name, if there are any and no id begins with it. Otherwise returns the
     * things with that name in upper or lower case, and the things whose ids begin with it.
     */
    private List<Thing> among(List<Thing> things) {
        List<Thing> named =
                things.stream().filter(thing -> thing.name().equals(given)).toList();
        if (!named.isEmpty() && things.stream().noneMatch(this::isBeginningOf)) {
            return named;
        }
        return things.stream()
                .filter(thing -> thing.name().equalsIgnoreCase(given) || isBeginningOf(thing))
                .toList();
    }

    private boolean isBeginningOf(Thing thing) {
        return given.length() >= LEAST && thing.id().startsWith(given);
    }

    private String only(List<Thing> found) {
        if (found.size() == 1) {
            return found.get(0).id();
        }
        String candidates = found.stream()
                .limit(5)
                .map(thing -> thing.id() + " of " + thing.owner())
                .collect(Collectors.joining(", "));
        throw new ProblemException(Problem.of(
                ProblemCode.FORM_INVALID,
                found.size() + " " + kind + "s go by " + Printable.quoted(given) + ": " + candidates
                        + "; give the id of one"));
    }

    private ProblemException unknown(List<Thing> seen) {
        String near = NearestNames.of(
                        given.substring(0, Math.min(given.length(), LONGEST)),
                        seen.stream().map(Thing::name).toList())
                .stream()
                .map(Printable::quoted)
                .collect(Collectors.joining(" or "));
        return new ProblemException(Problem.of(
                ProblemCode.FORM_UNKNOWN,
                "there is no " + kind + " " + Printable.quoted(given)
                        + (near.isEmpty() ? "" : "; did you mean " + near + "?")));
    }
}
