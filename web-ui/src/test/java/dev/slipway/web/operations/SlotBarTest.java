package dev.slipway.web.operations;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlotBarTest {

    @Test
    void few_slots_are_cells_of_which_the_first_are_taken() {
        SlotBar bar = SlotBar.of(4, 3);

        assertThat(bar.cells()).extracting(SlotBar.Cell::taken).containsExactly(true, true, true, false);
        assertThat(bar.cells()).extracting(SlotBar.Cell::x).containsExactly(0.0, 80.0, 160.0, 240.0);
    }

    @ParameterizedTest
    @CsvSource({"41, 0, 1", "41, 20, 2", "41, 41, 1", "100000, 1, 2", "100000, 99999, 2"})
    void many_slots_are_at_most_two_parts(int slots, int taken, int parts) {
        SlotBar bar = SlotBar.of(slots, taken);

        assertThat(bar.cells()).hasSize(parts);
        assertThat(bar.cells().get(0).taken()).isEqualTo(taken > 0);
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "1, 1", "40, 7", "41, 40", "3, 9", "100000, 99999"})
    void all_of_it_lies_within_the_bar(int slots, int taken) {
        assertThat(SlotBar.of(slots, taken).cells()).allSatisfy(cell -> {
            assertThat(cell.x()).isBetween(0.0, SlotBar.WIDTH);
            assertThat(cell.width()).isPositive();
            assertThat(cell.x() + cell.width()).isLessThanOrEqualTo(SlotBar.WIDTH + SlotBar.LEAST);
        });
    }
}
