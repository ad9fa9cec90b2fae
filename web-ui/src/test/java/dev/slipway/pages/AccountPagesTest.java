package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.account.Rights;
import dev.slipway.account.UserDesk;
import dev.slipway.desk.Caller;
import dev.slipway.grant.Grants;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the page on which users see their rights and change their zone and password. */
class AccountPagesTest {
    private static final Caller SET_UP = new Caller("set-up", Set.of(Caller.Role.OPERATOR), "test");
    private static Site site;

    @BeforeAll
    static void start(@TempDir Path folder) {
        site = new Site(folder);
        Grants grants = Grants.of(List.of("source:market", "host:archive"));
        site.bean(UserDesk.class)
                .add(SET_UP, "carl", Site.PASSWORD, new Rights(Set.of(Caller.Role.USER, Caller.Role.AUDITOR), grants));
        site.bean(UserDesk.class).add(SET_UP, "dora", Site.PASSWORD, new Rights(Set.of(Caller.Role.USER), Grants.NONE));
    }

    @AfterAll
    static void stop() {
        site.close();
    }

    @Test
    void users_see_their_roles_and_grants() {
        Page carl = Page.open(site.signedIn("carl"), "/ui/account");

        assertThat(carl.fact("User name")).isEqualTo("carl");
        assertThat(carl.texts("dd > div"))
                .containsExactlyInAnyOrder(
                        "User: submits jobs and sees their own",
                        "Auditor: sees everybody's jobs and the audit ledger, changes nothing",
                        "host:archive",
                        "source:market");
        assertThat(grants("ada")).isEqualTo("everything, including what is added later");
        assertThat(grants("dora")).startsWith("nothing yet. Ask your operator").doesNotContain("slipway");
        assertThat(Page.open(site.signedIn("ada"), "/ui/jobs").link("ada")).isEqualTo("/ui/account");
    }

    @Test
    void a_service_without_a_mail_server_says_so() {
        Page account = Page.open(site.signedIn("dora"), "/ui/account");

        assertThat(account.section("Mails about your jobs").text())
                .endsWith("This service sends no mails. Ask your operator if you want some.");
        assertThat(account.buttons()).doesNotContain("Save mails");
    }

    private static String grants(String user) {
        return Page.open(site.signedIn(user), "/ui/account").fact("What your jobs may use");
    }

    @Test
    void times_are_shown_in_the_chosen_zone_and_told_apart_in_the_page_s_source() {
        JobToken job = site.submit(Samples.job("var", "var-mc"), Site.in(JobState.CLOSED));
        Visitor ada = site.signedIn("ada");
        assertTimesAreThoseOf("UTC", "UTC", Page.open(ada, "/ui/jobs/" + job));

        HttpResponse<String> answer = set(ada, "Asia/Tokyo");

        assertThat(answer.headers().firstValue("Location").orElseThrow()).endsWith("/ui/account?done=zone");
        assertThat(answer.headers().allValues("Set-Cookie")).anySatisfy(cookie -> assertThat(cookie)
                .startsWith("slipway-zone=Asia/Tokyo;")
                .contains("Path=/;", "Secure", "HttpOnly", "SameSite=Lax"));
        assertThat(Page.open(ada, "/ui/account?done=zone").section("Time zone").notes())
                .contains("Times are shown in Asia/Tokyo now.");
        Page page = Page.open(ada, "/ui/jobs/" + job);
        assertTimesAreThoseOf("JST", "Asia/Tokyo", page);
        assertThat(page.text()).doesNotContain(" UTC");
        assertThat(page.marks("datetime")).isNotEmpty().allMatch(time -> time.matches("20[0-9-]+T[0-9:.]+Z"));
        assertTimesAreThoseOf("JST", "Asia/Tokyo", Page.open(ada, "/ui/jobs/" + job + "/history"));
    }

    private static void assertTimesAreThoseOf(String name, String zone, Page page) {
        assertThat(page.texts("main time")).isNotEmpty().allMatch(time -> time.endsWith(" " + name));
        assertThat(page.texts("footer"))
                .singleElement()
                .asString()
                .endsWith("Times are in " + zone + ". Choose another zone");
    }

    @Test
    void a_zone_that_nobody_knows_is_not_kept() {
        Visitor ada = site.signedIn("ada");

        for (String zone : List.of("", "Nowhere/Town", "<b>", "UTC; Path=/")) {
            Field field = Page.of(set(ada, zone)).field("Show times in");
            assertThat(field.wrong()).isEqualTo("There is no time zone with that name. Choose one from the list.");
            assertThat(field.value()).isEqualTo("UTC");
            assertThat(ada.cookie("slipway-zone")).isNull();
        }
    }

    @Test
    void a_password_is_changed_by_who_knows_it_and_all_other_sessions_end() {
        Visitor here = site.signedIn("carl");
        Visitor there = site.signedIn("carl");
        String before = here.session();

        HttpResponse<String> answer = change(here, Site.PASSWORD, "a new long password", "a new long password");

        assertThat(answer.headers().firstValue("Location").orElseThrow()).endsWith("/ui/account?done=password");
        assertThat(here.session()).isNotEqualTo(before);
        assertThat(Page.open(here, "/ui/account?done=password")
                        .section("Password")
                        .notes())
                .containsExactly("Your password has been changed. You are signed out everywhere else.");
        assertThat(there.get("/ui/jobs").statusCode()).isEqualTo(302);
        assertThat(site.visitor()
                        .signIn("carl", Site.PASSWORD)
                        .headers()
                        .firstValue("Location")
                        .orElseThrow())
                .endsWith("/login?refused&to=%2Fui%2Fjobs");
        assertThat(site.signedIn("ada").get("/ui/jobs").statusCode()).isEqualTo(200);
        site.bean(UserDesk.class).password(SET_UP, "carl", Site.PASSWORD, Optional.empty());
    }

    @Test
    void what_is_wrong_with_a_password_is_said_at_its_field_and_none_comes_back() {
        Visitor ada = site.signedIn("ada");

        String good = "a new long password";
        assertWrong("Current password", "The current password is wrong", change(ada, "wrong one", good, good));
        assertWrong(
                "New password", "a password has 10 characters at least", change(ada, Site.PASSWORD, "short", "short"));
        assertWrong(
                "New password again",
                "The two passwords differ. Type the new password twice.",
                change(ada, Site.PASSWORD, good, "another"));
        assertWrong("Current password", "Fill this in.", change(ada, "", good, good));
        assertThat(ada.get("/ui/jobs").statusCode()).isEqualTo(200);
    }

    @Test
    void forms_need_their_token_and_a_user() {
        Visitor ada = site.signedIn("ada");

        assertThat(ada.post("/ui/account/zone", Map.of("zone", "Asia/Tokyo")).statusCode())
                .isEqualTo(403);
        assertThat(ada.post("/ui/account/password", Map.of("current", Site.PASSWORD))
                        .statusCode())
                .isEqualTo(403);
        assertThat(site.visitor().get("/ui/account").statusCode()).isEqualTo(302);
    }

    /** Asserts that this field alone is told to be wrong, and that no password comes back. */
    private static void assertWrong(String label, String words, HttpResponse<String> answer) {
        Part form = Page.of(answer).section("Password");
        for (String each : List.of("Current password", "New password", "New password again")) {
            assertThat(form.field(each).value()).as(each).isEmpty();
            if (each.equals(label)) {
                assertThat(form.field(each).wrong()).as(each).contains(words);
            } else {
                assertThat(form.field(each).wrong()).as(each).isEmpty();
            }
        }
        assertThat(answer.body()).doesNotContain("wrong one", "a new long password", Site.PASSWORD);
    }

    private static HttpResponse<String> set(Visitor visitor, String zone) {
        return Page.open(visitor, "/ui/account")
                .form("Save zone")
                .fill("Show times in", zone)
                .send(visitor);
    }

    private static HttpResponse<String> change(Visitor visitor, String current, String password, String again) {
        return Page.open(visitor, "/ui/account")
                .form("Change password")
                .fill("Current password", current)
                .fill("New password", password)
                .fill("New password again", again)
                .send(visitor);
    }
}
