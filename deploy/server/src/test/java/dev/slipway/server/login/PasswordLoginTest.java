package dev.slipway.server.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.account.Account;
import dev.slipway.account.LookupCache;
import dev.slipway.desk.Caller;
import dev.slipway.grant.Grants;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.LockedException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.web.authentication.WebAuthenticationDetails;

class PasswordLoginTest {
    private final AtomicInteger checks = new AtomicInteger();
    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    private volatile Callable<Void> slow = () -> null;
    private final SetClock clock = new SetClock();
    private final PasswordEncoder encoder = new BCryptPasswordEncoder(4) {
        @Override
        protected boolean matchesNonNull(String raw, String encoded) {
            checks.incrementAndGet();
            try {
                slow.call();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            return super.matchesNonNull(raw, encoded);
        }
    };
    private String hash = encoder.encode("right");
    private final PasswordLogin login = new PasswordLogin(
            name -> {
                asked.add(name);
                return name.equals("ann")
                        ? Optional.of(new Account(name, hash, Set.of(Caller.Role.USER), Grants.NONE))
                        : Optional.empty();
            },
            encoder,
            clock);

    @Test
    void lets_a_user_in_with_their_roles_and_forgets_the_password() {
        Authentication ann = login.authenticate(attempt("ann", "right", "10.0.0.1"));

        assertThat(ann.isAuthenticated()).isTrue();
        assertThat(ann.getAuthorities()).extracting(Object::toString).containsExactly("ROLE_USER");
        assertThat(ann.getCredentials()).isNull();
    }

    @Test
    void refuses_a_wrong_password_and_an_unknown_user_alike() {
        assertThatThrownBy(() -> login.authenticate(attempt("ann", "wrong", "10.0.0.1")))
                .isInstanceOf(BadCredentialsException.class)
                .hasMessage("user name or password is wrong");
        assertThatThrownBy(() -> login.authenticate(attempt("bob", "right", "10.0.0.1")))
                .isInstanceOf(BadCredentialsException.class)
                .hasMessage("user name or password is wrong");
        assertThat(checks).as("an unknown user costs a check too").hasValue(2);
    }

    @Test
    void refuses_a_password_that_only_begins_with_the_right_one() {
        hash = encoder.encode("x".repeat(72));

        assertThatThrownBy(() -> login.authenticate(attempt("ann", "x".repeat(73), "10.0.0.1")))
                .isInstanceOf(BadCredentialsException.class);
    }

    @Test
    void checks_the_hash_once_for_many_calls_and_again_after_a_while() {
        for (int i = 0; i < 10; i++) {
            login.authenticate(attempt("ann", "right", "10.0.0.1"));
        }
        assertThat(checks).hasValue(1);

        clock.move(LookupCache.SPAN);
        login.authenticate(attempt("ann", "right", "10.0.0.1"));
        assertThat(checks).hasValue(2);
    }

    @Test
    void checks_the_hash_once_for_calls_that_come_together_however_many_and_also_when_the_memory_has_run_out()
            throws Exception {
        hash = new BCryptPasswordEncoder(10).encode("right");
        together(200, i -> assertThat(
                        login.authenticate(attempt("ann", "right", "10.0.0.1")).isAuthenticated())
                .isTrue());
        assertThat(checks).hasValue(1);

        clock.move(LookupCache.SPAN);
        together(500, i -> assertThat(
                        login.authenticate(attempt("ann", "right", "10.0.0.1")).isAuthenticated())
                .isTrue());
        assertThat(checks).hasValue(2);
    }

    @Test
    void turns_away_more_guesses_than_may_wait_but_nobody_from_elsewhere() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        CountDownLatch checking = checksWaitFor(done);
        AtomicInteger turnedAway = new AtomicInteger();
        ExecutorService others = Executors.newCachedThreadPool();
        try {
            List<Future<?>> guesses = new ArrayList<>();
            for (int i = 0; i < CheckLine.PLACES; i++) {
                String guess = "guess" + i;
                guesses.add(others.submit(() -> assertThatThrownBy(
                                () -> login.authenticate(attempt("bob", guess, "2001:db8::" + guess.substring(5))))
                        .satisfies(e -> {
                            if (e instanceof CrowdedException) {
                                turnedAway.incrementAndGet();
                            }
                        })));
            }
            checking.await();
            while (turnedAway.get() < CheckLine.PLACES / 2) {
                Thread.onSpinWait();
            }
            Future<Authentication> ann =
                    others.submit(() -> login.authenticate(attempt("ann", "right", "2001:db8:0:1::1")));
            slow = () -> null;
            done.countDown();
            assertThat(ann.get().isAuthenticated()).isTrue();
            for (Future<?> guess : guesses) {
                guess.get();
            }
        } finally {
            others.shutdown();
        }
        assertThat(turnedAway).hasValue(CheckLine.PLACES / 2);
    }

    @Test
    void checks_whom_it_remembers_while_strangers_stand_in_line() throws Exception {
        login.authenticate(attempt("ann", "right", "10.0.0.1"));
        clock.move(LookupCache.SPAN);
        CountDownLatch done = new CountDownLatch(1);
        CountDownLatch checking = checksWaitFor(done);
        ExecutorService others = Executors.newCachedThreadPool();
        try {
            List<Future<?>> guesses = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                String address = "10.6.6." + i;
                guesses.add(others.submit(() -> guess(1, address)));
            }
            checking.await();
            slow = () -> null;
            assertThat(login.authenticate(attempt("ann", "right", "10.0.0.1")).isAuthenticated())
                    .isTrue();
        } finally {
            done.countDown();
            others.shutdown();
        }
    }

    @Test
    void notices_a_changed_password_when_its_memory_ends() {
        login.authenticate(attempt("ann", "right", "10.0.0.1"));
        hash = encoder.encode("new");
        clock.move(LookupCache.SPAN);

        assertThatThrownBy(() -> login.authenticate(attempt("ann", "right", "10.0.0.1")))
                .isInstanceOf(BadCredentialsException.class);
    }

    @Test
    void slows_a_guesser_more_with_each_guess_and_checks_nothing_meanwhile() {
        guess(GuessBrake.FREE, "10.0.0.1");
        int before = checks.get();

        assertThatThrownBy(() -> login.authenticate(attempt("ann", "right", "10.0.0.1")))
                .isInstanceOf(LockedException.class)
                .hasMessageContaining("too many failed logins");
        assertThat(checks).hasValue(before);

        clock.move(Duration.ofSeconds(1));
        guess(1, "10.0.0.1");
        clock.move(Duration.ofSeconds(1));
        assertThatThrownBy(() -> login.authenticate(attempt("ann", "right", "10.0.0.1")))
                .isInstanceOf(LockedException.class);
        clock.move(Duration.ofSeconds(1));
        assertThat(login.authenticate(attempt("ann", "right", "10.0.0.1")).isAuthenticated())
                .isTrue();
    }

    @Test
    void checks_no_more_guesses_side_by_side_than_one_after_another() throws Exception {
        together(20, i -> assertThatThrownBy(() -> login.authenticate(attempt("ann", "guess" + i, "10.0.0.1")))
                .isInstanceOfAny(BadCredentialsException.class, LockedException.class));

        assertThat(checks).hasValue(GuessBrake.FREE);
    }

    @Test
    void takes_a_name_that_no_store_can_hold_for_a_wrong_one() {
        assertThatThrownBy(() -> login.authenticate(attempt("a\0b", "guess", "10.0.0.1")))
                .isInstanceOf(BadCredentialsException.class);
        assertThat(asked).doesNotContain("a\0b");
    }

    @Test
    void never_makes_a_guesser_wait_longer_than_its_limit() {
        guess(GuessBrake.FREE, "10.0.0.1");
        for (int i = 0; i < 20; i++) {
            clock.move(GuessBrake.LONGEST);
            guess(1, "10.0.0.1");
        }
        clock.move(GuessBrake.LONGEST);

        assertThat(login.authenticate(attempt("ann", "right", "10.0.0.1")).isAuthenticated())
                .isTrue();
    }

    @Test
    void lets_the_right_password_in_once_a_pause_of_seconds_is_over_however_many_guesses_it_refused() {
        guess(1_000, "10.0.0.1", true);
        clock.move(GuessBrake.LONGEST);

        assertThat(GuessBrake.LONGEST).isLessThanOrEqualTo(Duration.ofSeconds(5));
        assertThat(login.authenticate(attempt("ann", "right", "10.0.0.1")).isAuthenticated())
                .isTrue();
    }

    @Test
    void lets_in_whom_it_remembers_although_somebody_guesses_at_the_same_address() {
        login.authenticate(attempt("ann", "right", "10.0.0.1"));
        guess(GuessBrake.FREE + 3, "10.0.0.1", true);

        assertThat(login.authenticate(attempt("ann", "right", "10.0.0.1")).isAuthenticated())
                .isTrue();
        assertThatThrownBy(() -> login.authenticate(attempt("ann", "guess", "10.0.0.1")))
                .as("a remembered login ends no pause of the guesser")
                .isInstanceOf(LockedException.class);
    }

    @Test
    void remembers_nobody_at_whom_somebody_tries_all_words() {
        login.authenticate(attempt("ann", "right", "10.0.0.1"));
        guess(GuessBrake.FREE + GuessBrake.FLOOD, "10.0.0.1", true);

        assertThatThrownBy(() -> login.authenticate(attempt("ann", "right", "10.0.0.1")))
                .isInstanceOf(LockedException.class);
    }

    @Test
    void a_flood_from_elsewhere_ends_neither_what_it_remembers_nor_what_it_checks() throws Exception {
        login.authenticate(attempt("ann", "right", "10.0.0.1"));
        clock.move(LookupCache.SPAN);
        CountDownLatch done = new CountDownLatch(1);
        CountDownLatch checking = checksWaitFor(done);
        ExecutorService others = Executors.newCachedThreadPool();
        try {
            Future<Authentication> again = others.submit(() -> login.authenticate(attempt("ann", "right", "10.0.0.1")));
            checking.await();
            slow = () -> null;
            for (String name : List.of("nobody", "ann")) {
                String from = "10.6.6." + name.length();
                for (int i = 0; i < GuessBrake.FREE + GuessBrake.FLOOD; i++) {
                    assertThatThrownBy(() -> login.authenticate(attempt(name, "guess", from)))
                            .isInstanceOfAny(BadCredentialsException.class, LockedException.class);
                }
            }
            assertThat(login.remembers(login.claim("ann", "right", "10.0.0.1"))).isTrue();
            done.countDown();
            assertThat(again.get().isAuthenticated()).isTrue();
        } finally {
            done.countDown();
            others.shutdown();
        }

        int before = checks.get();
        login.authenticate(attempt("ann", "right", "10.0.0.1"));
        assertThat(checks).as("the check under way was kept").hasValue(before);
    }

    @Test
    void remembers_a_login_once_for_all_addresses_of_a_host() {
        login.authenticate(attempt("ann", "right", "2001:db8::1"));
        login.authenticate(attempt("ann", "right", "2001:db8::2"));

        assertThat(checks).hasValue(1);
    }

    @Test
    void remembers_a_login_for_its_own_address_only() {
        login.authenticate(attempt("ann", "right", "10.0.0.1"));
        login.authenticate(attempt("ann", "right", "10.0.0.2"));

        assertThat(checks).hasValue(2);
    }

    @Test
    void checks_few_of_many_made_up_names_from_one_address_and_all_from_another() {
        for (int i = 0; i < 1_000; i++) {
            String name = "nobody" + i;
            assertThatThrownBy(() -> login.authenticate(attempt(name, "guess", "10.6.6.6")))
                    .isInstanceOfAny(BadCredentialsException.class, LockedException.class);
        }

        assertThat(checks).hasValue(GuessBrake.FREE_OF_ADDRESS);
        assertThat(login.authenticate(attempt("ann", "right", "10.0.0.1")).isAuthenticated())
                .isTrue();
        clock.move(GuessBrake.PAUSE_OF_ADDRESS);
        assertThat(login.authenticate(attempt("ann", "right", "10.6.6.6")).isAuthenticated())
                .isTrue();
    }

    @Test
    void does_not_lock_a_user_out_from_elsewhere() {
        guess(GuessBrake.FREE + 3, "10.6.6.6", true);

        assertThat(login.authenticate(attempt("ann", "right", "10.0.0.1")).isAuthenticated())
                .isTrue();
    }

    private void guess(int times, String address) {
        guess(times, address, false);
    }

    private void guess(int times, String address, boolean alsoWhileSlowed) {
        for (int i = 0; i < times; i++) {
            assertThatThrownBy(() -> login.authenticate(attempt("ann", "guess", address)))
                    .isInstanceOfAny(
                            BadCredentialsException.class,
                            alsoWhileSlowed ? LockedException.class : BadCredentialsException.class);
        }
    }

    /**
     * Stops all checks until {@code done}.
     *
     * @return a latch that opens when a check has begun
     */
    private CountDownLatch checksWaitFor(CountDownLatch done) {
        CountDownLatch checking = new CountDownLatch(1);
        slow = () -> {
            checking.countDown();
            done.await();
            return null;
        };
        return checking;
    }

    /** Acts this many times at once. */
    private static void together(int times, IntConsumer act) throws Exception {
        CountDownLatch begun = new CountDownLatch(times);
        ExecutorService threads = Executors.newFixedThreadPool(times);
        try {
            List<Future<?>> acts = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                int number = i;
                acts.add(threads.submit(() -> {
                    begun.countDown();
                    begun.await();
                    act.accept(number);
                    return null;
                }));
            }
            for (Future<?> one : acts) {
                one.get();
            }
        } finally {
            threads.shutdown();
        }
    }

    private static Authentication attempt(String name, String password, String address) {
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.setRemoteAddr(address);
        var attempt = UsernamePasswordAuthenticationToken.unauthenticated(name, password);
        attempt.setDetails(new WebAuthenticationDetails(request));
        return attempt;
    }
}
