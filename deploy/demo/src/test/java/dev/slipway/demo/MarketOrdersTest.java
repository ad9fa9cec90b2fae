package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MarketOrdersTest {
    private final List<MarketOrders.Order> orders = MarketOrders.shipped().orders();

    @Test
    void are_in_the_mix_of_the_reports() {
        assertThat(orders).hasSize(50_000).allMatch(order -> order.kind().equals("limit"));
        assertThat(orders.stream().mapToInt(MarketOrders.Order::price).summaryStatistics())
                .matches(prices -> prices.getMin() == 450 && prices.getMax() == 549);
        assertThat(orders.stream().mapToInt(MarketOrders.Order::volume).summaryStatistics())
                .matches(volumes -> volumes.getMin() == 1 && volumes.getMax() == 100);
        assertThat(orders.stream().filter(order -> order.side().equals("ask")).count())
                .isBetween(24_500L, 25_500L);
    }

    @Test
    void instruments_come_first_in_the_order_of_their_numbers() {
        assertThat(orders.stream().map(MarketOrders.Order::instrument).distinct())
                .containsExactly(0, 1, 2, 3);
    }

    @Test
    void are_the_same_each_time_they_are_made() {
        assertThat(MarketOrders.shipped().orders()).isEqualTo(orders);
    }
}
