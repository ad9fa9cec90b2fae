package dev.slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts the service as a process with a temporary folder of its own as the system's, and examines the files there. */
class TemporaryFilesIT {
    private static final String LIST = "<s:list><s:offset>0</s:offset><s:limit>1</s:limit></s:list>";
    private static final String BOUNDARY = "between";

    /** More text than the SOAP stack keeps in memory. */
    private static final String LARGE = "secret of a stranger ".repeat(20_000);

    @TempDir
    Path folder;

    private Path system;
    private Path home;
    private Process service;

    @BeforeEach
    void start() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        system = Files.createDirectory(folder.resolve("system"));
        home = Files.createDirectory(folder.resolve("home"));
        Path guard = Files.writeString(folder.resolve("slipway-guard"), "#!/bin/sh\nexit 1\n");
        Files.setPosixFilePermissions(guard, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path applications = Files.createDirectory(folder.resolve("bin"));
        Files.writeString(
                home.resolve("slipway.yaml"),
                "slipway:\n  guard: %s\n  application-folders: [%s]\n".formatted(guard, applications));
        Path left = Files.createDirectories(home.resolve("data/tmp/left"));
        Files.setLastModifiedTime(
                Files.writeString(left.resolve("behind"), "by a service that was killed"),
                FileTime.from(Instant.now().minus(Duration.ofDays(1))));
        Files.setLastModifiedTime(left, FileTime.from(Instant.now().minus(Duration.ofDays(1))));
        service = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.io.tmpdir=" + system,
                        "-cp",
                        System.getProperty("java.class.path"),
                        SlipwayServer.class.getName(),
                        "--slipway.home=" + home,
                        "--slipway.port=0",
                        "--slipway.run-as=61234-61244",
                        "--logging.config=classpath:server-log.xml")
                .redirectErrorStream(true)
                .start();
        awaitUp();
    }

    private void awaitUp() throws IOException {
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

    @AfterEach
    void stop() throws Exception {
        service.destroy();
        assertThat(service.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void nothing_of_the_service_or_its_callers_lies_in_the_systems_temporary_folder() throws Exception {
        String attached = part("text/xml", WholeService.envelope("", LIST)) + part("text/plain", LARGE) + "--"
                + BOUNDARY + "--\r\n";
        for (String type : List.of(
                "multipart/related; boundary=" + BOUNDARY,
                "text/xml; multipart/related; boundary=" + BOUNDARY,
                "text/xml; x=\"multipart/related\"; type=\"text/xml\"; boundary=\"" + BOUNDARY + "\"",
                "text/xml;charset=UTF-8;a=MultiPart/Related;boundary=" + BOUNDARY)) {
            HttpResponse<String> answer = post("/services/jobs", type, attached);
            assertThat(answer.statusCode()).as(type).isEqualTo(415);
            assertThat(answer.body()).contains("no attachments");
        }
        for (String page : List.of("/login", "/ui/drafts")) {
            assertThat(post(page, "multipart/form-data; boundary=" + BOUNDARY, attached)
                            .statusCode())
                    .as(page)
                    .isBetween(300, 499);
        }
        assertThat(post("/services/jobs", "text/xml", WholeService.envelope("", "<s:list>" + LARGE + "</s:list>"))
                        .body())
                .contains("Fault");

        assertThat(below(system)).isEmpty();

        stop();
        assertThat(below(system)).isEmpty();
        assertThat(home.resolve("data/tmp/left")).doesNotExist();
    }

    private static List<Path> below(Path top) throws IOException {
        try (Stream<Path> tree = Files.walk(top)) {
            return tree.filter(path -> !path.equals(top)).toList();
        }
    }

    private static String part(String type, String content) {
        return "--" + BOUNDARY + "\r\nContent-Type: " + type + "\r\nContent-ID: <" + type + ">\r\n\r\n" + content
                + "\r\n";
    }

    private HttpResponse<String> post(String path, String type, String body) throws Exception {
        Properties profile = new Properties();
        profile.load(Files.newBufferedReader(home.resolve("profile")));
        HttpClient client = HttpClient.newBuilder()
                .sslContext(WholeService.trusting(home.resolve("ca.pem")))
                .build();
        String password = Files.readString(home.resolve("operator.password")).strip();
        return client.send(
                HttpRequest.newBuilder(
                                URI.create(profile.getProperty("endpoint")).resolve(path))
                        .header("Content-Type", type)
                        .header("Authorization", WholeService.basic("operator", password))
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
