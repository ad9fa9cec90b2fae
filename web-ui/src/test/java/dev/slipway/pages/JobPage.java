package dev.slipway.pages;

import dev.slipway.job.JobToken;

/** Reads the page of a job or of a group. */
record JobPage(Page page) {
    static JobPage open(Visitor visitor, JobToken job) {
        return new JobPage(Page.open(visitor, "/ui/jobs/" + job));
    }

    /** Returns where the job stands, as the badge beside its name says. */
    String badge() {
        return one(".badge[role=status]");
    }

    /** Returns the sentence below the name. */
    String headline() {
        return one(".headline");
    }

    /** Returns whether the page looks for changes by itself. */
    String open() {
        return page.parts("[data-open]").get(0).element().attr("data-open");
    }

    /** Returns what the page says to do. */
    String remedy() {
        return one(".hint");
    }

    /** Returns the reasons for which the job stands where it does. */
    Part why() {
        return page.section("Why it waits");
    }

    private String one(String selector) {
        if (page.texts(selector).size() != 1) {
            throw new AssertionError(selector + " is not there once: " + page);
        }
        return page.texts(selector).get(0);
    }
}
