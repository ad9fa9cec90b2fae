package dev.slipway.server.login;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Slows guessing; a pause lasts seconds at most. During it no password is checked, not even the right one; the first try after it is,
 * whoever makes it, so a user whose address somebody floods with guesses at their name may need several tries. From another address,
 * or remembered by {@link LoginMemory}, they get in at once. An address is here whatever is one host's ({@link Claim#network}).
 *
 * <ul>
 *   <li>After {@link #FREE} failures of one user from one address, each further failure doubles that user's pause there, up to
 *       {@link #LONGEST}. A right password ends it.
 *   <li>After {@link #FREE_OF_ADDRESS} failures from one address, whatever the names, each further failure makes a pause of
 *       {@link #PAUSE_OF_ADDRESS} for that address: it bounds what made-up names cost in checks, and is too short to keep anybody out.
 *   <li>A try that is refused during a pause counts as nothing: it does not lengthen the pause.
 *   <li>A failure is forgotten {@link #MEMORY} after the last one like it, or when {@link #CAPACITY} others are newer.
 * </ul>
 */
final class GuessBrake {
    static final int FREE = 5;
    static final int FREE_OF_ADDRESS = 30;
    static final Duration LONGEST = Duration.ofSeconds(5);
    static final Duration PAUSE_OF_ADDRESS = Duration.ofMillis(250);
    static final int CAPACITY = 10_000;

    /** So many refused tries of one user from one address are no impatience. */
    static final int FLOOD = 50;

    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration MEMORY = Duration.ofMinutes(15);

    /** Longer names count as one if they begin alike, or a name could be as large as a request. */
    private static final int LONGEST_NAME = 64;

    private final Clock clock;
    private final Newest<Key> ofUsers = new Newest<>();
    private final Newest<String> ofAddresses = new Newest<>();
    private final Newest<Key> refused = new Newest<>();

    GuessBrake(Clock clock) {
        this.clock = clock;
    }

    private record Key(String user, String address) {
        Key {
            user = user.substring(0, Math.min(user.length(), LONGEST_NAME));
        }
    }

    private record Failures(int count, Instant last) {
        Instant doubling() {
            int over = Math.min(count - FREE, 10);
            Duration pause = over < 0 ? Duration.ZERO : FIRST.multipliedBy(1L << over);
            return last.plus(pause.compareTo(LONGEST) > 0 ? LONGEST : pause);
        }

        Instant steady() {
            return count < FREE_OF_ADDRESS ? last : last.plus(PAUSE_OF_ADDRESS);
        }
    }

    /** The failures that are newest. */
    private static final class Newest<K> extends LinkedHashMap<K, Failures> {
        private static final long serialVersionUID = 1L;

        int add(K key, Instant now) {
            Failures known = remove(key);
            boolean recent = known != null && known.last().plus(MEMORY).isAfter(now);
            int count = recent ? known.count() + 1 : 1;
            put(key, new Failures(count, now));
            return count;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, Failures> eldest) {
            return size() > CAPACITY;
        }
    }

    /** How much of a pause is left for this user there; zero if a try is checked. */
    synchronized Duration pause(String user, String address) {
        Instant now = clock.instant();
        Failures ofUser = ofUsers.get(new Key(user, address));
        Failures ofAddress = ofAddresses.get(address);
        Instant until = now;
        if (ofUser != null && ofUser.doubling().isAfter(until)) {
            until = ofUser.doubling();
        }
        if (ofAddress != null && ofAddress.steady().isAfter(until)) {
            until = ofAddress.steady();
        }
        return Duration.between(now, until);
    }

    /** Notes a try that was refused during a pause. @return whether there were so many that somebody tries all words at the user there */
    synchronized boolean refused(String user, String address) {
        return refused.add(new Key(user, address), clock.instant()) >= FLOOD;
    }

    synchronized void failed(String user, String address) {
        ofUsers.add(new Key(user, address), clock.instant());
        ofAddresses.add(address, clock.instant());
    }

    /** Forgets the user's failures there; the address's stay, or one known password would buy any number of guesses at others. */
    synchronized void succeeded(String user, String address) {
        ofUsers.remove(new Key(user, address));
        refused.remove(new Key(user, address));
    }
}
