package dev.slipway.journeys;

import java.util.List;

/**
 * One page of the product.
 *
 * @param name of its pictures
 * @param path with a {@code {name}} of the stage in place of each thing's own
 * @param user who looks at it; empty for somebody who has not signed in
 * @param words what it is for, in the list of pages
 */
record SitePage(String name, String path, String user, String words) {
    /** All there are; a page that is not here is not looked at. */
    static final List<SitePage> ALL = List.of(
            new SitePage("login", "/login", "", "Sign in, with a user of the service."),
            new SitePage("jobs", "/ui/jobs", Stage.ANN, "Your jobs, the newest first, each with where it stands."),
            new SitePage(
                    "job",
                    "/ui/jobs/{done}",
                    Stage.ANN,
                    "A job that is done: phases, staged files, the distribution of profit and loss, results."),
            new SitePage("failed", "/ui/jobs/{failed}", Stage.ANN, "A job that failed: what happened and what to do."),
            new SitePage("running", "/ui/jobs/{running}", Stage.ANN, "A job that runs: its progress and its output."),
            new SitePage("held", "/ui/jobs/{held}", Stage.ANN, "A job that its user holds."),
            new SitePage("blocked", "/ui/jobs/{blocked}", Stage.ANN, "A job that waits for a database that is away."),
            new SitePage("group", "/ui/jobs/{group}", Stage.ANN, "The jobs that one sweep became."),
            new SitePage("history", "/ui/jobs/{done}/history", Stage.ANN, "Each event of a job."),
            new SitePage(
                    "compare",
                    "/ui/compare?a={done}&b={failed}",
                    Stage.ANN,
                    "Two runs beside each other: what was asked for, figures, phases, staged files."),
            new SitePage("found", "/ui/jobs?name=var&status=FAILED", Stage.ANN, "The jobs that a filter leaves."),
            new SitePage("account", "/ui/account", Stage.ANN, "Your roles and grants, your time zone, your password."),
            new SitePage("problem", "/ui/jobs/dddddddddddddddddddddddddddddddd", Stage.ANN, "What is not there."));

    @Override
    public String toString() {
        return name;
    }
}
