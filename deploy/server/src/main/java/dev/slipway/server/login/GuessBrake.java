package dev.slipway.server.login;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Slows down password guessing. A pause lasts seconds at most. During a pause no password is checked, not even the
 * right one. After the pause the first try from any client is checked. A user may therefore need several tries while
 * another client at the same address guesses passwords for this user's name. From another address, or remembered by
 * {@link LoginMemory}, the user gets in at once. An address here is the whole network of one host
 * ({@link Claim#network}).
 *
 * <ul>
 * <li>After {@link #FREE} failures of one user from one address, each further failure doubles that user's pause there,
 * up to {@link #LONGEST}. A right password ends the pause.
 * <li>After {@link #FREE_OF_ADDRESS} failures from one address, with any names, each further failure makes a pause of
 * {@link #PAUSE_OF_ADDRESS} for that address, and as many failures again double the pause, up to {@link #LONGEST}. This
 * limits the cost of checks for made-up names, and the speed at which one host tries one password at all names.
 * <li>After {@link #FREE_OF_USER} failures of one user from all addresses together, each further failure doubles a
 * pause for that user, up to {@link #LONGEST_OF_USER}, for tries from any address. This pause does not hold at an
 * address where the user was let in since the start, so guesses from everywhere do not lock users out of the places
 * from which they work.
 * <li>A try that is refused during a pause does not lengthen the pause.
 * <li>A failure is forgotten {@link #MEMORY} after the last one like it, or when {@link #CAPACITY} others are newer.
 * </ul>
 */
final class GuessBrake {
    static final int FREE = 5;
    static final int FREE_OF_ADDRESS = 30;
    static final int FREE_OF_USER = 30;
    static final Duration LONGEST = Duration.ofSeconds(5);
    static final Duration LONGEST_OF_USER = Duration.ofSeconds(30);
    static final Duration PAUSE_OF_ADDRESS = Duration.ofMillis(250);
    static final int CAPACITY = 10_000;

    /** The number of refused tries of one user from one address that no impatient person makes. */
    static final int FLOOD = 50;

    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration MEMORY = Duration.ofMinutes(15);

    /**
     * The length to which names are cut; a name could otherwise be as large as a request. Longer names with the same
     * beginning count as one.
     */
    private static final int LONGEST_NAME = 64;

    private final Clock clock;
    private final Newest<Key> ofUsersThere = new Newest<>();
    private final Newest<String> ofUsers = new Newest<>();
    private final Newest<String> ofAddresses = new Newest<>();
    private final Newest<Key> refused = new Newest<>();

    /** The addresses where users were let in since the start. */
    private final Newest<Key> home = new Newest<>();

    GuessBrake(Clock clock) {
        this.clock = clock;
    }

    private record Key(String user, String address) {
        static Key of(String user, String address) {
            return new Key(shortened(user), address);
        }
    }

    private static String shortened(String user) {
        return user.substring(0, Math.min(user.length(), LONGEST_NAME));
    }

    private record Failures(int count, Instant last) {
        /**
         * Returns the end of the pause that follows the last failure. The pause doubles with each {@code step} of
         * failures over {@code free}.
         */
        Instant over(int free, int step, Duration first, Duration longest) {
            if (count < free) {
                return last;
            }
            Duration pause = first.multipliedBy(1L << Math.min((count - free) / step, 10));
            return last.plus(pause.compareTo(longest) > 0 ? longest : pause);
        }
    }

    /** Keeps the newest failures or logins. */
    private static final class Newest<K> extends LinkedHashMap<K, Failures> {
        private static final long serialVersionUID = 1L;

        int add(K key, Instant now) {
            Failures known = remove(key);
            boolean recent = known != null && known.last().plus(MEMORY).isAfter(now);
            int count = recent ? known.count() + 1 : 1;
            put(key, new Failures(count, now));
            return count;
        }

        Instant over(K key, int free, int step, Duration first, Duration longest) {
            Failures failures = get(key);
            return failures == null ? Instant.MIN : failures.over(free, step, first, longest);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, Failures> eldest) {
            return size() > CAPACITY;
        }
    }

    /** Returns the rest of the pause for this user at this address; zero if a try is checked. */
    synchronized Duration pause(String user, String address) {
        Instant now = clock.instant();
        Key there = Key.of(user, address);
        Instant until = latest(
                now,
                ofUsersThere.over(there, FREE, 1, FIRST, LONGEST),
                ofAddresses.over(address, FREE_OF_ADDRESS, FREE_OF_ADDRESS, PAUSE_OF_ADDRESS, LONGEST),
                home.containsKey(there) ? now : ofUsers.over(shortened(user), FREE_OF_USER, 1, FIRST, LONGEST_OF_USER));
        return Duration.between(now, until);
    }

    private static Instant latest(Instant... times) {
        return Collections.max(Arrays.asList(times));
    }

    /**
     * Notes a try that was refused during a pause.
     *
     * @return whether there were so many that a client seems to try a whole list of passwords for the user there
     */
    synchronized boolean refused(String user, String address) {
        return refused.add(Key.of(user, address), clock.instant()) >= FLOOD;
    }

    synchronized void failed(String user, String address) {
        ofUsersThere.add(Key.of(user, address), clock.instant());
        ofUsers.add(shortened(user), clock.instant());
        ofAddresses.add(address, clock.instant());
    }

    /**
     * Forgets the user's failures at this address. The failures of the address stay, because one known password would
     * otherwise buy any number of guesses at other names. The user's failures from elsewhere stay too, because each
     * login of the user would otherwise buy guesses for an attacker.
     */
    synchronized void succeeded(String user, String address) {
        ofUsersThere.remove(Key.of(user, address));
        home.add(Key.of(user, address), clock.instant());
        refused.remove(Key.of(user, address));
    }
}
