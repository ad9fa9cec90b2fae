package dev.slipway.web.jobs;

import dev.slipway.job.JobOrder;
import dev.slipway.job.JobOrder.By;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Writes the order of a list in an address: the word of a column, after a minus if the order is descending. */
final class ListSort {
    private static final String DESCENDING = "-";

    private static final List<JobOrder> ALL = Arrays.stream(By.values())
            .flatMap(by -> Stream.of(new JobOrder(by, false), new JobOrder(by, true)))
            .toList();

    private ListSort() {}

    /** Returns the word of a column. */
    static String word(By by) {
        return by.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static String word(JobOrder order) {
        return (order.descending() ? DESCENDING : "") + word(order.by());
    }

    /** Returns the order of this word, and the usual order for an empty word. */
    static Optional<JobOrder> order(String word) {
        return word.isEmpty()
                ? Optional.of(JobOrder.NEWEST_FIRST)
                : ALL.stream().filter(order -> word(order).equals(word)).findFirst();
    }

    /** Returns all words, the usual order first. */
    static List<String> words() {
        return Stream.concat(Stream.of(JobOrder.NEWEST_FIRST), ALL.stream())
                .map(ListSort::word)
                .distinct()
                .toList();
    }
}
