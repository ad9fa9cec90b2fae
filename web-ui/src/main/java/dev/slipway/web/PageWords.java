package dev.slipway.web;

import dev.slipway.problem.Utc;

/** Says the desk's texts in the words of a page. */
public final class PageWords {
    private PageWords() {}

    /** Shows the times in a text of the desk, which writes them in UTC, in the zone of the reader. */
    public static String times(String text) {
        return Utc.replaced(text, at -> Readable.moment(at).text());
    }
}
