package dev.slipway.pages;

import static dev.slipway.pages.PageForm.at;
import static dev.slipway.pages.PageForm.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.schedule.ScheduleRunner;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the figures over the runs of a template and of a schedule. */
class RunFiguresPagesTest extends TemplateSite {
    private static final String NAME = "VaR <b>";

    private static JobToken run(String name, String program) {
        return run(NAME, name, program);
    }

    private static JobToken run(String template, String name, String program) {
        return site.submit(
                Samples.noted(name, program, "[template " + template + " of ada, version 2: n=" + name + "]"),
                Site.in(JobState.CLOSED));
    }

    private static final String AT = "/ui/figures?template=VaR+%3Cb%3E+of+ada";

    @Test
    void the_runs_of_a_template_are_drawn_figure_by_figure_with_a_table_and_as_csv() {
        JobToken first = run("monday", "var-mc");
        JobToken second = run("=tuesday", "var-mc");
        run("by desk", "bank");
        site.submit(Samples.job("another", "var-mc"), Site.in(JobState.CLOSED));

        assertThat(Page.open(ada, "/ui/jobs/" + first).link("Figures of all runs"))
                .isEqualTo("/ui/figures?template=VaR+%3cb%3e+of+ada");
        Page page = Page.open(ada, AT);
        assertThat(page.heading()).isEqualTo("Figures of VaR <b> of ada");
        assertThat(page.headings()).contains("Value at risk, relative to the mean 99 %", "All runs");
        assertThat(page.parts("svg.series")).hasSizeGreaterThan(3);
        assertThat(page.parts("svg.series .shades path")).isNotEmpty();
        Table table = page.region("All runs").table();
        assertThat(table.column("Job")).containsExactly("by desk", "=tuesday", "monday");
        assertThat(table.rowWith("/ui/jobs/" + second).line()).contains("511,201.99", "498,771.25 \u2026 526,430.50");

        HttpResponse<String> csv = ada.get(page.link("Download as CSV"));
        assertThat(csv.headers().firstValue("Content-Disposition"))
                .hasValueSatisfying(
                        named -> assertThat(named).startsWith("attachment;").contains("figures.csv"));
        List<String> lines = csv.body().lines().toList();
        assertThat(lines.get(0)).isEqualTo("accepted,job,name,desk,measure,confidence,horizon_days,value,lower,upper");
        assertThat(lines)
                .anyMatch(line ->
                        line.endsWith("Z," + second + ",'=tuesday,,var_mean,0.99,,511201.99,498771.25,526430.5"))
                .anyMatch(line -> line.contains(",Rates <b>,es_mean,0.99,10,350100.5,340000,360000"))
                .noneMatch(line -> line.contains("another"));
    }

    @Test
    void only_the_jobs_that_a_reader_may_see_are_drawn() {
        run("secret", "hidden-run", "var-mc");
        String figures = "/ui/figures?template=secret+of+ada";

        assertThat(Page.open(bob, figures).headings()).contains("No figures yet");
        assertThat(bob.get(figures.replace("?", "/csv?")).body().lines()).hasSize(1);
        assertThat(Page.open(site.signedIn("alma"), figures).source()).contains("hidden-run");
    }

    @Test
    void a_template_and_a_schedule_lead_to_the_figures_of_their_runs() {
        String template = templates.shared();
        String run = template + "/run";
        String schedule = at(send(
                        bob, bob.get(run), run, "do", "watch", "source", "risk", "statement", "SELECT 1", "pause", "1"))
                .replace("?done=made", "");
        String figures = Page.open(bob, schedule).link("Figures of all runs");
        assertThat(figures).isEqualTo("/ui/figures?schedule=" + schedule.replace("/ui/schedules/", ""));
        assertThat(Page.open(bob, figures).headings()).contains("No figures yet");

        site.answer = "three";
        site.bean(ScheduleRunner.class).turn();
        JobToken newest = site.desk().list(BOB, 0, 1).get(0).token();
        site.await(newest, Site.in(JobState.CLOSED));

        assertThat(Page.open(bob, figures).region("All runs").table().rows()).hasSize(1);
        assertThat(bob.get(figures.replace("?", "/csv?")).body()).contains(newest.value());
        assertThat(ada.get(figures).statusCode()).isEqualTo(404);
        assertThat(at(bob.get(template + "/figures"))).startsWith("/ui/figures?template=Desk+");
        assertThat(Page.open(bob, at(bob.get(template + "/figures"))).links()).contains("/ui/jobs/" + newest);
        assertThat(Page.open(ada, "/ui/templates").links()).contains(template + "/figures");
    }
}
