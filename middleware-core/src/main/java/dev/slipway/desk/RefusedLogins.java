package dev.slipway.desk;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.Place;
import dev.slipway.request.StagingStep;
import dev.slipway.staging.StepLook;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Counts the refused logins of users at places. After a few refusals a user waits before the next look there, each time
 * twice as long, because looks would be a way to guess passwords. An accepted login does not reset the count, since
 * otherwise a user's own password would cover guesses at another's.
 */
public final class RefusedLogins {
    private static final int FREE = 3;
    private static final Duration FIRST_WAIT = Duration.ofMinutes(1);
    private static final Duration LONGEST_WAIT = Duration.ofHours(1);

    /** The time after the end of the wait at which refusals are forgotten. */
    private static final Duration MEMORY = Duration.ofHours(1);

    private final Map<Login, Refusals> refused = new ConcurrentHashMap<>();
    private final LongSupplier nanoTime;

    private record Login(String user, Place place) {}

    /** @param times the number of refusals in a row */
    private record Refusals(int times, long last) {
        Duration waits(long now) {
            if (times < FREE) {
                return Duration.ZERO;
            }
            Duration wait = FIRST_WAIT.multipliedBy(1L << Math.min(times - FREE, 10));
            return (wait.compareTo(LONGEST_WAIT) < 0 ? wait : LONGEST_WAIT).minusNanos(now - last);
        }

        boolean isForgotten(long now) {
            return waits(now).plus(MEMORY).isNegative();
        }
    }

    public RefusedLogins(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Returns the wait that stands against a look at a step with its own login. */
    Optional<Problem> obstacle(String user, StagingStep step) {
        Refusals before = refused.get(new Login(user, step.place()));
        if (step.credential().isEmpty() || before == null) {
            return Optional.empty();
        }
        Duration wait = before.waits(nanoTime.getAsLong());
        return wait.isNegative() || wait.isZero()
                ? Optional.empty()
                : Optional.of(Problem.of(
                        ProblemCode.CREDENTIAL_REFUSED,
                        step.place() + " has refused " + before.times() + " logins that user " + user
                                + " tried, so the next is tried in "
                                + wait.plusSeconds(1).toSeconds() + " s"));
    }

    /** Remembers the place's answer about a step. */
    public void heard(String user, StagingStep step, StepLook look) {
        if (step.credential().isPresent() && isRefusal(look)) {
            long now = nanoTime.getAsLong();
            refused.compute(
                    new Login(user, step.place()),
                    (login, before) ->
                            new Refusals(before == null || before.isForgotten(now) ? 1 : before.times() + 1, now));
        }
    }

    public static boolean isRefusal(StepLook look) {
        return look.problems().stream().anyMatch(problem -> problem.code() == ProblemCode.CREDENTIAL_REFUSED);
    }
}
