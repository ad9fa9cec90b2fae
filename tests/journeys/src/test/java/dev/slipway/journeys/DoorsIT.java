package dev.slipway.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that all doors of the shipped service, SOAP, command line and page, explain a job in the same words. */
class DoorsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(180);
    private static final String UNKNOWN = "0".repeat(32);

    /** The words of a page for the owners of problems that these jobs have. */
    private static final Map<String, String> OWNERS =
            Map.of("document", "You: change the job", "network", "Nobody: a connection is down");

    private static Installation installation;
    private static Browser browser;
    private static HttpClient http;
    private static String password;
    private static String running;

    @BeforeAll
    static void start() throws IOException, GeneralSecurityException {
        installation = Installation.start();
        installation.offer("count", "echo counted $1");
        password = Files.readString(installation.home().resolve("operator.password"))
                .strip();
        http = HttpClient.newBuilder().sslContext(trust(certificate())).build();
        browser = new Browser();
        browser.open(installation.url("/ui/jobs"))
                .type("username", "operator")
                .type("password", password)
                .submit("main button[type=submit]");
        running = installation.submit(Documents.changed(Documents.mainJob(), ">10000<", ">10000000<"));
        awaitState(running, "RUNNING");
    }

    @AfterAll
    static void stop() {
        installation.slipway("cancel", running);
        browser.close();
        installation.close();
    }

    @Test
    void a_template_that_a_shell_makes_is_the_same_on_pages_and_over_soap_and_runs_by_each() {
        Path document = installation.write(
                "count.xml", Documents.on("wide", Documents.bareJob("counting", "count", "${number}")));
        String id = installation
                .slipway(
                        "template",
                        "create",
                        document.toString(),
                        "--name",
                        "counting",
                        "--blank",
                        "number:number:1..9=5")
                .answer();
        assertThat(installation.slipway("template", "show", "counting").answer())
                .containsPattern("number +a number from 1 to 9 +5 +number");
        ShippedCommand refused = installation.slipway("template", "run", "counting", "--set", "number=10");
        assertThat(refused.exitStatus()).isEqualTo(2);
        assertThat(refused.err()).contains("blank number takes a number from 1 to 9, and not 10");
        ShippedCommand unknown = installation.slipway("template", "run", "countign");
        assertThat(unknown.exitStatus()).isEqualTo(22);
        assertThat(unknown.err()).contains("did you mean \"counting\"?");

        browser.open(installation.url("/ui/templates"));
        assertThat(browser.text()).contains("counting");
        String atShell = installation
                .slipway("template", "run", id.substring(0, 8), "--set", "number=7")
                .answer();
        String bySoap = texts(
                        soap("<s:templateRun><s:template>counting</s:template><s:set><s:name>number</s:name>"
                                + "<s:text>8</s:text></s:set></s:templateRun>"),
                        "token")
                .get(0);
        assertThat(installation.watched(atShell)).contains("DONE");
        assertThat(installation.watched(bySoap)).contains("DONE");
        assertThat(installation.slipway("output", atShell).answer()).contains("counted 7");
        assertThat(installation.slipway("output", bySoap).answer()).contains("counted 8");

        assertSchedule();
        installation.slipway("template", "delete", "counting").answer();
        assertThat(installation.slipway("template", "list").answer()).doesNotContain("counting");
    }

    /** Makes a schedule of the template counting at a shell, and runs, pauses and deletes it there. */
    private static void assertSchedule() {
        String schedule = installation
                .slipway(
                        "schedule",
                        "create",
                        "counting",
                        "--set",
                        "number=3",
                        "--at",
                        "07:30",
                        "--zone",
                        "Europe/Berlin")
                .answer();
        String token = installation.slipway("schedule", "run", "counting").answer();
        assertThat(installation.watched(token)).contains("DONE");
        assertThat(installation.slipway("output", token).answer()).contains("counted 3");
        assertThat(installation.slipway("schedule", "show", schedule).answer())
                .contains("daily 07:30, Europe/Berlin", "number=3", token, "run by operator");
        installation.slipway("schedule", "pause", schedule).answer();
        browser.open(installation.url("/ui/schedules/" + schedule));
        assertThat(browser.text()).containsIgnoringCase("paused");
        installation.slipway("schedule", "delete", schedule).answer();
        assertThat(installation.slipway("schedule", "list").answer()).doesNotContain(schedule);
    }

    @Test
    void a_running_job() {
        assertSame(running);
    }

    @Test
    void a_waiting_a_held_and_a_cancelled_job() {
        String waiting = installation.submit(Documents.smallJob());
        awaitState(waiting, "READY");
        assertSame(waiting);
        browser.screenshot("waiting", 1280);
        browser.screenshot("waiting", 390);
        assertThat(installation.slipway("explain", waiting).answer()).contains("READY for ", "waits for   ");

        browser.submit(".actions form[action$='/hold'] button");
        assertSame(waiting);
        browser.screenshot("held", 1280);
        assertThat(browser.text()).contains("Held", "Release");
        assertThat(installation.slipway("explain", waiting).answer()).contains("held by operator");
        browser.open(installation.url("/ui/jobs"));
        browser.screenshot("jobs-held", 1280);

        installation.slipway("release", waiting).answer();
        installation.slipway("delete", waiting).answer();
        awaitState(waiting, "CLOSED");
        assertSame(waiting);
    }

    @Test
    void a_blocked_job() {
        String blocked = installation.submit(Documents.changed(
                Documents.smallJob(), "source=\"risk\" orderGroup=\"1\"", "source=\"gone\" orderGroup=\"1\""));
        Installation.await("the job is blocked", PATIENCE, () -> installation
                .slipway("explain", blocked, "--json")
                .answer()
                .contains("sql.unreachable"));
        assertSame(blocked);
        browser.screenshot("blocked", 1280);
        assertThat(installation.slipway("explain", blocked).answer())
                .contains("blocked in  STAGING_IN", "whose       network");
        installation.slipway("cancel", blocked).answer();
    }

    @Test
    void a_failed_job_with_its_history_and_its_retry() {
        String failed = installation.submit(
                Documents.changed(Documents.smallJob(), "FROM risk.book WHERE", "FROM risk.boook WHERE"));
        awaitState(failed, "CLOSED");
        assertSame(failed);
        browser.screenshot("failed-staging", 1280);
        browser.screenshot("failed-staging", 390);
        assertThat(installation.slipway("explain", failed).answer())
                .contains("failed in   STAGING_IN", "whose       document", "remedy      ");

        browser.open(installation.url("/ui/jobs/" + failed + "/history"));
        browser.screenshot("history", 1280);
        browser.screenshot("history", 390);
        assertThat(browser.text()).contains("accepted from operator");

        browser.open(installation.url("/ui/jobs/" + failed));
        browser.submit(".actions form[action$='/retry'] button");
        browser.screenshot("retried", 1280);
        assertThat(browser.address()).doesNotContain(failed);
        assertThat(browser.text(".facts a")).contains(failed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "status", "explain", "history", "results", "output", "hold", "release", "cancel", "delete", "kill",
                "retry"
            })
    void no_door_tells_a_token_that_is_malformed_from_one_that_is_unknown(String verb) {
        ShippedCommand unknown = installation.slipway(verb, UNKNOWN);
        ShippedCommand malformed = installation.slipway(verb, "../nonsense");

        assertThat(unknown.exitStatus()).isEqualTo(22);
        assertThat(malformed).isEqualTo(unknown);
        assertThat(unknown.err()).contains("there is no such job [job.unknown]");
        assertThat(soap(verb, UNKNOWN).replace(UNKNOWN, "")).contains("there is no such job");
    }

    /**
     * Compares the answer by SOAP with the page and with the command line's JSON, word for word. A job that has moved
     * on is asked for again.
     */
    @Test
    void a_login_stands_for_the_password_until_it_is_ended() throws IOException {
        Path profile = installation.write(
                "logged-in",
                "endpoint=" + installation.url("/services/jobs") + "\nuser=operator\nca="
                        + installation.home().resolve("ca.pem") + "\n");
        Map<String, String> environment = Map.of("SLIPWAY_PROFILE", profile.toString());
        Path secret = installation.home().resolve("operator.password");

        assertThat(ShippedCommand.slipway(environment, List.of("status", running))
                        .err())
                .contains("there is no password");
        ShippedCommand.slipway(environment, List.of("login", "--password-file", secret.toString()))
                .answer();
        Path kept = Path.of(profile + ".login");
        assertThat(ShippedCommand.slipway(environment, List.of("status", running))
                        .answer())
                .contains(running);
        Path copy = Files.copy(kept, installation.home().resolve("copy.login"));
        ShippedCommand.slipway(environment, List.of("logout")).answer();
        assertThat(kept).doesNotExist();

        Files.move(copy, kept);
        ShippedCommand ended = ShippedCommand.slipway(environment, List.of("list", "--json"));
        assertThat(ended.exitStatus()).as("the service has ended it").isEqualTo(20);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).contains("{\"code\":\"access.not-authenticated\"", "Log in again");
    }

    @Test
    void the_last_words_of_a_failed_program_come_first_everywhere_and_those_of_mpirun_lie_folded() {
        installation.offer(
                "fails", "[ \"$OMPI_COMM_WORLD_RANK\" != 0 ] || echo 'fails: the curve ends in 2030' >&2\nexit 3\n");
        String token = installation
                .slipway("run", "--partition", "wide", "--np", "2", "fails")
                .answer();
        String watched = installation.slipway("watch", token).out();
        assertThat(installation.slipway("output", token, "--stderr").out()).contains("Primary job");

        String explained = installation.slipway("explain", token).out();
        for (String told : List.of(
                soap("explain", token),
                soap("status", token),
                watched,
                explained,
                installation.slipway("status", token).out())) {
            assertThat(told).containsOnlyOnce("the curve ends in 2030").doesNotContain("Primary job", "mpirun", "----");
        }
        assertThat(explained).contains("`slipway output " + token + " --stderr`");
        browser.open(installation.url("/ui/jobs/" + token));
        assertThat(browser.text("section.problem"))
                .containsOnlyOnce("the curve ends in 2030")
                .doesNotContain("mpirun", "slipway ");
        assertThat(browser.text()).doesNotContain("Primary job");
        browser.click("details.aside summary");
        assertThat(browser.text()).containsOnlyOnce("Primary job");
    }

    private static void assertSame(String token) {
        Installation.await("the doors say the same", PATIENCE, () -> same(token));
    }

    private static boolean same(String token) {
        String soap = soap("explain", token);
        String json = counted(installation.slipway("explain", token, "--json").answer());
        browser.open(installation.url("/ui/jobs/" + token));
        String page = counted(browser.text()).toLowerCase(Locale.ROOT);
        assertThat(texts(soap, "headline")).as("the headline in %s", soap).hasSize(1);
        boolean everywhere = Stream.of("headline", "waitsFor", "about", "thing", "message")
                .flatMap(element -> texts(soap, element).stream())
                .allMatch(text -> json.contains(counted(quoted(text)))
                        && page.contains(counted(text).toLowerCase(Locale.ROOT)));
        assertThat(texts(soap, "remedy")).as("speaks of operations").noneMatch(text -> text.contains("`"));
        return everywhere
                && texts(soap, "owner").stream()
                        .allMatch(owner -> json.contains(quoted(owner))
                                && page.contains(OWNERS.get(owner).toLowerCase(Locale.ROOT)))
                && Stream.of("state", "since", "phase", "code")
                        .flatMap(element -> texts(soap, element).stream())
                        .allMatch(text -> json.contains(counted(quoted(text))))
                && Stream.of("position", "estimateSeconds")
                        .allMatch(element -> json.contains("\"" + element + "\":")
                                == !texts(soap, element).isEmpty())
                && texts(soap, "position").stream().allMatch(DoorsIT::isAtPosition);
    }

    private static boolean isAtPosition(String position) {
        return Pattern.compile("place in the queue\\s+" + position + "\\b", Pattern.CASE_INSENSITIVE)
                .matcher(browser.text())
                .find();
    }

    /** Hides bytes, rows and seconds, which change while the doors are asked one after the other. */
    private static String counted(String text) {
        return text.replaceAll("\\d+", "#");
    }

    private static List<String> texts(String soap, String element) {
        Matcher matcher = Pattern.compile("<(?:\\w+:)?" + element + ">([^<]+)<").matcher(soap);
        return matcher.results()
                .map(found -> found.group(1)
                        .replace("&lt;", "<")
                        .replace("&gt;", ">")
                        .replace("&quot;", "\"")
                        .replace("&amp;", "&"))
                .toList();
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }

    private static String soap(String operation, String token) {
        String fields = operation.equals("output")
                ? "<s:stream>stdout</s:stream><s:offset>0</s:offset><s:limit>1</s:limit>"
                : "";
        return soap("<s:" + operation + "><s:token>" + token + "</s:token>" + fields + "</s:" + operation + ">");
    }

    private static String soap(String body) {
        String call = "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'"
                + " xmlns:s='urn:slipway:service:1'><e:Body>" + body + "</e:Body></e:Envelope>";
        String basic = Base64.getEncoder().encodeToString(("operator:" + password).getBytes(StandardCharsets.UTF_8));
        HttpRequest request = HttpRequest.newBuilder(URI.create(installation.url("/services/jobs")))
                .headers("Authorization", "Basic " + basic, "Content-Type", "text/xml; charset=UTF-8")
                .POST(HttpRequest.BodyPublishers.ofString(call))
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static void awaitState(String token, String state) {
        Installation.await("job " + token + " is " + state, PATIENCE, () -> {
            String status = installation.slipway("status", token, "--json").answer();
            return status.contains("\"state\":\"" + state + "\"");
        });
    }

    private static Path certificate() throws IOException {
        String profile = Files.readString(installation.home().resolve("profile"));
        Matcher ca = Pattern.compile("(?m)^ca=(.+)$").matcher(profile);
        assertThat(ca.find()).isTrue();
        return installation.home().resolve(ca.group(1).strip());
    }

    private static SSLContext trust(Path certificate) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (var in = Files.newInputStream(certificate)) {
            store.setCertificateEntry(
                    "service", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
