package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests which multipart bodies are accepted, because such bodies stay in memory. */
@Timeout(300)
class UploadPagesTest {
    private static Site site;

    @BeforeAll
    static void start(@TempDir Path folder) {
        site = new Site(folder);
    }

    @AfterAll
    static void stop() {
        site.close();
    }

    /** Sends an upload that arrives at an unknown time. */
    private record Slow(Socket connection, String text) {
        static Slow of(Visitor visitor) throws IOException {
            String text = document(visitor);
            return new Slow(visitor.announceParts("/ui/drafts", text.length()), text);
        }

        String end() throws IOException {
            try (connection) {
                connection.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
                byte[] answer = connection.getInputStream().readAllBytes();
                return new String(answer, StandardCharsets.UTF_8).split(" ")[1];
            }
        }
    }

    private static String document(Visitor visitor) {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("_csrf", Visitor.csrf(visitor.get("/ui/drafts")));
        form.put("from", "document");
        form.put("document", "@no-document.xml");
        return Visitor.parts(form);
    }

    private static HttpResponse<String> sendDocument(Visitor visitor) {
        return visitor.sendParts("/ui/drafts", BodyPublishers.ofString(document(visitor)));
    }

    @Test
    void one_user_sends_two_files_at_once_and_others_send_theirs_meanwhile() throws IOException {
        Visitor ada = site.signedIn("ada");
        List<Slow> slow = new ArrayList<>(List.of(Slow.of(ada), Slow.of(ada)));
        HttpResponse<String> refused = sendDocument(ada);
        while (refused.statusCode() != 503) {
            assertThat(refused.statusCode())
                    .as("those before are not there yet")
                    .isEqualTo(200);
            refused = sendDocument(ada);
        }

        assertThat(refused.headers().firstValue("Retry-After")).hasValue("5");
        assertThat(refused.headers().firstValue("Content-Security-Policy")).isPresent();
        assertThat(Page.of(refused).heading()).isEqualTo("The service is busy receiving other files.");
        assertThat(Page.of(refused).texts(".hint")).singleElement().asString().endsWith("send it again.");
        assertThat(sendDocument(site.signedIn("bob")).statusCode()).isEqualTo(200);
        for (Slow one : slow) {
            assertThat(one.end()).isEqualTo("200");
        }
        assertThat(sendDocument(ada).statusCode()).isEqualTo(200);
    }

    @Test
    void parts_are_for_the_pages_that_take_files() {
        Visitor ada = site.signedIn("ada");
        String parts = document(ada);

        for (String path : List.of("/ui/jobs", "/ui/drafts/x", "/ui/drafts/x/steps/0", "/login", "/ui/drafts/")) {
            assertThat(ada.sendParts(path, BodyPublishers.ofString(parts)).statusCode())
                    .as(path)
                    .isEqualTo(415);
        }
        assertThat(site.visitor()
                        .sendParts("/ui/drafts", BodyPublishers.ofString(parts))
                        .statusCode())
                .isEqualTo(302);
    }

    @Test
    void a_body_whose_length_nobody_tells_is_not_begun() {
        Visitor ada = site.signedIn("ada");
        byte[] parts = document(ada).getBytes(StandardCharsets.US_ASCII);

        HttpResponse<String> answer =
                ada.sendParts("/ui/drafts", BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(parts)));

        assertThat(answer.statusCode()).isEqualTo(411);
    }
}
