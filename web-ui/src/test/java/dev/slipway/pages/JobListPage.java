package dev.slipway.pages;

import dev.slipway.job.JobToken;
import java.util.List;

/** Reads the list of jobs. */
record JobListPage(Page page) {
    /** Opens the list with a query, which begins with a question mark or is empty. */
    static JobListPage open(Visitor visitor, String query) {
        return new JobListPage(Page.open(visitor, "/ui/jobs" + query));
    }

    Table jobs() {
        return page.table("Jobs");
    }

    Table.Row row(JobToken job) {
        return jobs().rowWith("/ui/jobs/" + job);
    }

    /** Returns the columns by which the list is ordered, each with its direction. */
    List<String> sorted() {
        return jobs().parts("th[aria-sort]").stream()
                .map(head -> head.text() + " " + head.element().attr("aria-sort"))
                .toList();
    }

    /** Returns what the list says of its pages and jobs. */
    String standing() {
        return page.parts("nav.pages > span").stream()
                .map(Part::text)
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElseThrow(() -> new AssertionError("the list does not say where it stands: " + page));
    }

    /** Returns the statuses to choose, each with its number of jobs. */
    List<String> tabs() {
        return page.texts("nav.tabs a");
    }
}
