package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the pages on which an operator makes and changes users. */
class UserPagesTest {
    private static final String USERS = "/ui/operations/users";
    private static final String GOOD = "correct horse battery";
    private static Site site;
    private static Visitor olga;

    @BeforeAll
    static void start(@TempDir Path folder) {
        site = new Site(folder);
        olga = site.signedIn("olga");
    }

    @AfterAll
    static void stop() {
        site.close();
    }

    private static HttpResponse<String> send(String path, String... form) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (int i = 0; i < form.length; i += 2) {
            fields.put(form[i], form[i + 1]);
        }
        fields.put("_csrf", Visitor.csrf(olga.get("/ui/jobs")));
        return olga.post(path, fields);
    }

    private static String user(String name) {
        return olga.get(USERS + "/" + name).body();
    }

    @Test
    void a_user_is_added_given_more_and_deprived_of_it() {
        HttpResponse<String> added =
                send(USERS, "name", "ann.b@desk", "password", GOOD, "roles", "USER", "grants", "source:risk");

        assertThat(added.headers().firstValue("Location").orElseThrow()).endsWith(USERS + "/ann.b@desk");
        assertThat(user("ann.b@desk")).contains("The user was added.", "source:risk", "<strong>User</strong>");
        assertThat(user("ann.b@desk")).as("told once").doesNotContain("The user was added.");
        assertThat(olga.get(USERS).body()).contains("ann.b@desk");
        send(USERS + "/ann.b@desk/grant", "roles", "AUDITOR");
        send(USERS + "/ann.b@desk/grant", "grants", "host:market-data");
        assertThat(user("ann.b@desk"))
                .contains("It was given.", "<strong>Auditor</strong>", "<code>host:market-data</code>");
        send(USERS + "/ann.b@desk/revoke", "grants", "source:risk");
        send(USERS + "/ann.b@desk/revoke", "roles", "AUDITOR");
        assertThat(user("ann.b@desk"))
                .contains("It was taken away.")
                .doesNotContain("<code>source:risk</code>", "<strong>Auditor</strong>");
        assertThat(olga.get("/ui/operations/audit?text=ann.b").body())
                .contains("User added", "Roles changed", "Grants changed")
                .doesNotContain(GOOD);
    }

    @Test
    void reading_a_source_and_storing_in_it_are_two_boxes() {
        assertThat(olga.get(USERS).body()).contains("value=\"source:risk\"", "value=\"store:risk\"");

        send(USERS, "name", "reads-only", "password", GOOD, "roles", "USER", "grants", "source:risk");

        assertThat(user("reads-only"))
                .contains("<code>source:risk</code>", "<option value=\"store:risk\">")
                .doesNotContain("<code>store:risk</code>");
        send(USERS + "/reads-only/grant", "grants", "store:risk");
        assertThat(user("reads-only")).contains("<code>source:risk</code>", "<code>store:risk</code>");
    }

    @Test
    void nothing_is_given_before_the_operator_has_chosen_it() {
        String name = site.addUser();
        String page = user(name);

        assertThat(page)
                .containsPattern("<select id=\"more-roles\" name=\"roles\" required><option value=\"\">")
                .containsPattern("<select id=\"more-grants\" name=\"grants\" required><option value=\"\">")
                .doesNotContain("selected");
        HttpResponse<String> nothing = send(USERS + "/" + name + "/grant", "roles", "", "grants", "");
        assertThat(nothing.statusCode()).isEqualTo(409);
        assertThat(nothing.body()).contains("nothing was chosen");
    }

    @Test
    void a_refused_user_leaves_what_was_typed_but_no_password_in_the_form() {
        HttpResponse<String> weak =
                send(USERS, "name", "<eve>", "password", "short-one-x", "roles", "AUDITOR", "grants", "folder:shared");

        assertThat(weak.statusCode()).isEqualTo(409);
        assertThat(weak.body())
                .contains("not a user name: &lt;eve&gt;", "value=\"&lt;eve&gt;\"")
                .contains("name=\"roles\" value=\"AUDITOR\" checked", "name=\"grants\" value=\"folder:shared\" checked")
                .doesNotContain("value=\"USER\" checked", "short-one-x", "???");
        assertThat(send(USERS, "name", "eve", "password", "short", "roles", "USER")
                        .body())
                .contains("a password has 10 characters at least");
        assertThat(send(USERS, "name", "olga", "password", GOOD, "roles", "USER")
                        .body())
                .contains("there is a user olga already");
        assertThat(send(USERS, "name", "eve", "password", GOOD).body()).contains("would have no role");
        assertThat(send(USERS, "name", "eve", "password", GOOD, "roles", "KING").statusCode())
                .isEqualTo(400);
        assertThat(send(USERS, "name", "eve", "password", GOOD, "roles", "USER", "grants", "moon:x")
                        .body())
                .contains("this is no grant");
        assertThat(olga.get(USERS + "/eve").statusCode()).isEqualTo(404);
    }

    @Test
    void the_last_operator_stays_one() {
        HttpResponse<String> refused = send(USERS + "/olga/revoke", "roles", "OPERATOR");

        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("user olga is the last operator");
    }

    @Test
    void a_password_is_changed_and_ones_own_with_the_one_so_far() {
        String other = site.addUser();
        send(USERS, "name", "otto", "password", Site.PASSWORD, "roles", "OPERATOR");
        Visitor otto = site.signedIn("otto");

        assertThat(user(other)).doesNotContain("Your password so far");
        send(USERS + "/" + other + "/password", "password", GOOD);
        assertThat(user(other)).contains("The password was changed.").doesNotContain(GOOD);
        assertThat(send(USERS + "/nobody/password", "password", GOOD).statusCode())
                .isEqualTo(404);
        assertThat(otto.get(USERS + "/otto").body()).contains("Your password so far");
        assertThat(own(otto, "wrong").statusCode()).isEqualTo(403);
        assertThat(own(otto, Site.PASSWORD).statusCode()).isEqualTo(302);
        assertThat(otto.get(USERS).headers().firstValue("Location").orElseThrow())
                .as("a new password ends the logins by the old one")
                .contains("/login?out");
    }

    private static HttpResponse<String> own(Visitor user, String current) {
        String csrf = Visitor.csrf(user.get("/ui/jobs"));
        return user.post(USERS + "/otto/password", Map.of("password", GOOD, "current", current, "_csrf", csrf));
    }
}
