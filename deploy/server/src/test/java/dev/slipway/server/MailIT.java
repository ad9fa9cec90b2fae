package dev.slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.configuration.GreenMailConfiguration;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.slipway.servers.Await;
import jakarta.mail.internet.MimeMessage;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests mails of the service, which runs as a process and is killed, against a real mail server that goes away. */
class MailIT {
    private static final String DOCUMENT = """
            <jsdl:JobDefinition xmlns:jsdl="http://schemas.ggf.org/jsdl/2005/11/jsdl"
                xmlns:posix="http://schemas.ggf.org/jsdl/2005/11/jsdl-posix">
              <jsdl:JobDescription><jsdl:Application><posix:POSIXApplication>
                <posix:Executable>hello</posix:Executable>
              </posix:POSIXApplication></jsdl:Application></jsdl:JobDescription>
            </jsdl:JobDefinition>
            """;

    private static final String PASSWORD = "the secret of the mail server";
    private static final String CSRF = "name=\"_csrf\"\\s+value=\"([^\"]+)\"";

    @TempDir
    Path folder;

    private Path home;
    private GreenMail server;
    private Process service;
    private HttpClient browser;

    @BeforeEach
    void start() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        home = Files.createDirectory(folder.resolve("home"));
        program(folder.resolve("slipway-guard"));
        program(Files.createDirectory(folder.resolve("bin")).resolve("hello"));
        server = mailServer(ServerSetup.SMTP.dynamicPort());
        Path password = Files.writeString(folder.resolve("mail.password"), PASSWORD + "\n");
        Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-------"));
        Files.writeString(home.resolve("slipway.yaml"), """
                slipway:
                  guard: %s
                  application-folders: [%s]
                  mail:
                    host: 127.0.0.1
                    port: %d
                    security: none
                    user: slipway
                    password-file: %s
                    from: slipway@example.org
                    pages: https://slipway.example.org:8443
                """.formatted(
                        folder.resolve("slipway-guard"),
                        folder.resolve("bin"),
                        server.getSmtp().getPort(),
                        password));
        begin();
    }

    @AfterEach
    void stop() throws Exception {
        service.destroy();
        Await.exit(service);
        server.stop();
    }

    @Test
    void a_job_that_ended_is_told_after_the_mail_server_was_away_and_the_service_was_killed() throws Exception {
        confirm("olga@example.org");
        int port = server.getSmtp().getPort();
        server.stop();
        String token = find("token>([0-9a-z]{32})<", call(submit()));
        call("<s:cancel><s:token>" + token + "</s:token></s:cancel>");
        Path log = home.resolve("log/slipway.log");
        Await.until("a try has failed", () -> Files.readString(log).contains("was not taken, try 1"));
        service.destroyForcibly().waitFor();
        server = mailServer(new ServerSetup(port, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        begin();

        MimeMessage mail = next();

        assertThat(mail.getSubject()).startsWith("Slipway: ");
        assertThat(mail.getFrom()[0]).hasToString("slipway@example.org");
        assertThat(mail.getAllRecipients()).hasSize(1);
        assertThat(mail.getAllRecipients()[0]).hasToString("olga@example.org");
        assertThat(mail.getHeader("Auto-Submitted")).containsExactly("auto-generated");
        assertThat(mail.getContent().toString())
                .contains("Reason: ", "https://slipway.example.org:8443/ui/jobs/" + token);
        String id = find("the mail ([0-9a-f-]{36}) to user operator was not taken", Files.readString(log));
        assertThat(mail.getMessageID()).isEqualTo("<" + id + "@example.org>");
        assertThat(Files.readString(log)).doesNotContain(PASSWORD);
    }

    /** Has the operator choose all mails on the account page, and enter the code that comes to the address. */
    private void confirm(String address) throws Exception {
        browser = HttpClient.newBuilder()
                .sslContext(WholeService.trusting(home.resolve("ca.pem")))
                .cookieHandler(new CookieManager())
                .build();
        post("/login", "/login", "username=operator&password=" + encoded(password()));
        post("/ui/account", "/ui/account/mail", "event=CLOSED&event=FAILED&digest=WEEKLY&address=" + encoded(address));
        MimeMessage mail = next();
        assertThat(mail.getSubject()).isEqualTo("Slipway: confirm your address");
        String code = find("\\b([0-9]{8})\\b", mail.getContent().toString());
        server.purgeEmailFromAllMailboxes();
        assertThat(get("/ui/account")).contains("A code has been sent to " + address);
        post("/ui/account", "/ui/account/mail/code", "code=" + code);
        assertThat(get("/ui/account"))
                .contains(address, "value=\"WEEKLY\" selected")
                .doesNotContain("A code has been sent to");
    }

    private MimeMessage next() {
        Await.until("a mail has come", () -> server.getReceivedMessages().length > 0);
        return server.getReceivedMessages()[0];
    }

    private static GreenMail mailServer(ServerSetup setup) {
        GreenMail server = new GreenMail(setup);
        server.withConfiguration(GreenMailConfiguration.aConfig().withUser("slipway@example.org", "slipway", PASSWORD));
        server.start();
        return server;
    }

    private void begin() throws IOException {
        service = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SlipwayServer.class.getName(),
                        "--slipway.home=" + home,
                        "--slipway.port=0",
                        "--slipway.run-as=61234-61244",
                        "--logging.config=classpath:server-log.xml")
                .redirectErrorStream(true)
                .start();
        StringBuilder said = new StringBuilder();
        BufferedReader out = service.inputReader(StandardCharsets.UTF_8);
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            said.append(line).append('\n');
            if (line.contains("stop     SIGTERM")) {
                return;
            }
        }
        throw new AssertionError("the service did not start:\n" + said);
    }

    private static void program(Path path) throws IOException {
        Files.writeString(path, "#!/bin/sh\nexit 1\n");
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private URI address(String path) throws IOException {
        Properties profile = new Properties();
        profile.load(Files.newBufferedReader(home.resolve("profile")));
        return URI.create(profile.getProperty("endpoint")).resolve(path);
    }

    private String password() throws IOException {
        return Files.readString(home.resolve("operator.password")).strip();
    }

    private static String submit() {
        return "<s:submit><s:document>"
                + Base64.getEncoder().encodeToString(DOCUMENT.getBytes(StandardCharsets.UTF_8))
                + "</s:document><s:hold>true</s:hold></s:submit>";
    }

    private String call(String body) throws Exception {
        return send(HttpRequest.newBuilder(address("/services/jobs"))
                .header("Content-Type", "text/xml;charset=UTF-8")
                .header("Authorization", WholeService.basic("operator", password()))
                .POST(HttpRequest.BodyPublishers.ofString(WholeService.envelope("", body))));
    }

    private String get(String path) throws Exception {
        return send(HttpRequest.newBuilder(address(path)).header("Accept", "text/html"));
    }

    /** Sends a form of the page {@code form}. */
    private void post(String form, String path, String fields) throws Exception {
        String csrf = find(CSRF, get(form));
        String refused = send(HttpRequest.newBuilder(address(path))
                .header("Accept", "text/html")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(fields + "&_csrf=" + encoded(csrf))));
        assertThat(refused).as(path).isEmpty();
    }

    private String send(HttpRequest.Builder request) throws Exception {
        return browser.send(request.build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static String find(String pattern, String text) {
        Matcher found = Pattern.compile(pattern).matcher(text);
        assertThat(found.find()).as("%s in %s", pattern, text).isTrue();
        return found.group(1);
    }

    private static String encoded(String field) {
        return URLEncoder.encode(field, StandardCharsets.UTF_8);
    }
}
