package dev.slipway.web.jobs;

import dev.slipway.job.JobOrder;
import dev.slipway.job.JobOrder.By;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Leads from the head of a column to the list in the order of that column.
 *
 * @param query of the address; more can be appended
 * @param sorted {@code ascending} or {@code descending} if the list has this order now; otherwise empty
 */
public record ListHead(String query, String sorted) {

    /** Returns the heads of all columns by the word of each. */
    static Map<String, ListHead> all(ListQuery filter) {
        return Arrays.stream(By.values()).collect(Collectors.toMap(ListSort::word, by -> of(filter, by)));
    }

    private static ListHead of(ListQuery filter, By by) {
        JobOrder now = filter.order();
        boolean current = now.by() == by;
        boolean descending = current ? !now.descending() : by == JobOrder.NEWEST_FIRST.by();
        String sorted = now.descending() ? "descending" : "ascending";
        return new ListHead(
                filter.sorted(ListSort.word(new JobOrder(by, descending))).query(), current ? sorted : "");
    }
}
