package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
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

    private static Page user(String name) {
        return Page.open(olga, USERS + "/" + name);
    }

    private static List<String> roles(Page user) {
        return user.section("Roles").texts("li strong");
    }

    private static List<String> grants(Page user) {
        return user.section("Places their jobs may use").texts("li code");
    }

    private static Form add(String name, String password) {
        return Page.open(olga, USERS).form("Add user").set("name", name).fill("Password", password);
    }

    private static Form give(String name, String button, String which, String value) {
        return user(name).form(button).fill(which, value);
    }

    /** Returns what is told of a user who is not added. */
    private static String refusal(HttpResponse<String> answer) {
        return Page.of(answer).section("Add a user").texts(".note p").get(0);
    }

    @Test
    void a_user_is_added_given_more_and_deprived_of_it() {
        String name = "ann.b@desk";
        Form form = add(name, GOOD).tick("Roles", "User").tick("Places their jobs may use", "source:risk");
        assertThat(PageForm.at(form.send(olga))).isEqualTo(USERS + "/" + name);

        Page added = user(name);
        assertThat(added.notes()).containsExactly("The user was added.");
        assertThat(roles(added)).containsExactly("User");
        assertThat(grants(added)).containsExactly("source:risk");
        assertThat(user(name).notes()).as("told once").isEmpty();
        assertThat(Page.open(olga, USERS).table("Users").names()).contains(name);
        give(name, "Add role", "Role for " + name, "AUDITOR").send(olga);
        give(name, "Add place", "Place that jobs of " + name + " may use", "host:market-data")
                .send(olga);
        Page given = user(name);
        assertThat(given.notes()).containsExactly("It was added.");
        assertThat(roles(given)).containsExactlyInAnyOrder("User", "Auditor");
        assertThat(grants(given)).containsExactlyInAnyOrder("source:risk", "host:market-data");
        send(USERS + "/" + name + "/revoke", "grants", "source:risk");
        send(USERS + "/" + name + "/revoke", "roles", "AUDITOR");
        Page taken = user(name);
        assertThat(taken.notes()).containsExactly("It was removed.");
        assertThat(roles(taken)).containsExactly("User");
        assertThat(grants(taken)).containsExactly("host:market-data");
        Page audit = Page.open(olga, "/ui/operations/audit?text=ann.b");
        assertThat(audit.table("Operations").names()).contains("User added", "Roles changed", "Grants changed");
        assertThat(audit.source()).doesNotContain(GOOD);
    }

    @Test
    void a_deleted_user_is_gone_and_cannot_sign_in_again() {
        String name = site.addUser();
        Visitor leaving = site.visitor();
        leaving.signIn(name, Site.PASSWORD);
        assertThat(leaving.get("/ui/jobs").statusCode()).isEqualTo(200);

        HttpResponse<String> answer = user(name).form("Yes, delete this user").send(olga);

        assertThat(PageForm.at(answer)).isEqualTo(USERS);
        Page users = Page.open(olga, USERS);
        assertThat(users.notes()).containsExactly("The user was deleted.");
        assertThat(users.table("Users").names()).doesNotContain(name);
        assertThat(leaving.get("/ui/jobs").statusCode())
                .as("the session has ended")
                .isEqualTo(302);
        assertThat(Page.open(olga, "/ui/operations/audit?kind=ACCOUNT_REMOVED")
                        .table("Operations")
                        .column("Text"))
                .contains("account " + name);
        assertThat(user("olga").buttons()).as("nobody deletes the own account").doesNotContain("Yes, delete this user");
    }

    @Test
    void reading_a_source_and_storing_in_it_are_two_boxes() {
        assertThat(Page.open(olga, USERS).section("Add a user").labels()).contains("source:risk", "store:risk");

        add("reads-only", GOOD)
                .tick("Roles", "User")
                .tick("Places their jobs may use", "source:risk")
                .send(olga);

        Page reader = user("reads-only");
        assertThat(grants(reader)).containsExactly("source:risk");
        assertThat(reader.field("Place that jobs of reads-only may use").choices())
                .contains("store:risk");
        give("reads-only", "Add place", "Place that jobs of reads-only may use", "store:risk")
                .send(olga);
        assertThat(grants(user("reads-only"))).containsExactlyInAnyOrder("source:risk", "store:risk");
    }

    @Test
    void nothing_is_given_before_the_operator_has_chosen_it() {
        String name = site.addUser();
        Page page = user(name);

        for (String which : List.of("Role for " + name, "Place that jobs of " + name + " may use")) {
            assertThat(page.field(which).required()).as(which).isTrue();
            assertThat(page.field(which).choices()).as(which).startsWith("");
            assertThat(page.field(which).value()).as(which).isEmpty();
        }
        Page nothing = Page.of(send(USERS + "/" + name + "/grant", "roles", "", "grants", ""));
        assertThat(nothing.status()).isEqualTo(409);
        assertThat(nothing.heading()).contains("nothing was chosen");
    }

    @Test
    void a_refused_user_leaves_what_was_typed_but_no_password_in_the_form() {
        HttpResponse<String> weak = add("<eve>", "short-one-x")
                .fill("Roles", "User", "false")
                .tick("Roles", "Auditor")
                .tick("Places their jobs may use", "folder:shared")
                .send(olga);

        assertThat(weak.statusCode()).isEqualTo(409);
        assertThat(refusal(weak)).isEqualTo("not a user name: <eve>");
        Part form = Page.of(weak).section("Add a user");
        assertThat(form.form("Add user").value("name")).isEqualTo("<eve>");
        assertThat(form.group("Roles").field("User").ticked()).isFalse();
        assertThat(form.field("Auditor").ticked()).isTrue();
        assertThat(form.field("folder:shared").ticked()).isTrue();
        assertThat(form.field("Password").value()).isEmpty();
        assertThat(weak.body()).doesNotContain("short-one-x");
        assertThat(refusal(send(USERS, "name", "eve", "password", "short", "roles", "USER")))
                .contains("a password has 10 characters at least");
        assertThat(refusal(send(USERS, "name", "olga", "password", GOOD, "roles", "USER")))
                .contains("there is a user olga already");
        assertThat(refusal(send(USERS, "name", "eve", "password", GOOD))).contains("would have no role");
        assertThat(send(USERS, "name", "eve", "password", GOOD, "roles", "KING").statusCode())
                .isEqualTo(400);
        assertThat(refusal(send(USERS, "name", "eve", "password", GOOD, "roles", "USER", "grants", "moon:x")))
                .contains("this is no grant");
        assertThat(olga.get(USERS + "/eve").statusCode()).isEqualTo(404);
    }

    @Test
    void the_last_operator_stays_one() {
        Page refused = Page.of(send(USERS + "/olga/revoke", "roles", "OPERATOR"));

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.heading()).contains("user olga is the last operator");
    }

    @Test
    void a_password_is_changed_and_ones_own_with_the_one_so_far() {
        String other = site.addUser();
        send(USERS, "name", "otto", "password", Site.PASSWORD, "roles", "OPERATOR");
        Visitor otto = site.signedIn("otto");

        assertThat(user(other).labels()).contains("New password").doesNotContain("Your current password");
        user(other).form("Change password").fill("New password", GOOD).send(olga);
        Page changed = user(other);
        assertThat(changed.notes()).containsExactly("The password was changed.");
        assertThat(changed.source()).doesNotContain(GOOD);
        assertThat(send(USERS + "/nobody/password", "password", GOOD).statusCode())
                .isEqualTo(404);
        assertThat(own(otto, "wrong").statusCode()).isEqualTo(403);
        assertThat(own(otto, Site.PASSWORD).statusCode()).isEqualTo(302);
        assertThat(otto.get(USERS).headers().firstValue("Location").orElseThrow())
                .as("a new password ends the logins by the old one")
                .contains("/login?out");
    }

    private static HttpResponse<String> own(Visitor user, String current) {
        return Page.open(user, USERS + "/otto")
                .form("Change password")
                .fill("Your current password", current)
                .fill("New password", GOOD)
                .send(user);
    }
}
