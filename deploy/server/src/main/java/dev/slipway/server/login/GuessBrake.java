package dev.slipway.server.login;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Slows guessing: after {@link #FREE} failures of one user from one address, each further failure doubles the time for which that user
 * is not let in from there, up to {@link #LONGEST}. Other users and addresses are not touched, so nobody locks another one out.
 */
final class GuessBrake {
    static final int FREE = 5;
    static final Duration LONGEST = Duration.ofMinutes(1);
    private static final Duration FIRST = Duration.ofSeconds(1);
    /** A quiet key is forgotten after this. */
    private static final Duration MEMORY = Duration.ofMinutes(15);

    private static final int CAPACITY = 10_000;

    private final Clock clock;
    private final Map<Key, Failures> failures = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Failures> eldest) {
            return size() > CAPACITY;
        }
    };

    GuessBrake(Clock clock) {
        this.clock = clock;
    }

    private record Key(String user, String address) {}

    private record Failures(int count, Instant last) {
        Instant until() {
            int over = count - FREE;
            if (over < 0) {
                return last;
            }
            Duration wait = over > 6 ? LONGEST : FIRST.multipliedBy(1L << over);
            return last.plus(wait.compareTo(LONGEST) > 0 ? LONGEST : wait);
        }
    }

    /** How long this user is not let in from there; zero if a try is free. */
    synchronized Duration wait(String user, String address) {
        Failures known = failures.get(new Key(user, address));
        Instant now = clock.instant();
        return known == null || !known.until().isAfter(now) ? Duration.ZERO : Duration.between(now, known.until());
    }

    synchronized void failed(String user, String address) {
        Key key = new Key(user, address);
        Instant now = clock.instant();
        Failures known = failures.remove(key);
        boolean recent = known != null && known.last().plus(MEMORY).isAfter(now);
        failures.put(key, new Failures(recent ? known.count() + 1 : 1, now));
    }

    synchronized void succeeded(String user, String address) {
        failures.remove(new Key(user, address));
    }
}
