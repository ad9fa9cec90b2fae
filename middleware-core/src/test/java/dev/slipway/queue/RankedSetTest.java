package dev.slipway.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RankedSetTest {

    @Test
    void ranks_as_counting_one_by_one_does() {
        Random random = new Random(7);
        RankedSet ranked = new RankedSet();
        TreeSet<Long> naive = new TreeSet<>();
        for (int i = 0; i < 20_000; i++) {
            long key = random.nextInt(500) * (random.nextBoolean() ? 1L : 1L << 40);
            if (random.nextInt(5) < 3) {
                ranked.add(key);
                naive.add(key);
            } else {
                ranked.remove(key);
                naive.remove(key);
            }
            long asked = random.nextInt(600);
            assertThat(ranked.below(asked)).isEqualTo(naive.headSet(asked).size());
            assertThat(ranked.size()).isEqualTo(naive.size());
            assertThat(ranked.first()).isEqualTo(naive.isEmpty() ? Long.MAX_VALUE : naive.first());
            assertThat(ranked.contains(key)).isEqualTo(naive.contains(key));
        }
    }

    @Test
    void stays_shallow_when_members_come_in_order() {
        RankedSet ranked = new RankedSet();
        for (long key = 1; key <= 1_000_000; key++) {
            ranked.add(key);
        }
        // A tree as deep as its members would end in a stack overflow, above or here.
        for (long key = 1; key <= 1_000_000; key += 2) {
            ranked.remove(key);
        }
        assertThat(ranked.size()).isEqualTo(500_000);
        assertThat(ranked.below(1_000_001)).isEqualTo(500_000);
        assertThat(ranked.first()).isEqualTo(2);
    }
}
