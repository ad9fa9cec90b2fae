package dev.slipway.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.dispatch.StepTurns.Claim;
import dev.slipway.dispatch.StepTurns.Lane;
import dev.slipway.dispatch.StepTurns.User;
import dev.slipway.dispatch.StepWait.Cause;
import dev.slipway.request.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepTurnsTest {
    private static final Lane RISK = new Lane(new Place.Source("risk"), true);
    private static final Lane MARKET = new Lane(new Place.Host("market"), true);

    private final List<Runnable> started = new ArrayList<>();
    private final List<Claim> running = new ArrayList<>();
    private final List<Claim> begun = new ArrayList<>();

    @Test
    void starts_no_step_whose_place_is_full_and_lets_others_pass() {
        StepTurns turns = turns(new StepLimits(8, 1, 1, 8));
        Claim first = add(turns, claim(1, "alice", RISK, 0));
        add(turns, claim(2, "alice", RISK, 0));
        Claim third = add(turns, claim(3, "alice", MARKET, 0));

        assertThat(running).containsExactly(first, third);
        end(0);
        assertThat(begun).extracting(Claim::order).containsExactly(1L, 3L, 2L);
    }

    @Test
    void leaves_slots_to_others_than_one_user() {
        StepTurns turns = turns(new StepLimits(3, 3, 3, 2));
        for (int order = 1; order <= 4; order++) {
            add(turns, claim(order, "alice", RISK, 0));
        }
        add(turns, claim(5, "bob", RISK, 0));

        assertThat(running).extracting(Claim::order).containsExactly(1L, 2L, 5L);
    }

    @Test
    void large_steps_leave_a_reserve_to_small_ones() {
        StepTurns turns = turns(new StepLimits(4, 4, 4, 4));
        for (int order = 1; order <= 4; order++) {
            add(turns, claim(order, "alice", RISK, StepTurns.LARGE));
        }
        assertThat(running).extracting(Claim::order).containsExactly(1L, 2L, 3L);

        add(turns, claim(5, "bob", RISK, 10));
        assertThat(running).extracting(Claim::order).containsExactly(1L, 2L, 3L, 5L);
    }

    @Test
    void one_user_leaves_a_quarter_of_a_place_to_others_however_small_the_steps() {
        StepTurns turns = turns(new StepLimits(20, 8, 8, 20));
        for (int order = 1; order <= 60; order++) {
            add(turns, claim(order, "alice", RISK, 0));
        }
        assertThat(running).hasSize(6);

        Claim bobs = add(turns, claim(61, "bob", RISK, 0));
        assertThat(running).as("slow steps of another hold it up").contains(bobs);
    }

    @Test
    void tells_by_which_limit_a_step_waits() {
        StepTurns turns = turns(new StepLimits(6, 4, 4, 4));
        for (int order = 1; order <= 4; order++) {
            add(turns, claim(order, "alice", RISK, 0));
        }
        assertThat(turns.waits(3)).as("it moves").isEmpty();
        assertThat(turns.waits(4)).containsExactly(wait(RISK, Cause.SHARE_OF_PLACE, 3));

        add(turns, claim(5, "alice", MARKET, 0));
        add(turns, claim(6, "alice", MARKET, 0));
        assertThat(turns.waits(6)).containsExactly(wait(MARKET, Cause.STEPS_OF_USER, 4));

        add(turns, claim(7, "bob", RISK, 0));
        add(turns, claim(8, "bob", RISK, 0));
        assertThat(turns.waits(8)).containsExactly(wait(RISK, Cause.PLACE_FULL, 4));

        add(turns, claim(9, "bob", MARKET, 0));
        add(turns, claim(10, "carol", MARKET, 0));
        assertThat(turns.waits(10)).containsExactly(wait(MARKET, Cause.ALL_FULL, 6));
        end(0);
        assertThat(turns.waits(10)).as("it moves").isEmpty();
    }

    @Test
    void tells_of_a_large_step_that_it_leaves_room_and_of_one_that_is_passed_whose_turn_it_is() {
        StepTurns turns = turns(new StepLimits(8, 2, 2, 8));
        add(turns, claim(1, "alice", RISK, StepTurns.LARGE));
        add(turns, claim(2, "bob", RISK, StepTurns.LARGE));
        assertThat(turns.waits(2)).containsExactly(wait(RISK, Cause.LARGE, 1));

        for (int order = 3; order <= 2 + StepTurns.PATIENCE; order++) {
            add(turns, claim(order, "user " + order, RISK, 0));
            end(1);
        }
        add(turns, claim(99, "carol", RISK, 0));
        assertThat(turns.waits(99)).as("bob's has waited long enough").containsExactly(wait(RISK, Cause.TURN, 1));
    }

    private static StepWait wait(Lane lane, Cause cause, int moving) {
        return new StepWait("step", lane.place(), lane.in(), cause, moving);
    }

    @Test
    void the_user_who_has_fewer_steps_that_move_goes_first_and_a_users_own_go_in_order() {
        StepTurns turns = turns(new StepLimits(2, 2, 2, 2));
        for (int order = 1; order <= 60; order++) {
            add(turns, claim(order, "alice", RISK, 0));
        }
        add(turns, claim(61, "bob", MARKET, 0));
        add(turns, claim(62, "carol", RISK, 0));
        add(turns, claim(63, "bob", MARKET, 0));

        end(0);
        assertThat(running)
                .as("alice has one, bob none")
                .extracting(Claim::order)
                .containsExactly(2L, 61L);
        end(0);
        assertThat(running)
                .as("alice and carol have none, and alice was first")
                .extracting(Claim::order)
                .containsExactly(61L, 3L);
        end(0);
        assertThat(running).extracting(Claim::order).containsExactly(3L, 62L);
        end(1);
        assertThat(running)
                .as("alice has one, bob none")
                .extracting(Claim::order)
                .containsExactly(3L, 63L);
    }

    @Test
    void remembers_a_size_for_the_same_step_of_a_later_job() {
        StepTurns turns = turns(new StepLimits(2, 2, 2, 2));
        long[] moved = {StepTurns.LARGE};
        add(turns, new Claim(1, new User("alice"), RISK, "same", () -> moved[0]));
        end(0);
        add(turns, new Claim(2, new User("alice"), RISK, "same", () -> 0));
        add(turns, new Claim(3, new User("alice"), RISK, "same", () -> 0));
        add(turns, claim(4, "alice", RISK, 0));

        assertThat(running).extracting(Claim::order).containsExactly(2L, 4L);
    }

    @Test
    void a_step_that_many_have_passed_keeps_its_place_and_user_free() {
        StepTurns turns = turns(new StepLimits(9, 1, 1, 1));
        add(turns, claim(1, "alice", MARKET, 0));
        add(turns, claim(2, "bob", RISK, 0));
        add(turns, claim(3, "alice", RISK, 0)); // needs both, and they never end at once
        for (int order = 4; order < 200; order++) {
            add(turns, claim(order, order % 2 == 0 ? "alice" : "carol", order % 2 == 0 ? MARKET : RISK, 0));
        }
        int ends = 0;
        while (begun.stream().noneMatch(claim -> claim.order() == 3)) {
            end(0);
            ends++;
        }
        assertThat(ends).isLessThan(2 * StepTurns.PATIENCE);
    }

    @Test
    void a_step_that_waits_for_its_own_users_steps_closes_no_place_to_others() {
        StepTurns turns = turns(new StepLimits(9, 4, 4, 2));
        add(turns, claim(1, "eve", MARKET, 0));
        add(turns, claim(2, "eve", MARKET, 0));
        add(turns, claim(3, "eve", RISK, 0)); // for eve has as many as one user may
        for (int order = 4; order < 4 + 2 * StepTurns.PATIENCE; order++) {
            add(turns, claim(order, "ann", RISK, 0));
            end(running.size() - 1);
        }

        Claim bobs = add(turns, claim(900, "bob", RISK, 0));

        assertThat(running).contains(bobs);
        assertThat(begun).noneMatch(claim -> claim.order() == 3);
    }

    /**
     * Random steps, sizes and ends: the limits hold at every moment, equals start in order, and in the end all have
     * moved.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void no_limit_is_exceeded_and_no_step_starves(int seed) {
        Random random = new Random(seed);
        StepLimits limits = new StepLimits(6, 3, 2, 4);
        StepTurns turns = turns(limits);
        int all = 600;
        for (int order = 1; order <= all || !started.isEmpty(); ) {
            if (order <= all && random.nextInt(5) < 3) {
                Lane lane = new Lane(
                        random.nextBoolean() ? new Place.Source("s" + random.nextInt(2)) : new Place.Host("h"),
                        random.nextBoolean());
                long size = random.nextInt(3) == 0 ? StepTurns.LARGE : 1;
                add(turns, claim(order++, "user" + random.nextInt(3), lane, size));
            } else if (!started.isEmpty()) {
                end(random.nextInt(started.size()));
            }
            check(limits);
        }
        assertThat(begun).hasSize(all);
        for (Claim one : begun) {
            assertThat(begun.stream().filter(like(one)).map(Claim::order)).isSorted();
        }
    }

    private static Predicate<Claim> like(Claim one) {
        return other -> other.user().equals(one.user())
                && other.lane().equals(one.lane())
                && other.moved().getAsLong() == one.moved().getAsLong();
    }

    private void check(StepLimits limits) {
        assertThat(running.size()).isLessThanOrEqualTo(limits.all());
        for (Claim one : running) {
            long lane = running.stream()
                    .filter(other -> other.lane().equals(one.lane()))
                    .count();
            long user = running.stream()
                    .filter(other -> other.user().equals(one.user()))
                    .count();
            assertThat(lane)
                    .isLessThanOrEqualTo(
                            one.lane().place() instanceof Place.Source ? limits.perSource() : limits.perHost());
            assertThat(user).isLessThanOrEqualTo(limits.perUser());
        }
    }

    private StepTurns turns(StepLimits limits) {
        return new StepTurns(limits, started::add);
    }

    private Claim add(StepTurns turns, Claim claim) {
        turns.add(claim, new Move("step", () -> List.of(), end -> {}));
        take();
        return claim;
    }

    /** Notes which claims the executor was given: turns tell by {@link StepTurns#claimOf}. */
    private void take() {
        while (running.size() < started.size()) {
            Claim claim = StepTurns.claimOf(started.get(running.size()));
            running.add(claim);
            begun.add(claim);
        }
    }

    private void end(int index) {
        running.remove(index);
        started.remove(index).run();
        take();
    }

    private static Claim claim(long order, String user, Lane lane, long size) {
        return new Claim(order, new User(user), lane, "step " + order, () -> size);
    }
}
