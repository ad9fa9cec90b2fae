package dev.slipway.pages;

import static dev.slipway.pages.PageForm.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.request.JobRequest;

/** Makes templates by the pages, as their author does. */
record Templates(Site site, Visitor author) {
    /** Makes a template of a job, and returns the path of the author's form. */
    String of(JobRequest request) {
        JobToken job = site.submit(request, Site.in(JobState.CLOSED));
        return at(Page.open(author, "/ui/jobs/" + job).form("Make a template").send(author));
    }

    /** Makes a shared template with a blank for the host and a blank for the argument, and returns its path. */
    String shared() {
        String edit = of(Samples.job("var", "var-mc"));
        Page page = blank(Page.open(author, edit), "market-data", "place");
        page = blank(page, "4", "count");
        Form form = page.form("Save")
                .set("name", "Desk " + Samples.HOSTILE)
                .fill("What it is for", "For <all>")
                .fill("Shared", "true")
                .fill("${count}", "Kind", "NUMBER")
                .fill("${count}", "Least", "1")
                .fill("${count}", "Most", "64");
        assertThat(at(form.send(author))).isEqualTo(edit + "?done=saved");
        return edit.replace("/edit", "");
    }

    private Page blank(Page page, String value, String name) {
        return Page.of(page.form("Make it a blank")
                .fill("Value in the job", value)
                .fill("Name of the blank", name)
                .send(author));
    }
}
