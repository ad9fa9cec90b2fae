package dev.slipway.gateway.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MovedBytesTest {
    private long seconds = 1_000;
    private final List<String> told = new ArrayList<>();
    private final List<String> midway = new ArrayList<>();
    private final MovedBytes moved = new MovedBytes(
            (bytes, rows) -> told.add(bytes + "/" + rows),
            () -> midway.add(this.told.get(this.told.size() - 1)),
            () -> seconds * 1_000_000_000L);

    @Test
    void many_rows_in_no_time_are_told_at_the_first_and_each_64_KiB() {
        for (int i = 0; i < 3_000; i++) {
            moved.add(50, 1);
        }
        assertThat(told).containsExactly("50/1", "65550/1311", "131100/2622");
        assertThat(midway).containsExactly("65550/1311", "131100/2622");
    }

    @Test
    void a_row_each_second_is_told_each_second() {
        moved.add(4, 0);
        for (int i = 1; i <= 5; i++) {
            seconds++;
            moved.add(6, 1);
        }
        assertThat(told).containsExactly("4/0", "10/1", "16/2", "22/3", "28/4", "34/5");
        assertThat(midway).isEmpty();
    }

    @Test
    void forty_rows_a_second_are_told_once_in_one_or_two() {
        for (int second = 0; second < 20; second++) {
            for (int i = 0; i < 40; i++) {
                moved.add(6, 1);
            }
            seconds++;
        }
        assertThat(told).hasSizeBetween(10, 21);
    }
}
