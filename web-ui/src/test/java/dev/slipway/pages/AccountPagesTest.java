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
import java.util.HashMap;
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
        String carl = site.signedIn("carl").get("/ui/account").body();

        assertThat(carl).contains("<dd>carl</dd>", "User: submits jobs", "Auditor: sees everybody's jobs");
        assertThat(carl)
                .contains("<code>source:market</code>", "<code>host:archive</code>")
                .doesNotContain("???");
        assertThat(site.signedIn("ada").get("/ui/account").body()).contains("all of them, also those to come");
        assertThat(site.signedIn("dora").get("/ui/account").body()).contains("slipway user grant dora --source NAME");
        assertThat(site.signedIn("ada").get("/ui/jobs").body()).contains("href=\"/ui/account\"");
    }

    @Test
    void times_are_shown_in_the_chosen_zone_and_told_apart_in_the_page_s_source() {
        JobToken job = site.submit(Samples.job("var", "var-mc"), Site.in(JobState.CLOSED));
        Visitor ada = site.signedIn("ada");
        assertThat(ada.get("/ui/jobs/" + job).body()).contains(" UTC</time>", "Times are those of UTC.");

        HttpResponse<String> answer = set(ada, "Asia/Tokyo");

        assertThat(answer.headers().firstValue("Location").orElseThrow()).endsWith("/ui/account?done=zone");
        assertThat(answer.headers().allValues("Set-Cookie")).anySatisfy(cookie -> assertThat(cookie)
                .startsWith("slipway-zone=Asia/Tokyo;")
                .contains("Path=/;", "Secure", "HttpOnly", "SameSite=Lax"));
        assertThat(ada.get("/ui/account?done=zone").body()).contains("Times are shown in Asia/Tokyo now.");
        String page = ada.get("/ui/jobs/" + job).body();
        assertThat(page)
                .contains(" JST</time>", "Times are those of Asia/Tokyo.")
                .doesNotContain(" UTC");
        assertThat(page).containsPattern("<time datetime=\"20[0-9-]+T[0-9:.]+Z\">");
        assertThat(ada.get("/ui/jobs/" + job + "/history").body()).contains(" JST</time>");
    }

    @Test
    void a_zone_that_nobody_knows_is_not_kept() {
        Visitor ada = site.signedIn("ada");

        for (String zone : List.of("", "Nowhere/Town", "<b>", "UTC; Path=/")) {
            HttpResponse<String> answer = set(ada, zone);
            assertThat(answer.body())
                    .contains("There is no zone of that name here")
                    .doesNotContain("<b>");
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
        assertThat(here.get("/ui/account?done=password").body()).contains("Your password has been changed.");
        assertThat(there.get("/ui/jobs").statusCode()).isEqualTo(302);
        assertThat(site.visitor()
                        .signIn("carl", Site.PASSWORD)
                        .headers()
                        .firstValue("Location")
                        .orElseThrow())
                .endsWith("/login?refused");
        assertThat(site.signedIn("ada").get("/ui/jobs").statusCode()).isEqualTo(200);
        site.bean(UserDesk.class).password(SET_UP, "carl", Site.PASSWORD, Optional.empty());
    }

    @Test
    void what_is_wrong_with_a_password_is_said_at_its_field_and_none_comes_back() {
        Visitor ada = site.signedIn("ada");

        assertThat(change(ada, "wrong one", "a new long password", "a new long password")
                        .body())
                .contains("id=\"current-wrong\"", "The password so far was not taken")
                .doesNotContain("wrong one", "a new long password");
        assertThat(change(ada, Site.PASSWORD, "short", "short").body())
                .contains("id=\"password-wrong\"", "a password has 10 characters at least")
                .doesNotContain(Site.PASSWORD);
        assertThat(change(ada, Site.PASSWORD, "a new long password", "another").body())
                .contains("id=\"again-wrong\"", "The two are not the same.");
        assertThat(change(ada, "", "a new long password", "a new long password").body())
                .contains("id=\"current-wrong\"", "Fill this in.");
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

    private static HttpResponse<String> set(Visitor visitor, String zone) {
        return visitor.post(
                "/ui/account/zone", Map.of("zone", zone, "_csrf", Visitor.csrf(visitor.get("/ui/account"))));
    }

    private static HttpResponse<String> change(Visitor visitor, String current, String password, String again) {
        Map<String, String> form = new HashMap<>();
        form.put("current", current);
        form.put("password", password);
        form.put("again", again);
        form.put("_csrf", Visitor.csrf(visitor.get("/ui/account")));
        return visitor.post("/ui/account/password", form);
    }
}
