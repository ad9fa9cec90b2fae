package dev.slipway.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.desk.JobDesk;
import dev.slipway.server.home.HomeFolder;
import dev.slipway.server.login.PasswordLogin;
import dev.slipway.server.secret.FirstKeys;
import dev.slipway.server.settings.InvalidSettings;
import dev.slipway.servers.Await;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Tests the whole service on an embedded database and a free port. The client trusts the certificate that the service
 * made.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SlipwayServerIT {
    private static final String LIST = "<s:list><s:offset>0</s:offset><s:limit>10</s:limit></s:list>";

    private static WholeService service;
    private static Path home;

    @BeforeAll
    static void start() throws IOException {
        service = new WholeService().start();
        home = service.home();
    }

    @AfterAll
    static void stop() throws IOException {
        service.close();
    }

    @Test
    @Order(1)
    void makes_its_home_folder_and_nobody_else_can_read_what_is_secret() throws IOException {
        Map<String, String> rights = new LinkedHashMap<>();
        for (String name : List.of(
                "data",
                "data/tls/keystore.p12",
                "data/tls/keystore.password",
                "data/postgres/password",
                "operator.password",
                "profile",
                "log")) {
            rights.put(name, PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve(name))));
        }

        assertThat(rights.values()).allSatisfy(mode -> assertThat(mode).endsWith("---"));
        assertThat(rights).containsEntry("operator.password", "rw-------").containsEntry("profile", "rw-------");
    }

    @Test
    @Order(1)
    void writes_a_profile_that_the_toolkit_can_call_with() throws IOException {
        Properties profile = new Properties();
        try (InputStream in = Files.newInputStream(home.resolve("profile"))) {
            profile.load(in);
        }

        assertThat(profile)
                .containsEntry("endpoint", service.url("/services/jobs"))
                .containsEntry("user", "operator")
                .containsEntry(
                        "password-file", home.resolve("operator.password").toString())
                .containsEntry("ca", home.resolve("ca.pem").toString());
    }

    @Test
    @Order(1)
    void logs_where_the_password_is_and_never_the_password() throws IOException {
        String log = Files.readString(home.resolve("log/slipway.log"));

        assertThat(log)
                .contains("Slipway is up", home.resolve("operator.password").toString());
        assertThat(log.contains("the home folder " + home + " lies in /tmp"))
                .as("a warning of the home folder %s", home)
                .isEqualTo(home.startsWith("/tmp"));
        assertThat(log).doesNotContain(password());
        assertThat(log)
                .doesNotContain(
                        Files.readString(home.resolve("data/postgres/password")).strip());
    }

    @Test
    @Order(2)
    void is_up_for_whoever_asks() throws Exception {
        HttpResponse<String> answer = get("/health");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("up\n");
        assertThat(answer.headers().firstValue("Strict-Transport-Security")).isPresent();
        assertThat(answer.headers().firstValue("Server")).isEmpty();
    }

    @Test
    @Order(2)
    void shows_its_wsdl_to_whoever_asks() throws Exception {
        assertThat(get("/services/jobs?wsdl").body()).contains("urn:slipway:service:1");
    }

    @Test
    @Order(1)
    void makes_its_first_keys_before_anybody_asks_for_them() {
        service.bean(FirstKeys.class).close();

        assertThat(service.bean(HomeFolder.class).keys().resolve("seal/0001.pem"))
                .exists();
        assertThat(service.bean(HomeFolder.class).keys().resolve("callback/0001.pem"))
                .exists();
    }

    @Test
    @Order(1)
    void shows_the_schemas_of_job_documents_to_whoever_asks() throws Exception {
        assertThat(get("/services/schemas/slipway-job.xsd").body()).contains("targetNamespace=\"urn:slipway:job:1\"");
        assertThat(get("/services/schemas/catalog.xml").body()).contains("uri=\"jsdl.xsd\"");
        assertThat(get("/services/schemas").body())
                .isEqualTo(get("/services/schemas/").body())
                .contains("job-document.xsd\n");
        assertThat(get("/services/schemas/none.xsd").statusCode()).isEqualTo(404);
        assertThat(get("/services/schemas/../jobs").statusCode()).isNotEqualTo(200);
    }

    @Test
    @Order(2)
    void takes_a_call_with_the_right_password_only() throws Exception {
        assertThat(call("operator", password()).statusCode()).isEqualTo(200);
        assertThat(call("operator", password()).body()).contains("listResponse");

        HttpResponse<String> refused = call("operator", "wrong");
        assertThat(refused.statusCode()).isEqualTo(500);
        assertThat(refused.body())
                .contains("soap:Client", "access.not-authenticated", "user name or password is wrong");
        assertThat(refused.headers().firstValue("WWW-Authenticate")).isEmpty();
        assertThat(call("nobody", password()).body()).contains("access.not-authenticated");
    }

    @Test
    @Order(2)
    void shows_the_login_page_and_nothing_behind_it() throws Exception {
        assertThat(get("/login").statusCode()).isEqualTo(200);
        assertThat(get("/ui/jobs").statusCode()).isEqualTo(302);
        assertThat(get("/WEB-INF/jsp/account/login.jsp").statusCode()).isEqualTo(404);
        assertThat(get("/actuator").statusCode()).isEqualTo(404);
    }

    @Test
    @Order(3)
    void refuses_a_second_service_on_the_same_home() {
        assertThatThrownBy(service::run).hasStackTraceContaining("is in use by another program");
    }

    @Test
    @Order(4)
    void slows_a_guesser() throws Exception {
        for (int i = 0; i < 5; i++) {
            HttpResponse<String> refused = call("mallory", "guess" + i);
            assertThat(refused.statusCode()).isEqualTo(500);
            assertThat(refused.body()).contains("user name or password is wrong");
        }

        // The first pause is a second, and a call can take longer. Each further guess makes the next pause longer.
        Await.until(
                "a guess falls into a pause",
                () -> call("mallory", "guess").body().contains("too many failed logins"));
        assertThat(call("operator", password()).statusCode()).isEqualTo(200);
    }

    @Test
    @Order(5)
    void keeps_user_key_and_data_over_a_restart() throws Exception {
        Map<String, String> before = secrets();
        service.stop();

        service.start();

        assertThat(secrets()).isEqualTo(before);
        assertThat(call("operator", password()).statusCode()).isEqualTo(200);
        assertThat(service.bean(JobDesk.class)).isNotNull();
        assertThat(service.bean(PasswordLogin.class)).isNotNull();
    }

    @Test
    @Order(6)
    void does_not_start_with_a_bad_setting_or_an_unknown_key() {
        assertThatThrownBy(() -> service.run("--slipway.limits.kill-grace=0s"))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("slipway.limits.kill-grace");
        assertThatThrownBy(() -> service.run("--slipway.prot=1")).hasStackTraceContaining("slipway.prot");
    }

    @Test
    @Order(7)
    void outlives_the_death_of_its_database_and_calls_it_what_it_is_meanwhile() throws Exception {
        Path data = home.resolve("data/postgres/data");
        Path aside = data.resolveSibling("data.aside");
        long postmaster = Long.parseLong(
                Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip());
        HttpResponse<String> form = get("/login");
        // Without data no server starts, so the outage lasts until this test has seen the outage.
        Files.move(data, aside);
        try {
            ProcessHandle.of(postmaster).orElseThrow().destroyForcibly();
            assertThat(awaitHealth(503).body()).isEqualTo("the store does not answer\n");

            CompletableFuture<HttpResponse<String>> known = soon(() -> call("operator", password()));
            CompletableFuture<HttpResponse<String>> checked = soon(() -> call("ghost", "x"));
            CompletableFuture<HttpResponse<String>> page = soon(() -> service.logIn(form, "ghost", "x"));
            assertThat(known.join().body()).contains("Fault", "store.unreachable", "exitStatus>54<");
            assertThat(checked.join().statusCode()).isEqualTo(503);
            assertThat(checked.join().body()).contains("Fault", "store.unreachable", "exitStatus>54<");
            assertThat(page.join().statusCode()).isEqualTo(503);
            assertThat(page.join().body()).contains("own database does not answer");
        } finally {
            Files.move(aside, data);
        }

        assertThat(awaitHealth(200).body()).isEqualTo("up\n");
        assertThat(call("operator", password()).body()).contains("listResponse");
        assertThat(call("ghost", "x").body()).contains("access.not-authenticated");
    }

    private static HttpResponse<String> awaitHealth(int status) {
        AtomicReference<HttpResponse<String>> answer = new AtomicReference<>();
        Await.until(() -> "the health is " + answer.get(), () -> {
            answer.set(get("/health"));
            return answer.get().statusCode() == status;
        });
        return answer.get();
    }

    private static CompletableFuture<HttpResponse<String>> soon(Callable<HttpResponse<String>> call) {
        CompletableFuture<HttpResponse<String>> answer = new CompletableFuture<>();
        new Thread(() -> {
                    try {
                        answer.complete(call.call());
                    } catch (Exception e) {
                        answer.completeExceptionally(e);
                    }
                })
                .start();
        return answer;
    }

    private static Map<String, String> secrets() throws IOException {
        Map<String, String> all = new LinkedHashMap<>();
        for (String name :
                List.of("operator.password", "ca.pem", "data/tls/keystore.password", "data/postgres/password")) {
            all.put(name, Files.readString(home.resolve(name)));
        }
        return all;
    }

    private static String password() throws IOException {
        return service.password();
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return service.get(path);
    }

    private static HttpResponse<String> call(String user, String password) throws Exception {
        return service.call(user, password, LIST);
    }
}
