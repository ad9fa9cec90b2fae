package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PortfolioTest {
    private final Prices prices = Prices.shipped();
    private final Portfolio portfolio = Portfolio.of(prices.lastDay(), prices.last());

    @Test
    void holds_five_thousand_positions_of_the_desk_with_a_quarter_of_asian_options() {
        Map<Integer, String> kinds = portfolio.instruments().stream()
                .collect(Collectors.toMap(Portfolio.Instrument::id, Portfolio.Instrument::kind));
        Map<Integer, String> desks =
                portfolio.books().stream().collect(Collectors.toMap(Portfolio.Book::id, Portfolio.Book::desk));
        Map<String, Long> counts = portfolio.positions().stream()
                .filter(position -> desks.get(position.book()).equals("Equity"))
                .collect(Collectors.groupingBy(position -> kinds.get(position.instrument()), Collectors.counting()));

        assertThat(counts)
                .containsEntry("stock", 1500L)
                .containsEntry("european", 2250L)
                .containsEntry("asian", 1250L);
    }

    @Test
    void is_the_same_each_time_it_is_made() {
        assertThat(Portfolio.of(prices.lastDay(), prices.last())).isEqualTo(portfolio);
    }

    @Test
    void stands_on_prices_of_twenty_symbols_without_gaps() {
        assertThat(prices.last()).hasSize(20);
        assertThat(prices.closes())
                .hasSize(20 * 754)
                .allMatch(close -> close.value().signum() > 0);
    }
}
