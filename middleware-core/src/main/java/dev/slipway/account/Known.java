package dev.slipway.account;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What was true a moment ago, under keys that are no secrets (hashes), so that a call does not cost a look each time. A change of an
 * account takes all that is known of it away, also what is being looked up at that moment.
 */
public final class Known<T> {
    /** How long something counts as true without another look. */
    public static final Duration SPAN = Duration.ofMinutes(1);

    private static final int CAPACITY = 1_000;

    private final Clock clock;
    private final Function<T, String> whose;
    private long changes;
    private final Map<String, Fact<T>> facts = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Fact<T>> eldest) {
            return size() > CAPACITY;
        }
    };

    /** Something true until then. */
    public record Fact<T>(T value, Instant until) {}

    /** @param whose the account that a fact is about */
    public Known(Clock clock, Function<T, String> whose) {
        this.clock = clock;
        this.whose = whose;
    }

    /** What is known, else what {@code look} finds and for how long at most. */
    public Optional<T> get(String key, Supplier<Optional<Fact<T>>> look) {
        long before;
        synchronized (this) {
            Fact<T> fact = facts.get(key);
            if (fact != null && fact.until().isAfter(clock.instant())) {
                return Optional.of(fact.value());
            }
            facts.remove(key);
            before = changes;
        }
        Optional<Fact<T>> found = look.get();
        found.ifPresent(fact -> keep(key, fact, before));
        return found.map(Fact::value);
    }

    private synchronized void keep(String key, Fact<T> fact, long before) {
        if (changes == before) {
            Instant longest = clock.instant().plus(SPAN);
            facts.put(key, fact.until().isBefore(longest) ? fact : new Fact<>(fact.value(), longest));
        }
    }

    /** Forgets all about an account. */
    public synchronized void forget(String account) {
        changes++;
        facts.values().removeIf(fact -> whose.apply(fact.value()).equals(account));
    }

    /** Forgets one key. */
    public synchronized void drop(String key) {
        changes++;
        facts.remove(key);
    }
}
