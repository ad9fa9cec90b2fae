package dev.slipway.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.testbed.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Tests the cache of look-ups with texts as results; each result is the name of its account. */
class LookupCacheTest {
    private final SettableClock clock = new SettableClock();
    private final LookupCache<String> cache = known(Duration.ofMinutes(1));

    private LookupCache<String> known(Duration patience) {
        return new LookupCache<>(clock, name -> name, patience, () -> new IllegalStateException("late"));
    }

    private static Optional<LookupCache.Fact<String>> fact(String name) {
        return Optional.of(new LookupCache.Fact<>(name, Instant.MAX));
    }

    @Test
    void what_was_true_is_remembered_for_longer_than_it_counts() {
        cache.get("key", () -> fact("ann"));
        clock.advance(LookupCache.SPAN);

        assertThat(cache.remembers("key")).isTrue();
        assertThat(cache.get("key", () -> {
                    assertThat(cache.remembers("key")).isTrue();
                    return Optional.empty();
                }))
                .isEmpty();
        assertThat(cache.remembers("key")).as("it is true no more").isFalse();

        cache.get("key", () -> fact("ann"));
        clock.advance(LookupCache.TRACE);
        assertThat(cache.remembers("key")).isFalse();
    }

    @Test
    void what_ends_is_not_remembered_and_an_outage_ends_nothing() {
        cache.get(
                "login",
                () -> Optional.of(new LookupCache.Fact<>(
                        "ann", clock.instant().plus(LookupCache.SPAN).plusSeconds(1))));
        clock.advance(LookupCache.SPAN);
        assertThatThrownBy(() -> cache.get("login", () -> {
                    throw new IllegalStateException("the store is away");
                }))
                .hasMessage("the store is away");
        assertThat(cache.remembers("login")).isTrue();

        clock.advance(LookupCache.SPAN);
        assertThat(cache.remembers("login")).isFalse();
        assertThat(cache.remembers("made up")).isFalse();
    }

    @Test
    void a_change_of_the_account_ends_what_is_being_looked_up() throws Exception {
        CountDownLatch looking = new CountDownLatch(1);
        CountDownLatch changed = new CountDownLatch(1);
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            Future<Optional<String>> early = other.submit(() -> cache.get("key", () -> {
                looking.countDown();
                await(changed);
                return fact("ann");
            }));
            looking.await();
            cache.forget("ann");

            assertThat(cache.get("key", Optional::empty)).as("looks anew").isEmpty();
            changed.countDown();
            assertThat(early.get()).as("asked before the change").contains("ann");
            assertThat(cache.remembers("key")).isFalse();
        } finally {
            other.shutdown();
        }
    }

    @Test
    void nobody_waits_for_anothers_look_longer_than_their_patience() throws Exception {
        LookupCache<String> impatient = known(Duration.ZERO);
        CountDownLatch looking = new CountDownLatch(1);
        CountDownLatch waited = new CountDownLatch(1);
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            Future<Optional<String>> slow = other.submit(() -> impatient.get("key", () -> {
                looking.countDown();
                await(waited);
                return fact("ann");
            }));
            looking.await();
            assertThatThrownBy(() -> impatient.get("key", Optional::empty)).hasMessage("late");
            waited.countDown();
            assertThat(slow.get()).as("its own look").contains("ann");
        } finally {
            waited.countDown();
            other.shutdown();
        }
    }

    @Test
    void a_change_of_another_account_ends_nothing() {
        cache.get("bob's", () -> fact("bob"));
        cache.get("ann's", () -> {
            cache.forget("bob");
            cache.drop("bob's other");
            return fact("ann");
        });

        assertThat(cache.remembers("ann's")).isTrue();
        assertThat(cache.remembers("bob's")).isFalse();
    }

    @Test
    void a_key_that_is_dropped_while_it_is_looked_up_is_not_kept() {
        cache.get("ann's", () -> {
            cache.drop("ann's");
            return fact("ann");
        });

        assertThat(cache.remembers("ann's")).isFalse();
    }

    @Test
    void what_is_dropped_without_a_change_is_looked_up_as_before() {
        cache.get("bob's", () -> fact("bob"));
        cache.get("ann's", () -> {
            cache.dropAll(name -> name.equals("bob") || name.equals("ann"));
            return fact("ann");
        });

        assertThat(cache.remembers("bob's")).isFalse();
        assertThat(cache.remembers("ann's")).isTrue();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
