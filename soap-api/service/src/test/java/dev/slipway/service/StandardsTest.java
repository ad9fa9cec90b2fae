package dev.slipway.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the answers of SOAP 1.1 and HTTP to calls that break their rules. */
class StandardsTest {
    private static final String CALL = "<s:explain><s:token>x</s:token></s:explain>";

    @TempDir
    static Path folder;

    private static JobsServer server;
    private static SoapClient ann;

    @BeforeAll
    static void start() throws Exception {
        server = JobsServer.withoutDesks(folder);
        ann = new SoapClient(server.address(), "ann", "ann-pw");
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @Test
    void a_header_that_must_be_understood_and_is_not_gets_the_fault_of_soap_without_a_detail() throws Exception {
        String header =
                "<e:Header><o:Transaction xmlns:o='urn:others' e:mustUnderstand='%s'>5</o:Transaction></e:Header>";

        String refused = post("text/xml", withHeader(header.formatted("1"))).body();
        assertThat(refused)
                .contains("faultcode>soap:MustUnderstand<", "urn:others", "Transaction")
                .doesNotContain("<detail");
        assertThat(post("text/xml", withHeader(header.formatted("0"))).body()).contains("job.unknown");
    }

    @Test
    void an_envelope_of_soap_1_2_gets_version_mismatch_by_its_own_content_type_and_by_that_of_soap_1_1()
            throws Exception {
        String envelope = SoapClient.envelope(CALL)
                .replace("http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope");
        for (String type : List.of("text/xml; charset=UTF-8", "application/soap+xml; charset=UTF-8")) {
            HttpResponse<String> answer = post(type, envelope.getBytes(StandardCharsets.UTF_8));

            assertThat(answer.statusCode()).as(type).isEqualTo(500);
            assertThat(answer.headers().firstValue("Content-Type"))
                    .hasValueSatisfying(given -> assertThat(given).startsWith("text/xml"));
            assertThat(answer.body())
                    .contains("http://schemas.xmlsoap.org/soap/envelope/", "faultcode>soap:VersionMismatch<")
                    .contains("code>call.invalid<", "its envelope is not that of SOAP 1.1");
        }
        assertThat(post("text/xml", envelope.replace("2003/05", "2099/01").getBytes(StandardCharsets.UTF_8))
                        .body())
                .contains("faultcode>soap:VersionMismatch<");
    }

    @Test
    void a_packed_body_is_refused_and_told_how_to_come() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(SoapClient.envelope(CALL).getBytes(StandardCharsets.UTF_8));
        }
        HttpResponse<String> answer = post("text/xml", packed.toByteArray(), "Content-Encoding", "gzip");

        assertThat(answer.statusCode()).isEqualTo(415);
        assertThat(answer.headers().firstValue("Accept-Encoding")).contains("identity");
        assertThat(answer.body()).contains("without Content-Encoding");
        byte[] plain = SoapClient.envelope(CALL).getBytes(StandardCharsets.UTF_8);
        assertThat(post("text/xml", plain, "Content-Encoding", "identity").body())
                .contains("job.unknown");
    }

    @Test
    void any_other_method_is_told_which_there_are() throws Exception {
        URI schema = server.address().resolve("/services/schemas/jsdl.xsd");
        for (String method : List.of("PUT", "DELETE", "OPTIONS", "PATCH")) {
            HttpResponse<String> answer = ann.ask(method, server.address());
            assertThat(answer.statusCode()).as(method).isEqualTo(405);
            assertThat(answer.headers().firstValue("Allow")).as(method).contains("GET, HEAD, POST");
            assertThat(ann.ask(method, schema).headers().firstValue("Allow"))
                    .as(method)
                    .contains("GET, HEAD");
        }
        assertThat(ann.ask("POST", schema).statusCode()).isEqualTo(405);
    }

    @Test
    void a_head_is_answered_as_the_get_would_be_but_for_the_body() throws Exception {
        for (String address : List.of("/services/jobs?wsdl", "/services/schemas/jsdl.xsd", "/services/jobs?xsd=nope")) {
            URI uri = server.address().resolve(address);
            HttpResponse<String> get = ann.ask("GET", uri);
            HttpResponse<String> head = ann.ask("HEAD", uri);

            assertThat(head.statusCode()).as(address).isEqualTo(get.statusCode());
            assertThat(head.headers().firstValue("Content-Type"))
                    .as(address)
                    .isPresent()
                    .isEqualTo(get.headers().firstValue("Content-Type"));
            assertThat(head.body()).as(address).isEmpty();
        }
    }

    @Test
    void a_call_that_does_not_fit_is_told_at_which_element_and_in_which_line() throws Exception {
        assertThat(ann.call("\n<s:list>\n<s:offset>many</s:offset>\n<s:limit>1</s:limit></s:list>")
                        .body())
                .contains("many", "(element offset in line 3)");
        assertThat(ann.call("<s:list><s:offset>0</s:offset>\n<s:limit>1</s:limit>\n\n<s:more/></s:list>")
                        .body())
                .contains("(element more in line 4)");
        assertThat(ann.call("<s:output>\n<s:token>x</s:token>\n</s:output>").body())
                .contains("(element output in line 3)");
        assertThat(ann.call("\n<s:explode/>").body()).contains("(element explode in line 2)");
    }

    private static byte[] withHeader(String header) {
        return SoapClient.envelope(CALL)
                .replace("<e:Body>", header + "<e:Body>")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static HttpResponse<String> post(String type, byte[] body, String... headers)
            throws IOException, InterruptedException {
        String pair = Base64.getEncoder().encodeToString("ann:ann-pw".getBytes(StandardCharsets.UTF_8));
        HttpRequest.Builder request = HttpRequest.newBuilder(server.address())
                .header("Authorization", "Basic " + pair)
                .header("Content-Type", type);
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HttpClient.newHttpClient()
                .send(
                        request.POST(HttpRequest.BodyPublishers.ofByteArray(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }
}
