package dev.slipway.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RanksTest {

    @Test
    void ranks_as_counting_one_by_one_does() {
        Random random = new Random(7);
        Ranks ranks = new Ranks();
        TreeSet<Long> naive = new TreeSet<>();
        for (int i = 0; i < 20_000; i++) {
            long key = random.nextInt(500) * (random.nextBoolean() ? 1L : 1L << 40);
            if (random.nextInt(5) < 3) {
                ranks.add(key);
                naive.add(key);
            } else {
                ranks.remove(key);
                naive.remove(key);
            }
            long asked = random.nextInt(600);
            assertThat(ranks.below(asked)).isEqualTo(naive.headSet(asked).size());
            assertThat(ranks.size()).isEqualTo(naive.size());
            assertThat(ranks.first()).isEqualTo(naive.isEmpty() ? Long.MAX_VALUE : naive.first());
            assertThat(ranks.contains(key)).isEqualTo(naive.contains(key));
        }
    }

    @Test
    void stays_shallow_when_members_come_in_order() {
        Ranks ranks = new Ranks();
        for (long key = 1; key <= 1_000_000; key++) {
            ranks.add(key);
        }
        // A tree as deep as its members would end in a stack overflow, above or here.
        for (long key = 1; key <= 1_000_000; key += 2) {
            ranks.remove(key);
        }
        assertThat(ranks.size()).isEqualTo(500_000);
        assertThat(ranks.below(1_000_001)).isEqualTo(500_000);
        assertThat(ranks.first()).isEqualTo(2);
    }
}
