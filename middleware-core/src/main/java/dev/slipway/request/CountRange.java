package dev.slipway.request;

import java.util.Optional;

/**
 * A range of whole numbers from 1, such as "2 to 4 hosts".
 *
 * @param least the smallest number of the range
 * @param most the largest number of the range; empty for a range without an upper end
 */
public record CountRange(int least, Optional<Integer> most) {
    public CountRange {
        int lower = least;
        Require.that(lower >= 1, "a range of counts begins below 1");
        Require.that(most.map(upper -> upper >= lower).orElse(true), "a range of counts ends before it begins");
    }

    /** Returns the range of one number. */
    public static CountRange exactly(int count) {
        return new CountRange(count, Optional.of(count));
    }

    /** Returns the range in words: "4", "2 to 4", "2 or more". */
    @Override
    public String toString() {
        return most.map(upper -> upper == least ? Integer.toString(least) : least + " to " + upper)
                .orElse(least + " or more");
    }
}
