package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalTime;
import java.util.List;
import org.junit.jupiter.api.Test;

class TradingDayTest {
    private final List<TradingDay.Request> requests =
            TradingDay.of(TradingDay.COUNT).requests();

    @Test
    void requests_come_in_the_order_of_their_times_mostly_in_the_morning_and_at_the_close() {
        assertThat(requests).hasSize(50_000).isSortedAccordingTo((a, b) -> a.at().compareTo(b.at()));
        assertThat(between(10, 11)).isGreaterThan(between(12, 13));
        assertThat(between(15, 16)).isGreaterThan(between(13, 14));
        assertThat(requests.get(0).at()).isAfterOrEqualTo(LocalTime.of(9, 30));
        assertThat(requests.get(49_999).at()).isBefore(LocalTime.of(16, 0));
    }

    @Test
    void queries_and_cancels_mean_an_earlier_order_of_their_account() {
        List<TradingDay.Request> others = requests.stream()
                .filter(request -> !request.kind().equals("order"))
                .toList();

        assertThat(others).hasSizeBetween(3_000, 5_000).allSatisfy(request -> {
            TradingDay.Request meant = requests.get((int) (request.request() - 1));
            assertThat(meant.kind()).isEqualTo("order");
            assertThat(meant.account()).isEqualTo(request.account());
            assertThat(meant.id()).isLessThan(request.id());
        });
    }

    @Test
    void are_the_same_each_time_they_are_made() {
        assertThat(TradingDay.of(TradingDay.COUNT).requests()).isEqualTo(requests);
    }

    private long between(int hour, int nextHour) {
        return requests.stream()
                .filter(request -> !request.at().isBefore(LocalTime.of(hour, 0))
                        && request.at().isBefore(LocalTime.of(nextHour, 0)))
                .count();
    }
}
