package dev.slipway.pages;

import static dev.slipway.pages.PageForm.at;
import static dev.slipway.pages.PageForm.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.JobToken;
import dev.slipway.schedule.ScheduleDesk;
import dev.slipway.schedule.ScheduleRunner;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** Tests schedules as browsers without scripts show them to their owner, a colleague and an auditor. */
class SchedulePagesTest extends TemplateSite {
    /** Returns what is told of a wish that was refused. */
    private static String refusal(HttpResponse<String> answer) {
        return Page.of(answer).section("This did not work").text();
    }

    @Test
    void what_the_desk_refuses_is_told_on_the_form() {
        String run = templates.shared() + "/run";
        HttpResponse<String> page = bob.get(run);

        HttpResponse<String> refused = send(bob, page, run, "do", "timetable", "first", "soon");

        assertThat(refusal(refused)).contains("not a time of the day as 09:30: \"soon\"");
        assertThat(Page.of(refused).field("First time").value()).isEqualTo("soon");
        assertThat(refusal(send(bob, page, run, "do", "timetable", "every", "0")))
                .contains("not a number of minutes from 1 to 1440");
        assertThat(refusal(send(bob, page, run, "do", "timetable", "zone", "Nowhere")))
                .contains("not a zone as Europe/Berlin");
        HttpResponse<String> statement =
                send(bob, page, run, "do", "watch", "source", "risk", "statement", "DROP TABLE x");
        assertThat(refusal(statement)).contains("source risk refuses the statement");
        assertThat(Page.of(statement).field("Statement").value()).isEqualTo("DROP TABLE x");
    }

    @Test
    void a_timetable_is_made_paused_resumed_and_removed() {
        String run = templates.shared() + "/run";
        HttpResponse<String> page = bob.get(run);
        String made = at(send(
                bob,
                page,
                run,
                "do",
                "timetable",
                "days",
                "MONDAY",
                "every",
                "",
                "first",
                "08:30",
                "zone",
                "Asia/Tokyo"));
        String schedule = made.replace("?done=made", "");

        Page shown = Page.open(bob, made);
        assertThat(shown.notes()).containsExactly("The schedule was made.");
        assertThat(shown.texts(".headline")).containsExactly("Mon at 08:30 Asia/Tokyo");
        assertThat(shown.fact("place")).isEqualTo("market-data");
        Table.Row row = Page.open(bob, "/ui/schedules").table("Schedules").rowWith(schedule);
        assertThat(row.cell("Last run").text()).isEqualTo("not yet");
        assertThat(Page.open(ada, "/ui/schedules").links()).doesNotContain(schedule);
        assertThat(Page.open(site.signedIn("alma"), "/ui/schedules").links()).contains(schedule);

        Page paused = Page.open(bob, at(shown.form("Pause").send(bob)));
        assertThat(paused.notes()).singleElement().asString().startsWith("It does not run until you resume it.");
        assertThat(paused.badges()).containsExactly("Paused");
        assertThat(paused.buttons()).contains("Resume").doesNotContain("Pause");
        Page resumed = Page.open(bob, at(paused.form("Resume").send(bob)));
        assertThat(resumed.notes()).containsExactly("It runs again from its next time on.");
        assertThat(resumed.buttons()).contains("Pause").doesNotContain("Resume");
        Page removed = Page.open(bob, at(resumed.form("Remove the schedule").send(bob)));
        assertThat(removed.notes()).containsExactly("The schedule is removed. Its jobs stay.");
        assertThat(removed.links()).doesNotContain(schedule);
    }

    @Test
    void the_owner_runs_a_schedule_once_now_and_is_led_to_the_mails() {
        String run = templates.shared() + "/run";
        String schedule = at(send(bob, bob.get(run), run, "do", "timetable", "first", "08:30"))
                .replace("?done=made", "");
        Page shown = Page.open(bob, schedule);
        assertThat(shown.links()).contains("/ui/account#mail-title");

        String job = at(shown.form("Run now").send(bob));

        assertThat(job)
                .isEqualTo("/ui/jobs/" + site.desk().list(BOB, 0, 1).get(0).token());
        assertThat(Page.open(bob, schedule)
                        .table("Recent times")
                        .rows()
                        .get(0)
                        .cell("Job, or why not")
                        .links())
                .containsExactly(job);
        assertThat(Page.open(site.signedIn("olga"), schedule).buttons()).doesNotContain("Run now");
        assertThat(Page.open(bob, at(Page.open(bob, schedule).form("Pause").send(bob)))
                        .buttons())
                .doesNotContain("Run now");
        site.bean(ScheduleDesk.class).remove(BOB, schedule.substring(schedule.lastIndexOf('/') + 1));
    }

    @Test
    void a_change_of_a_shared_template_waits_for_whoever_scheduled_it() {
        String template = templates.shared();
        HttpResponse<String> page = bob.get(template + "/run");
        assertThat(Page.of(page).field("Database").choices()).containsExactly("risk");
        String schedule =
                at(send(bob, page, template + "/run", "do", "timetable")).replace("?done=made", "");
        assertThat(Page.open(bob, schedule).headings()).doesNotContain("The template was changed");
        long before = site.desk().count(BOB);
        String edit = template + "/edit";
        at(send(ada, ada.get(edit), edit, "do", "save", "text.executable", "other-program"));

        HttpResponse<String> late = send(bob, page, template + "/run", "do", "now");
        assertThat(late.statusCode()).isEqualTo(200);
        assertThat(refusal(late))
                .contains("was changed meanwhile: it is version 3")
                .endsWith("form.changed");
        assertThat(site.desk().count(BOB)).isEqualTo(before);

        Page shown = Page.open(bob, schedule);
        assertThat(shown.section("The template was changed").fact("Program")).isEqualTo("other-program");
        assertThat(shown.form("Accept it and let it run")
                        .set("_csrf", Visitor.csrf(ada.get("/ui/templates")))
                        .send(ada)
                        .statusCode())
                .isEqualTo(404);
        assertThat(at(shown.form("Accept it and let it run").send(bob))).isEqualTo(schedule + "?done=resumed");
        assertThat(Page.open(bob, schedule).headings()).doesNotContain("The template was changed");
        site.bean(ScheduleDesk.class).remove(BOB, schedule.substring(schedule.lastIndexOf('/') + 1));
    }

    @Test
    void a_watched_query_fires_and_its_page_tells_of_each_time() {
        String run = templates.shared() + "/run";
        HttpResponse<String> page = bob.get(run);
        String schedule = at(send(
                        bob, page, run, "do", "watch", "source", "risk", "statement", "SELECT '<b>'", "pause", "1"))
                .replace("?done=made", "");
        Page shown = Page.open(bob, schedule);
        assertThat(shown.texts(".headline")).containsExactly("When the answer of risk changes, asked every 1 min");
        assertThat(shown.listings()).containsExactly("SELECT '<b>'");
        assertThat(shown.texts(".help"))
                .containsExactly("News of its runs can come by e-mail. Choose your mails", "It has not run yet.");

        site.answer = "two";
        site.bean(ScheduleRunner.class).turn();
        JobToken newest = site.desk().list(BOB, 0, 1).get(0).token();

        Table.Row firing = Page.open(bob, schedule).table("Recent times").rows().get(0);
        assertThat(firing.cell("What happened").badges()).containsExactly("Submitted");
        assertThat(firing.cell("Job, or why not").links()).containsExactly("/ui/jobs/" + newest);
        assertThat(Page.open(bob, "/ui/schedules")
                        .table("Schedules")
                        .rowWith(schedule)
                        .cell("Last job")
                        .links())
                .containsExactly("/ui/jobs/" + newest);
        site.bean(ScheduleDesk.class).remove(BOB, schedule.substring(schedule.lastIndexOf('/') + 1));
    }
}
