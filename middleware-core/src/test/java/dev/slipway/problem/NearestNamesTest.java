package dev.slipway.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the names that are offered in place of an unknown one. */
class NearestNamesTest {
    private static final List<String> NAMES = List.of("bank VaR", "Bank P&L", "desk VaR", "equity VaR at noon");

    @Test
    void names_that_differ_in_few_letters_or_begin_alike_are_near() {
        assertThat(NearestNames.of("bank var", NAMES)).startsWith("bank VaR");
        assertThat(NearestNames.of("bnak VaR", NAMES)).contains("bank VaR");
        assertThat(NearestNames.of("equity", NAMES)).containsExactly("equity VaR at noon");
        assertThat(NearestNames.of("spectrum of a field", NAMES)).isEmpty();
    }

    @Test
    void letters_are_counted() {
        assertThat(NearestNames.letters("plan", "plan")).isZero();
        assertThat(NearestNames.letters("plan", "plane")).isEqualTo(1);
        assertThat(NearestNames.letters("", "plane")).isEqualTo(5);
    }
}
