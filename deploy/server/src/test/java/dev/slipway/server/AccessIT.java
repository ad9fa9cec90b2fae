package dev.slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.account.UserDesk;
import dev.slipway.server.login.KnownCallers;
import dev.slipway.servers.Await;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;

/** Tests the ways into the service, and out of it again, over TLS through all filters. */
class AccessIT {
    private static final String LIST = "<s:list><s:offset>0</s:offset><s:limit>10</s:limit></s:list>";
    private static final String WSSE =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
    private static final String UTILITY =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
    private static final String TEXT = "#PasswordText";
    private static final String DIGEST = "#PasswordDigest";

    private static WholeService service;

    @BeforeAll
    static void start() throws IOException {
        service = new WholeService().start();
    }

    @AfterAll
    static void stop() throws IOException {
        service.close();
    }

    @Test
    void a_username_token_lets_its_user_in() throws Exception {
        make("ann", "USER");

        HttpResponse<String> answer = service.ask("", security(token("ann", "green tea of ann", TEXT)), LIST);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("listResponse");
        assertThat(service.ask("", security(token("ann", "green tea of ann", TEXT)), "<s:users/>")
                        .body())
                .contains("name>ann<")
                .doesNotContain("name>operator<");
        String stamp =
                "<u:Timestamp xmlns:u='" + UTILITY + "'><u:Created>2026-01-01T00:00:00Z</u:Created></u:Timestamp>";
        assertThat(service.ask("", security(stamp + token("ann", "green tea of ann", null)), LIST)
                        .statusCode())
                .isEqualTo(200);
        String old = stamp.replace("</u:T", "<u:Expires>2026-01-01T00:05:00Z</u:Expires></u:T");
        refused(
                security(old + token("ann", "green tea of ann", null)),
                "call.expired",
                "its Timestamp expired at 2026-01-01T00:05:00Z");
    }

    @Test
    void a_digest_is_refused_with_its_own_fault_and_so_is_what_is_not_checked() throws Exception {
        refused(security(token("operator", "x", DIGEST)), "access.password-digest", "PasswordText");
        refused(security(token("operator", "x", "#Other")), "call.invalid", "neither PasswordText nor absent");
        refused(security(""), "call.invalid", "holds 0 UsernameTokens");
        String twice = token("operator", service.password(), TEXT) + token("ann", "x", TEXT);
        refused(security(twice), "call.invalid", "holds 2 UsernameTokens");
        refused(
                security(token("operator", service.password(), TEXT)) + security(token("ann", "x", TEXT)),
                "call.invalid",
                "2 security headers");
        String signed = token("operator", service.password(), TEXT)
                + "<d:Signature xmlns:d='http://www.w3.org/2000/09/xmldsig#'/>";
        refused(security(signed), "call.invalid", "holds Signature, which this service does not check");
        refused(
                security("<w:UsernameToken><w:Username>operator</w:Username></w:UsernameToken>"),
                "call.invalid",
                "no Password");
    }

    @Test
    void a_wrong_password_in_a_token_is_a_fault_and_is_slowed_as_at_the_door() throws Exception {
        for (int i = 0; i < 5; i++) {
            refused(security(token("mallory", "guess" + i, TEXT)), "access.not-authenticated", "password is wrong");
        }
        // The first pause is a second, and a call can take longer. Each further guess makes the next pause longer.
        Await.until("a guess in a token falls into a pause", () -> service.ask(
                        "", security(token("mallory", "guess", TEXT)), LIST)
                .body()
                .contains("too many failed logins"));
        Await.until(
                "a guess at the door falls into a pause",
                () -> service.call("mallory", "guess", LIST).body().contains("too many failed logins"));
    }

    @Test
    void a_call_that_names_its_user_nowhere_or_twice_is_refused() throws Exception {
        HttpResponse<String> nobody = service.ask("", "", LIST);
        assertThat(nobody.statusCode()).isEqualTo(401);
        assertThat(nobody.headers().firstValue("WWW-Authenticate")).isPresent();
        assertThat(nobody.body()).contains("access.not-authenticated");
        assertThat(service.ask("", "<o:Trace xmlns:o='urn:others'>7</o:Trace>", LIST)
                        .statusCode())
                .as("a header that names nobody")
                .isEqualTo(401);

        HttpResponse<String> twice = service.ask(
                WholeService.basic("operator", service.password()),
                security(token("operator", service.password(), TEXT)),
                LIST);
        assertThat(twice.statusCode()).isEqualTo(500);
        assertThat(twice.body()).contains("call.invalid", "names its user twice");
    }

    @Test
    void a_login_lets_in_by_its_token_until_the_logout() throws Exception {
        make("cara", "USER");
        String token = login("cara");

        assertThat(service.ask("Bearer " + token, "", LIST).statusCode()).isEqualTo(200);
        assertThat(service.ask("Bearer " + token, "", "<s:users/>").body()).contains("name>cara<");
        HttpResponse<String> again = service.ask("Bearer " + token, "", "<s:login/>");
        assertThat(again.body()).contains("access.not-authenticated", "a login needs a password");

        assertThat(service.ask("Bearer " + token, "", "<s:logout/>").statusCode())
                .isEqualTo(200);
        HttpResponse<String> over = service.ask("Bearer " + token, "", LIST);
        assertThat(over.statusCode()).isEqualTo(500);
        assertThat(over.body())
                .contains("faultcode>soap:Client<", "access.not-authenticated")
                .doesNotContain(token);
        assertThat(over.headers().firstValue("WWW-Authenticate")).isEmpty();
        assertThat(service.ask("Bearer x", "", LIST).statusCode()).isEqualTo(500);
    }

    @Test
    void a_caller_is_known_by_what_let_them_in_before_and_by_nothing_they_say() throws Exception {
        make("hank", "USER");
        assertThat(isKnown(WholeService.basic("hank", "green tea of hank"))).isFalse();
        String token = login("hank");
        assertThat(isKnown("Bearer " + token)).isFalse();
        service.ask("Bearer " + token, "", LIST);

        assertThat(isKnown(WholeService.basic("hank", "green tea of hank"))).isTrue();
        assertThat(isKnown("Bearer " + token)).isTrue();
        assertThat(isKnown("Bearer " + "slipway_" + "A".repeat(43))).isFalse();
        for (String made : List.of(WholeService.basic("hank", "x"), "Bearer x", "Basic", "Basic !", "Basic eA==", "")) {
            assertThat(isKnown(made)).as(made).isFalse();
        }

        service.ask("Bearer " + token, "", "<s:logout/>");
        assertThat(isKnown("Bearer " + token)).isFalse();
        change("userGrant", "hank", "AUDITOR");
        assertThat(isKnown(WholeService.basic("hank", "green tea of hank"))).isFalse();
    }

    private static boolean isKnown(String authorization) {
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.addHeader("Authorization", authorization);
        return service.bean(KnownCallers.class).knows(request);
    }

    @Test
    void a_new_password_ends_the_old_one_and_its_logins_at_once() throws Exception {
        make("dora", "USER");
        String token = login("dora");
        assertThat(service.call("dora", "green tea of dora", LIST).statusCode()).isEqualTo(200);

        HttpResponse<String> changed = service.call(
                "dora",
                "green tea of dora",
                "<s:userPassword><s:name>dora</s:name><s:password>a newer password</s:password>"
                        + "<s:current>green tea of dora</s:current></s:userPassword>");

        assertThat(changed.statusCode()).isEqualTo(200);
        assertThat(service.call("dora", "green tea of dora", LIST).body()).contains("access.not-authenticated");
        assertThat(service.ask("Bearer " + token, "", LIST).body()).contains("access.not-authenticated");
        assertThat(service.call("dora", "a newer password", LIST).statusCode()).isEqualTo(200);
    }

    @Test
    void a_user_without_a_role_is_not_let_in_and_a_role_counts_at_once() throws Exception {
        make("eric", "USER");
        assertThat(service.call(
                                "eric",
                                "green tea of eric",
                                "<s:operations><s:offset>0</s:offset><s:limit>1</s:limit></s:operations>")
                        .body())
                .contains("access.not-authorised");
        change("userGrant", "eric", "AUDITOR");
        assertThat(service.call(
                                "eric",
                                "green tea of eric",
                                "<s:operations><s:offset>0</s:offset><s:limit>1</s:limit></s:operations>")
                        .body())
                .contains("ROLES_CHANGED");
        change("userRevoke", "eric", "AUDITOR");
        change("userRevoke", "eric", "USER");

        assertThat(service.call("eric", "green tea of eric", LIST).body()).contains("access.not-authenticated");
    }

    @Test
    void a_changed_account_is_logged_out_of_the_pages() throws Exception {
        make("gina", "USER");
        HttpResponse<String> form = service.get("/login");
        String visitor = service.logIn(form, "gina", "green tea of gina").headers().allValues("Set-Cookie").stream()
                .map(cookie -> cookie.split(";")[0])
                .reduce((one, other) -> one + "; " + other)
                .orElseThrow();
        assertThat(service.visit("/ui/jobs", visitor).statusCode()).isEqualTo(200);

        change("userGrant", "gina", "AUDITOR");

        assertThat(service.visit("/ui/jobs", visitor).statusCode()).isEqualTo(302);
    }

    @Test
    void no_password_and_no_token_stands_in_the_log() throws Exception {
        make("fred", "USER");
        String token = login("fred");
        service.call("fred", "a wrong password", LIST);
        service.ask("", security(token("fred", "another wrong one", TEXT)), LIST);
        service.ask("Bearer " + token + "x", "", LIST);

        assertThat(Files.readString(service.home().resolve("log/slipway.log")))
                .contains("login refused: user fred")
                .doesNotContain("green tea of fred", "a wrong password", "another wrong one", token);
        assertThat(service.bean(UserDesk.class).toString()).doesNotContain("password of");
    }

    private static String login(String user) throws Exception {
        String answer = service.call(user, "green tea of " + user, "<s:login/>").body();
        Matcher token = Pattern.compile("token>(slipway_[A-Za-z0-9_-]{43})<").matcher(answer);
        assertThat(token.find()).as(answer).isTrue();
        assertThat(answer).contains("expires>");
        return token.group(1);
    }

    private static void make(String user, String role) throws Exception {
        HttpResponse<String> answer = service.call(
                "operator",
                service.password(),
                "<s:userAdd><s:name>" + user + "</s:name><s:password>green tea of " + user + "</s:password><s:role>"
                        + role + "</s:role></s:userAdd>");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private static void change(String operation, String user, String role) throws Exception {
        HttpResponse<String> answer = service.call(
                "operator",
                service.password(),
                "<s:" + operation + "><s:name>" + user + "</s:name><s:role>" + role + "</s:role></s:" + operation
                        + ">");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private static void refused(String header, String code, String words) throws Exception {
        HttpResponse<String> answer = service.ask("", header, LIST);
        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).contains(code, words).doesNotContain("listResponse");
    }

    private static String security(String content) {
        return "<w:Security xmlns:w='" + WSSE + "' e:mustUnderstand='1'>" + content + "</w:Security>";
    }

    private static String token(String user, String password, String type) {
        String profile = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0";
        String typed = type == null ? "" : " Type='" + profile + type + "'";
        return "<w:UsernameToken xmlns:w='" + WSSE + "'><w:Username>" + user + "</w:Username><w:Password" + typed + ">"
                + password + "</w:Password></w:UsernameToken>";
    }
}
