package dev.slipway.journeys;

import java.util.ArrayList;
import java.util.List;

/**
 * One page of the product.
 *
 * @param name of its pictures
 * @param path with a {@code {name}} of the installation in place of each thing's own
 * @param user who looks at it; empty for somebody who has not signed in
 * @param press the button that is pressed on it before anything is looked at, by CSS; empty for none
 * @param words what it is for, in the list of pages
 */
record SitePage(String name, String path, String user, String press, String words) {
    /** All pages; a page that is not here is not tested. */
    static final List<SitePage> ALL = all();

    private static List<SitePage> all() {
        List<SitePage> all = new ArrayList<>();
        all.add(new SitePage("login", "/login", "", "", "Sign in, with a user of the service."));
        all.addAll(jobs());
        all.addAll(wizard());
        all.addAll(templates());
        all.addAll(operations());
        return List.copyOf(all);
    }

    private static SitePage ann(String name, String path, String words) {
        return new SitePage(name, path, PopulatedInstallation.ANN, "", words);
    }

    private static SitePage operator(String name, String path, String words) {
        return new SitePage(name, path, PopulatedInstallation.OPERATOR, "", words);
    }

    private static List<SitePage> jobs() {
        return List.of(
                ann("jobs", "/ui/jobs", "Your jobs, the newest first, each with where it stands."),
                ann(
                        "job",
                        "/ui/jobs/{done}",
                        "A job that is done: phases, staged files, the distribution of profit and loss, results."),
                ann(
                        "results",
                        "/ui/jobs/{drawn}",
                        "A job with series, bars, a map and figures by desk; one result is not what it should be."),
                ann("bank", "/ui/jobs/{bank}", "The Value-at-Risk of a bank, with figures of each desk."),
                ann(
                        "market",
                        "/ui/jobs/{market}",
                        "A stream application: the graph of its kernels, what went through each link, confirmation times by rate."),
                ann(
                        "trading-day",
                        "/ui/jobs/{trading-day}",
                        "A trading day at an exchange server: prices and volumes over the day."),
                ann(
                        "turbulence",
                        "/ui/jobs/{turbulence}",
                        "A turbulent field, transformed out of memory: its spectrum, and a slice of it as a map."),
                ann("failed", "/ui/jobs/{failed}", "A job that failed: what happened and what to do."),
                ann("running", "/ui/jobs/{running}", "A job that runs: its progress and its output."),
                ann("held", "/ui/jobs/{held}", "A job that its user holds."),
                ann("blocked", "/ui/jobs/{blocked}", "A job that waits for a database that is away."),
                ann("group", "/ui/jobs/{group}", "The jobs that one sweep became."),
                ann("history", "/ui/jobs/{done}/history", "Each event of a job."),
                ann("compare", "/ui/compare?a={done}&b={second}", "Two runs side by side."),
                ann(
                        "compare-desks",
                        "/ui/compare?a={bank}&b={noon}",
                        "A bank's Value-at-Risk at the close and at noon, side by side, desk by desk."),
                ann("compare-choose", "/ui/compare", "Which two runs to compare."),
                ann("found", "/ui/jobs?name=var&status=FAILED", "The jobs that a filter leaves."),
                ann("account", "/ui/account", "Your roles and grants, the zone of your times, your password."),
                ann("problem", "/ui/jobs/dddddddddddddddddddddddddddddddd", "What is not there."));
    }

    private static List<SitePage> wizard() {
        return List.of(
                ann("drafts", "/ui/drafts", "Where a job begins: from nothing, from a document; and your drafts."),
                ann("draft-identity", "/ui/drafts/{draft}/identity", "The wizard: what the job is called."),
                ann(
                        "draft-application",
                        "/ui/drafts/{draft}/application",
                        "The wizard: the program and its arguments."),
                ann(
                        "draft-graph",
                        "/ui/drafts/{market-draft}/application",
                        "The wizard: a stream application, which it keeps as its document has it."),
                ann("draft-resources", "/ui/drafts/{draft}/resources", "The wizard: where it runs and for how long."),
                ann(
                        "draft-stage-in",
                        "/ui/drafts/{draft}/stage-in",
                        "The wizard: what is staged in, and in which order."),
                new SitePage(
                        "draft-step",
                        "/ui/drafts/{draft}/steps/0",
                        PopulatedInstallation.ANN,
                        "button[value=try]",
                        "The wizard: one step, its SQL tried on the spot."),
                ann("draft-stage-out", "/ui/drafts/{draft}/stage-out", "The wizard: what is staged out and kept."),
                ann(
                        "draft-review",
                        "/ui/drafts/{draft}/review",
                        "The wizard: the document, and what the job would meet if it were submitted now."),
                ann("draft-wrong", "/ui/drafts/{blank}/identity?checked", "The wizard: what is still missing."));
    }

    private static List<SitePage> templates() {
        return List.of(
                ann("templates", "/ui/templates", "Jobs with named blanks, yours and those that are shared with you."),
                ann(
                        "template-edit",
                        "/ui/templates/{template}/edit",
                        "What of a job is a blank, and what may stand in it."),
                ann(
                        "template-run",
                        "/ui/templates/{template}/run",
                        "The blanks are filled in; it runs now or by itself."),
                ann(
                        "template-bank",
                        "/ui/templates/{bank-template}/run",
                        "The bank's Value-at-Risk by desk, horizon and levels, on the newest market data."),
                ann("schedules", "/ui/schedules", "What runs by itself: by a timetable, or when an answer changes."),
                ann("schedule", "/ui/schedules/{schedule}", "One of them: its last runs and the next."));
    }

    private static List<SitePage> operations() {
        return List.of(
                operator("operations", "/ui/operations", "Queue and partitions; drain and resume."),
                operator(
                        "places",
                        "/ui/operations/places",
                        "Sources, hosts, sites and folders: how they answer; pause one."),
                operator("users", "/ui/operations/users", "Users, their roles and grants."),
                operator("user", "/ui/operations/users/{user}", "One user."),
                operator("audit", "/ui/operations/audit", "What the service and its users did; verified on demand."));
    }

    @Override
    public String toString() {
        return name;
    }
}
