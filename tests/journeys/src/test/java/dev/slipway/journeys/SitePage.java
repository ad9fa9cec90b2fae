package dev.slipway.journeys;

import java.util.ArrayList;
import java.util.List;

/**
 * One page of the product.
 *
 * @param name the name of the page's pictures
 * @param path the path, with {@code {name}} in place of the id of a thing with that name in the installation
 * @param user the user who opens the page; empty for a visitor who has not signed in
 * @param press the CSS selector of a button that is pressed before the page is checked, with all jobs of a list chosen;
 *     empty for no button
 * @param words the purpose of the page, for the list of pages
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
                ann("jobs", "/ui/jobs", "Your jobs with their states, the newest first."),
                ann("matching", "/ui/jobs/matching", "All jobs that match a filter, chosen to act on all at once."),
                ann(
                        "job",
                        "/ui/jobs/{done}",
                        "A job that is done: phases, staged files, the distribution of profit and loss, results."),
                ann(
                        "results",
                        "/ui/jobs/{drawn}",
                        "A job with series, bars, a map and figures by desk; one result does not fit its role."),
                ann("bank", "/ui/jobs/{bank}", "The Value-at-Risk of a bank, with figures of each desk."),
                ann(
                        "market",
                        "/ui/jobs/{market}",
                        "A stream application: the graph of its kernels, the records of each link,"
                                + " confirmation times by rate."),
                ann(
                        "trading-day",
                        "/ui/jobs/{trading-day}",
                        "A trading day at an exchange server: prices and volumes over the day."),
                ann(
                        "turbulence",
                        "/ui/jobs/{turbulence}",
                        "A turbulent field, transformed out of memory: its spectrum, and a slice of it as a map."),
                ann("failed", "/ui/jobs/{failed}", "A job that failed: the cause and the remedy."),
                ann("running", "/ui/jobs/{running}", "A job that runs: its progress and its output."),
                ann("held", "/ui/jobs/{held}", "A job that its user holds."),
                ann("blocked", "/ui/jobs/{blocked}", "A job that waits for an unavailable database."),
                ann("group", "/ui/jobs/{group}", "The jobs of one sweep."),
                ann("history", "/ui/jobs/{done}/history", "Each event of a job."),
                ann("compare", "/ui/compare?a={done}&b={second}", "Two runs side by side."),
                ann(
                        "compare-desks",
                        "/ui/compare?a={bank}&b={noon}",
                        "A bank's Value-at-Risk at the close and at noon, side by side, desk by desk."),
                ann("compare-choose", "/ui/compare", "The choice of two runs to compare."),
                ann("found", "/ui/jobs?text=var&status=FAILED", "The jobs that fit a filter."),
                new SitePage(
                        "chosen",
                        "/ui/jobs?text={held}",
                        PopulatedInstallation.ANN,
                        "button[value=HOLD]",
                        "What was done with the jobs that were chosen in the list."),
                ann("account", "/ui/account", "Your roles and grants, the zone of your times, your password."),
                ann("problem", "/ui/jobs/dddddddddddddddddddddddddddddddd", "The page of an unknown job."));
    }

    private static List<SitePage> wizard() {
        return List.of(
                ann("drafts", "/ui/drafts", "The start of a job, empty or from a document, and your drafts."),
                ann("draft-identity", "/ui/drafts/{draft}/identity", "The wizard: the name of the job."),
                ann(
                        "draft-application",
                        "/ui/drafts/{draft}/application",
                        "The wizard: the program and its arguments."),
                ann(
                        "draft-graph",
                        "/ui/drafts/{market-draft}/application",
                        "The wizard: a stream application, kept as in its document."),
                ann(
                        "draft-resources",
                        "/ui/drafts/{draft}/resources",
                        "The wizard: the partition and the time of the run."),
                ann(
                        "draft-stage-in",
                        "/ui/drafts/{draft}/stage-in",
                        "The wizard: the steps of stage-in, and their order."),
                new SitePage(
                        "draft-step",
                        "/ui/drafts/{draft}/steps/0",
                        PopulatedInstallation.ANN,
                        "button[value=try]",
                        "The wizard: one step, its SQL tried on the spot."),
                ann(
                        "draft-stage-out",
                        "/ui/drafts/{draft}/stage-out",
                        "The wizard: the steps of stage-out, and the results."),
                ann(
                        "draft-sweep",
                        "/ui/drafts/{draft}/sweep",
                        "The wizard: a table of values, which makes several jobs."),
                ann("draft-review", "/ui/drafts/{draft}/review", "The wizard: the document, and the plan of the job."),
                ann("draft-wrong", "/ui/drafts/{blank}/identity?checked", "The wizard: the missing parts of a draft."));
    }

    private static List<SitePage> templates() {
        return List.of(
                ann("templates", "/ui/templates", "Templates, yours and those that are shared with you."),
                ann("template-edit", "/ui/templates/{template}/edit", "The blanks of a template, and their values."),
                ann(
                        "template-run",
                        "/ui/templates/{template}/run",
                        "The blanks filled in, for a run now or by a schedule."),
                ann(
                        "template-bank",
                        "/ui/templates/{bank-template}/run",
                        "The bank's Value-at-Risk by desk, horizon and levels, on the newest market data."),
                ann(
                        "figures",
                        "/ui/templates/{bank-template}/figures",
                        "The figures of a template over its runs, with their intervals."),
                ann("schedules", "/ui/schedules", "The schedules: by a timetable, or by the answer to a query."),
                ann("schedule", "/ui/schedules/{schedule}", "A schedule: the last runs and the next."));
    }

    private static List<SitePage> operations() {
        return List.of(
                operator("operations", "/ui/operations", "Queue and partitions; drain and resume."),
                operator(
                        "places",
                        "/ui/operations/places",
                        "Sources, hosts, sites and folders: their answers, and pauses."),
                operator("users", "/ui/operations/users", "Users, their roles and grants."),
                operator("user", "/ui/operations/users/{user}", "One user."),
                operator(
                        "audit",
                        "/ui/operations/audit",
                        "The actions of the service and its users, verified on demand; usage as a file."));
    }

    @Override
    public String toString() {
        return name;
    }
}
