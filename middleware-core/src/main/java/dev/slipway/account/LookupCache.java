package dev.slipway.account;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import dev.slipway.clock.ClockTicker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Caches lookups for a short time, so that not every call costs a lookup. The keys are hashes, not secrets. For a
 * longer time the cache remembers which keys it has found; this lets no caller in, but tells known callers from
 * strangers. Callers that ask for one key at once share one lookup. A change of an account drops all cached results of
 * that account and all lookups under way, but no results of other accounts.
 */
public final class LookupCache<T> {
    /** How long a result counts as true without another lookup. */
    public static final Duration SPAN = Duration.ofMinutes(1);

    /** How long the cache remembers that a lookup found a result. */
    public static final Duration TRACE = Duration.ofHours(1);

    static final int CAPACITY = 4_000;

    private final Clock clock;
    private final Function<T, String> whose;
    private final Duration patience;
    private final Supplier<? extends RuntimeException> late;
    private long changes;

    /** The number of the last change, for accounts and keys by their hashes. */
    private final long[] changed = new long[256];

    /** Lookups under way; callers who ask now may share them. */
    private final Map<String, CompletableFuture<Optional<T>>> looks = new HashMap<>();

    private final Cache<String, Entry<T>> entries;

    /** The result of a lookup, true until the given time. */
    public record Fact<T>(T value, Instant until) {}

    /** @param trace how long the cache remembers the entry */
    private record Entry<T>(T value, Instant until, Duration trace) {}

    /**
     * @param whose returns the account that a result belongs to
     * @param patience how long a caller waits for a lookup that another caller has begun
     * @param late makes the exception for a caller that has waited so long
     */
    public LookupCache(
            Clock clock, Function<T, String> whose, Duration patience, Supplier<? extends RuntimeException> late) {
        this.clock = clock;
        this.whose = whose;
        this.patience = patience;
        this.late = late;
        this.entries = Caffeine.newBuilder()
                .maximumSize(CAPACITY)
                .expireAfter(Expiry.creating((String key, Entry<T> entry) -> entry.trace()))
                .ticker(new ClockTicker(clock))
                .executor(Runnable::run)
                .build();
    }

    /**
     * Returns the cached result, or else the result of {@code look}. An exception of {@code look} reaches all callers
     * that wait for that lookup.
     */
    public Optional<T> get(String key, Supplier<Optional<Fact<T>>> look) {
        CompletableFuture<Optional<T>> mine = new CompletableFuture<>();
        CompletableFuture<Optional<T>> others;
        long before;
        synchronized (this) {
            Optional<T> known = fresh(key);
            if (known.isPresent()) {
                return known;
            }
            others = looks.putIfAbsent(key, mine);
            before = changes;
        }
        return others == null ? look(key, look, mine, before) : shared(others);
    }

    private Optional<T> look(
            String key, Supplier<Optional<Fact<T>>> look, CompletableFuture<Optional<T>> mine, long before) {
        try {
            Optional<Fact<T>> found = look.get();
            keep(key, found, before);
            mine.complete(found.map(Fact::value));
        } catch (RuntimeException | Error e) {
            mine.completeExceptionally(e);
        } finally {
            synchronized (this) {
                looks.remove(key, mine);
            }
        }
        return shared(mine);
    }

    private Optional<T> shared(CompletableFuture<Optional<T>> look) {
        try {
            return look.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error thrown) {
                throw thrown;
            }
            throw (RuntimeException) e.getCause();
        } catch (TimeoutException e) {
            throw late.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw late.get();
        }
    }

    private synchronized void keep(String key, Optional<Fact<T>> found, long before) {
        entries.invalidate(key);
        Instant now = clock.instant();
        if (found.filter(fact -> fact.until().isAfter(now)).isPresent()
                && !isChanged(key, before)
                && !isChanged(whose.apply(found.get().value()), before)) {
            Fact<T> fact = found.get();
            Duration left = Duration.between(now, fact.until());
            entries.put(key, new Entry<>(fact.value(), now.plus(shorter(left, SPAN)), shorter(left, TRACE)));
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private Optional<T> fresh(String key) {
        return Optional.ofNullable(entries.getIfPresent(key))
                .filter(entry -> entry.until().isAfter(clock.instant()))
                .map(Entry::value);
    }

    /** Returns whether a recent lookup has found a result under this key; never makes a lookup. */
    public synchronized boolean remembers(String key) {
        return entries.getIfPresent(key) != null;
    }

    /**
     * Forgets all results of an account that has changed. Callers look anew from now on, because the account of a
     * lookup under way is not known yet.
     */
    public synchronized void forget(String account) {
        change(account);
        looks.clear();
        entries.asMap().values().removeIf(entry -> whose.apply(entry.value()).equals(account));
    }

    /** Forgets one key that is no longer true. */
    public synchronized void drop(String key) {
        change(key);
        looks.remove(key);
        entries.invalidate(key);
    }

    /** Forgets the cached results that match the condition. No account has changed, so lookups under way go on. */
    public synchronized void dropAll(Predicate<T> such) {
        entries.asMap().values().removeIf(entry -> such.test(entry.value()));
    }

    private void change(String what) {
        changed[place(what)] = ++changes;
    }

    private boolean isChanged(String what, long since) {
        return changed[place(what)] > since;
    }

    private int place(String what) {
        return Math.floorMod(what.hashCode(), changed.length);
    }
}
