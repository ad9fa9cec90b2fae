package dev.slipway.service;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.slipway.document.DocumentSchemas;
import dev.slipway.service.soap.SoapService;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Tests calls that never reach the desk. */
class EndpointTest {
    private static final String TOKEN = "0123456789abcdefghjkmnpqrstvwxyz";

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
    void serves_its_wsdl_and_schema() throws Exception {
        HttpResponse<String> wsdl = ann.get(URI.create(server.address() + "?wsdl"));
        assertThat(wsdl.statusCode()).isEqualTo(200);
        assertThat(wsdl.body())
                .contains(
                        "urn:slipway:service:1",
                        "?xsd=jobs.xsd",
                        server.address().toString());

        HttpResponse<String> schema = ann.get(URI.create(server.address() + "?xsd=jobs.xsd"));
        assertThat(schema.statusCode()).isEqualTo(200);
        assertThat(schema.body()).contains("name=\"submitResponse\"");
    }

    @Test
    void knows_no_other_schema_and_does_not_call_that_an_internal_error() throws Exception {
        for (String query : new String[] {"?xsd=nope.xsd", "?xsd=../jobs.xsd", "?XSD=jobs.xsd", "?wsdl=nope", ""}) {
            HttpResponse<String> answer = ann.get(URI.create(server.address() + query));

            assertThat(answer.statusCode()).as(query).isEqualTo(404);
            assertThat(answer.body()).doesNotContain("reference", "Fault");
        }
        assertThat(ann.get(URI.create(server.address() + "?WSDL")).statusCode()).isEqualTo(200);
    }

    @Test
    void takes_calls_as_xml_only() throws Exception {
        String call = "<s:status><s:token>x</s:token></s:status>";
        for (String type : new String[] {
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data",
            "multipart/related;boundary=x",
            "text/xml;multipart/related;boundary=x",
            "text/xml;type=\"MultiPart/Related\";boundary=x",
            "text/xmlish"
        }) {
            assertThat(ann.callWith(call, "Content-Type", type).statusCode())
                    .as(type)
                    .isEqualTo(415);
        }
        assertThat(ann.callWith(call, "Accept", "text/xml").statusCode())
                .as("no type")
                .isEqualTo(415);
        assertThat(ann.callWith(call, "Content-Type", "Text/XML;charset=utf-8").body())
                .contains("job.unknown");
    }

    @Test
    void takes_no_call_from_a_page_of_another_site() throws Exception {
        String call = "<s:status><s:token>x</s:token></s:status>";

        assertThat(ann.callWith(call, "Content-Type", "text/xml", "Sec-Fetch-Site", "cross-site")
                        .statusCode())
                .isEqualTo(403);
        assertThat(ann.callWith(call, "Content-Type", "text/xml", "Sec-Fetch-Site", "same-origin")
                        .body())
                .contains("job.unknown");
    }

    @Test
    void shows_no_list_of_services() throws Exception {
        HttpResponse<String> answer = ann.get(server.address().resolve("/services"));

        assertThat(answer.body()).doesNotContain("jobs?wsdl");
    }

    @Test
    void refuses_a_wrong_password_before_anything_else() throws Exception {
        HttpResponse<String> answer =
                new SoapClient(server.address(), "ann", "wrong").call("<s:status><s:token>x</s:token></s:status>");

        assertThat(answer.statusCode()).isEqualTo(401);
    }

    @Test
    void judges_a_document_without_a_fault() throws Exception {
        String document = Base64.getEncoder().encodeToString("<a>\n<b></a>".getBytes(StandardCharsets.UTF_8));

        HttpResponse<String> answer = ann.call("<s:validate><s:document>" + document + "</s:document></s:validate>");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("valid>false<", "document.malformed", "line>2<");
    }

    @Test
    void refuses_a_bad_document_with_every_problem_in_the_fault() throws Exception {
        String text = "<JobDefinition xmlns='http://schemas.ggf.org/jsdl/2005/11/jsdl'><JobDescription><Application/>"
                + "<Nonsense/></JobDescription></JobDefinition>";
        String document = Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));

        HttpResponse<String> answer = ann.call("<s:submit><s:document>" + document + "</s:document></s:submit>");

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body())
                .contains("document.invalid", "choosing a program", "jsdl:Nonsense", "exitStatus>10<", "hint>")
                .contains("faultcode>soap:Client<");
    }

    @Test
    void names_no_line_of_a_document_that_stands_in_its_call_as_xml() throws Exception {
        String inline =
                "<s:inline><j:JobDefinition xmlns:j='http://schemas.ggf.org/jsdl/2005/11/jsdl'><j:JobDescription>"
                        + "<j:Nonsense/></j:JobDescription></j:JobDefinition></s:inline>";

        assertThat(ann.call("<s:validate>" + inline + "</s:validate>").body())
                .contains("jsdl:Nonsense", "line>0<", "column>0<")
                .doesNotContainPattern("line>[1-9]");
        assertThat(ann.call("<s:submit>" + inline + "</s:submit>").body())
                .contains("jsdl:Nonsense", "line>0<")
                .doesNotContainPattern("line>[1-9]|line [0-9]|column [0-9]");
    }

    @Test
    void refuses_what_is_not_offered_with_a_code_of_its_own() throws Exception {
        String text =
                "<JobDefinition xmlns='http://schemas.ggf.org/jsdl/2005/11/jsdl'><JobDescription/></JobDefinition>";
        String document = Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));

        assertThat(ann.call("<s:submit><s:document>" + document + "</s:document></s:submit>")
                        .body())
                .contains("code>document.not-offered<", "a job without a program", "exitStatus>10<");
        assertThat(ann.call("<s:validate><s:document>" + document + "</s:document></s:validate>")
                        .body())
                .contains("valid>false<", "code>document.not-offered<", "severity>ERROR<");
    }

    @Test
    void publishes_the_schemas_of_job_documents_and_no_other_file() throws Exception {
        for (String file : DocumentSchemas.files()) {
            HttpResponse<String> answer = ann.get(server.address().resolve("/services/schemas/" + file));
            assertThat(answer.statusCode()).as(file).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type")).as(file).contains("application/xml");
            assertThat(answer.body()).as(file).startsWith("<?xml version");
        }
        for (String file : new String[] {"package-info.class", "jobs.xsd"}) {
            assertThat(ann.get(server.address().resolve("/services/schemas/" + file))
                            .statusCode())
                    .as(file)
                    .isEqualTo(404);
        }
        for (String list : new String[] {"/services/schemas", "/services/schemas/"}) {
            HttpResponse<String> answer = ann.get(server.address().resolve(list));
            assertThat(answer.statusCode()).as(list).isEqualTo(200);
            assertThat(answer.body().lines()).as(list).containsExactlyElementsOf(DocumentSchemas.files());
        }
    }

    @Test
    void reports_a_malformed_token_as_an_unknown_job() throws Exception {
        HttpResponse<String> answer = ann.call("<s:status><s:token>nonsense</s:token></s:status>");

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body())
                .contains("job.unknown", "exitStatus>22<", "faultcode>soap:Client<")
                .doesNotContain("job>nonsense");
    }

    @Test
    void hides_an_internal_exception_behind_a_reference() throws Exception {
        HttpResponse<String> answer = ann.call("<s:status><s:token>" + TOKEN + "</s:token></s:status>");

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body())
                .contains(
                        "internal error, reference ", "exitStatus>70<", "job>" + TOKEN + "<", "faultcode>soap:Server<")
                .doesNotContain("NullPointer", "desk", "Exception");
    }

    @Test
    void faults_on_xml_that_is_not_well_formed() throws Exception {
        refused(ann.call("<s:status><s:token>"), "call.invalid");
        refused(ann.post(new byte[0]), "call.invalid");
        refused(ann.post("not xml".getBytes(StandardCharsets.UTF_8)), "call.invalid");
        refused(ann.post(new byte[] {(byte) 0xff, (byte) 0xfe, 0x3c, 0x00, 0x00}), "call.invalid");
    }

    @Test
    void faults_on_envelopes_that_lack_something_and_blames_the_caller() throws Exception {
        String right = SoapClient.envelope("<s:status><s:token>x</s:token></s:status>");
        for (String envelope : new String[] {
            SoapClient.envelope(""),
            right.replaceFirst("(?s)<([^<>]*)Body>.*Body>", ""),
            right.replace("Body>", "Other>"),
            right.replace("Body>", "Body><![CDATA[")
        }) {
            HttpResponse<String> answer = ann.post(envelope.getBytes(StandardCharsets.UTF_8));

            refused(answer, "call.invalid");
            assertThat(answer.body()).as(envelope).doesNotContain("internal", "Exception", "wstx");
        }
        String call = "<s:status><s:token>x</s:token></s:status>";
        refused(ann.callWith(call, "Content-Type", "text/xml", "SOAPAction", "\"urn:nothing\""), "call.invalid");
    }

    @Test
    void a_callers_mistake_is_no_error_of_the_log() throws Exception {
        Logger all = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
        ListAppender<ILoggingEvent> heard = new ListAppender<>();
        heard.start();
        all.addAppender(heard);
        try {
            refused(ann.call(""), "call.invalid");
            assertThat(ann.call("").body()).contains("its body names no operation");
            refused(ann.call("<s:explode/>"), "call.invalid");
            refused(ann.call("<s:validate><s:document>!</s:document></s:validate>"), "call.invalid");
            refused(ann.call("<s:submit/>"), "call.invalid");
        } finally {
            all.detachAppender(heard);
        }
        assertThat(heard.list)
                .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .isEmpty();
    }

    @Test
    void takes_no_encoding_that_it_does_not_know() throws Exception {
        String call = "<s:status><s:token>x</s:token></s:status>";
        for (String encoding : new String[] {"nowhere", "UTF-8 folded: x", "-"}) {
            assertThat(ann.callWith(call, "Content-Type", "text/xml;charset=" + encoding)
                            .statusCode())
                    .as(encoding)
                    .isEqualTo(415);
        }
    }

    @Test
    void faults_on_a_dtd_and_expands_nothing() throws Exception {
        String bomb = "<!DOCTYPE e [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;\">"
                + "<!ENTITY x SYSTEM \"file:///etc/passwd\">]>"
                + SoapClient.envelope("<s:status><s:token>&b;&x;</s:token></s:status>");

        HttpResponse<String> answer = ann.post(bomb.getBytes(StandardCharsets.UTF_8));

        refused(answer, "call.invalid");
        assertThat(answer.body()).doesNotContain("root:", "aaaaaaaaaa");
    }

    @Test
    void faults_on_an_unknown_operation_and_on_unknown_fields() throws Exception {
        refused(ann.call("<s:explode/>"), "call.invalid");
        refused(ann.call("<s:status><s:token>x</s:token><s:more/></s:status>"), "call.invalid");
        refused(ann.call("<s:list><s:offset>many</s:offset><s:limit>1</s:limit></s:list>"), "call.invalid");
    }

    @Test
    void faults_on_a_status_call_that_is_not_one_token() throws Exception {
        String token = "<s:token>" + TOKEN + "</s:token>";
        for (String call : new String[] {
            "<s:status/>",
            "<s:status>" + token + token + "</s:status>",
            "<s:status>" + token + "<s:name>x</s:name></s:status>",
            "<s:status>" + token + "<x/></s:status>",
            "<s:status><token>" + TOKEN + "</token></s:status>",
            "<s:status><s:token><x/></s:token></s:status>",
            "<s:status>" + token + "</s:status><s:status>" + token + "</s:status>"
        }) {
            HttpResponse<String> answer = ann.call(call);
            assertThat(answer.body()).as(call).contains("call.invalid").doesNotContain("Unmarshalling");
        }
    }

    @Test
    void faults_on_a_negative_offset_limit_and_length_and_names_the_value() throws Exception {
        String token = "<s:token>" + TOKEN + "</s:token>";
        for (String call : new String[] {
            "<s:list><s:offset>-1</s:offset><s:limit>1</s:limit></s:list>",
            "<s:list><s:offset>0</s:offset><s:limit>-1</s:limit></s:list>",
            "<s:operations><s:offset>-1</s:offset><s:limit>1</s:limit></s:operations>",
            "<s:output>" + token + "<s:stream>stdout</s:stream><s:offset>-1</s:offset><s:limit>1</s:limit></s:output>",
            "<s:download>" + token + "<s:name>pnl</s:name><s:offset>0</s:offset><s:limit>-1</s:limit></s:download>"
        }) {
            HttpResponse<String> answer = ann.call(call);
            refused(answer, "call.invalid");
            assertThat(answer.body()).as(call).contains("'-1'").doesNotContain("cvc-", "Unmarshalling");
        }
    }

    @Test
    @Timeout(300)
    void faults_on_depth_attributes_and_elements_without_end() throws Exception {
        refused(ann.call("<x>".repeat(100_000)), "call.invalid");
        StringBuilder attributes = new StringBuilder("<s:status ");
        for (int i = 0; i < 200_000; i++) {
            attributes.append('a').append(i).append("='' ");
        }
        refused(ann.call(attributes + "/>"), "call.invalid");
        refused(ann.call("<s:status>" + "<s:token/>".repeat(200_000) + "</s:status>"), "call.invalid");
    }

    @Test
    void faults_on_names_that_all_have_one_hash_instead_of_searching_among_them() throws Exception {
        StringBuilder names = new StringBuilder();
        for (int i = 0; i < 16_000; i++) {
            names.append('<');
            for (int bit = 0; bit < 14; bit++) {
                names.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            names.append("/>");
        }
        String call = "<soap:Envelope xmlns:soap='http://schemas.xmlsoap.org/soap/envelope/'><soap:Header>" + names
                + "</soap:Header><soap:Body/></soap:Envelope>";
        HttpResponse<String> answer = ann.post(call.getBytes(StandardCharsets.UTF_8));

        refused(answer, "call.invalid");
        assertThat(answer.body()).contains("more than 2000 different names");
    }

    @Test
    void cuts_off_a_body_beyond_the_limit_declared_or_not() throws Exception {
        byte[] large = new byte[SoapService.MAX_BODY + 1];
        java.util.Arrays.fill(large, (byte) ' ');

        assertThat(ann.announce(large.length)).startsWith("HTTP/1.1 413");
        refused(
                ann.post(HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large))),
                "call.invalid");
        assertThat(ann.call("<s:status><s:token>x</s:token></s:status>").body()).contains("job.unknown");
    }

    private static void refused(HttpResponse<String> answer, String code) {
        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body())
                .contains("Fault>", "code>" + code + "<", "hint>")
                .doesNotContain("at org.", "at com.");
    }
}
