package dev.slipway.gateway.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.RunPath;
import dev.slipway.request.ServiceQuery;
import dev.slipway.request.ServiceQuery.Answer;
import dev.slipway.request.ServiceQuery.AnswerForm;
import dev.slipway.request.ServiceQuery.Body;
import dev.slipway.request.ServiceQuery.Column;
import dev.slipway.request.ServiceQuery.Form;
import dev.slipway.request.ServiceQuery.Origin;
import dev.slipway.request.SqlExtract.ParameterRows;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;

/** Tests queries to a SOAP service in XML, one for each row of a file, and answers that are malformed. */
class SoapQueryTest extends QueryContract {
    private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";
    private static final String ENVELOPE = "<?xml version='1.0' encoding='ISO-8859-1'?>\n<s:Envelope xmlns:s='" + SOAP
            + "'><s:Body><q:find xmlns:q='urn:q' from='?'><q:below> ? </q:below></q:find></s:Body></s:Envelope>";
    private static final String ROWS = "/Envelope/Body/found/row";

    @Override
    protected GatewayTestBed open() throws Exception {
        GatewayTestBed opened = super.open();
        opened.write("asks.csv", "below,from\n7000,0\n7000,7000\n" + rows() + ",7000\n");
        return opened;
    }

    @Override
    protected Set<String> inputs() {
        return Set.of("asks.csv");
    }

    @Override
    protected AnsweringSite.Answer answer(AnsweringSite.Question question) throws Exception {
        if (question.method().equals("HEAD")) {
            return new AnsweringSite.Answer(405, new byte[0]);
        }
        Element asked = asked(question);
        int from = Integer.parseInt(asked.getAttribute("from"));
        int below = Integer.parseInt(asked.getTextContent());
        return found(between(from, below).stream()
                .map(row -> "<row n='" + row[0] + "'><skip><text>no</text></skip><text>" + row[1] + "</text></row>")
                .collect(Collectors.joining("\n")));
    }

    private static Element asked(AnsweringSite.Question question) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        return (Element) factory.newDocumentBuilder()
                .parse(new ByteArrayInputStream(question.body().getBytes(StandardCharsets.UTF_8)))
                .getElementsByTagNameNS("urn:q", "find")
                .item(0);
    }

    private static AnsweringSite.Answer found(String rows) {
        return AnsweringSite.Answer.of("<?xml version='1.0'?><!-- x --><e:Envelope xmlns:e='" + SOAP
                + "'><e:Header/><e:Body><found xmlns='urn:q'><other/>" + rows
                + "</found></e:Body></e:Envelope>");
    }

    @Override
    protected StagingStep stepAt(String place, RunPath file, CreationFlag creation, Compression compression) {
        return step(
                place,
                Form.SOAP11,
                List.of(new Column("n", Origin.ANSWER, "@n"), new Column("text", Origin.ANSWER, "text")),
                file,
                creation,
                compression);
    }

    private static ServiceQuery step(
            String place,
            Form form,
            List<Column> columns,
            RunPath file,
            CreationFlag creation,
            Compression compression) {
        return new ServiceQuery(
                new StepHead.In("query", 2, file, creation, compression),
                place,
                "soap",
                Optional.of(new Body(form, ENVELOPE, Optional.of("urn:q#find"))),
                Optional.of(new ParameterRows(new RunPath("asks.csv"), List.of("from", "below"))),
                new Answer(AnswerForm.XML, ROWS, columns));
    }

    private ServiceQuery step(Form form, Column... columns) {
        return step(place(), form, List.of(columns), new RunPath("data.csv"), CreationFlag.OVERWRITE, Compression.NONE);
    }

    private static Column column(String at) {
        return new Column("v", Origin.ANSWER, at);
    }

    @Test
    void says_what_it_sends_in_the_way_of_each_version() throws Exception {
        bed.move(step(Form.SOAP11, column("text")));
        assertThat(site.asked()).hasSize(3).allSatisfy(question -> {
            assertThat(question.type()).isEqualTo("text/xml; charset=utf-8");
            assertThat(question.action()).isEqualTo("\"urn:q#find\"");
        });
        site.asked().clear();
        bed.move(step(Form.SOAP12, column("text")));
        assertThat(site.asked()).hasSize(3).allSatisfy(question -> {
            assertThat(question.type()).isEqualTo("application/soap+xml; charset=utf-8; action=\"urn:q#find\"");
            assertThat(question.action()).isNull();
        });
    }

    @Test
    void a_value_stays_one_value() throws Exception {
        List<String> hostile = List.of(
                "</q:below><q:admin/><q:below>",
                "' admin='true",
                "\"",
                "&amp;",
                "<!--",
                "]]>",
                "?",
                " x ",
                "東京 🏦",
                "a\nb\r\tc");
        bed.write(
                "asks.csv",
                hostile.stream()
                        .map(text -> '"' + text.replace("\"", "\"\"") + "\",\"" + text.replace("\"", "\"\"") + "\"\n")
                        .collect(Collectors.joining("", "below,from\n", "")));
        List<String> got = new ArrayList<>();
        site.answerBy(question -> {
            Element asked = asked(question);
            got.add(asked.getAttribute("from"));
            got.add(asked.getTextContent());
            assertThat(asked.getElementsByTagName("*").getLength()).isEqualTo(1);
            return found("");
        });

        bed.move(step(Form.SOAP11, column("text")));

        assertThat(got)
                .containsExactlyElementsOf(hostile.stream()
                        .flatMap(text -> List.of(text, text).stream())
                        .toList());
        assertThat(bed.text("data.csv")).isEqualTo("v\n");
        bed.write("asks.csv", "below,from\n1,\"\u0001\"\n");
        assertThat(bed.problemOf(step(Form.SOAP11, column("text")))).satisfies(problem -> {
            assertThat(problem.code()).isEqualTo(ProblemCode.PARAMETER_INVALID);
            assertThat(problem.message()).contains("line 2 of asks.csv", "parameter 1");
        });
    }

    @Test
    void null_is_nil_and_leaves_an_attribute_out() throws Exception {
        bed.write("asks.csv", "below,from\n,\n");
        site.answerBy(question -> {
            Element asked = asked(question);
            Element below = (Element) asked.getFirstChild();
            String nil = below.getAttributeNS("http://www.w3.org/2001/XMLSchema-instance", "nil");
            return found("<row>" + asked.hasAttribute("from") + nil + below.getTextContent() + "</row>");
        });

        bed.move(step(Form.SOAP11, column(".")));

        assertThat(bed.text("data.csv")).isEqualTo("v\nfalsetrue\n");
    }

    @Test
    void texts_come_with_all_their_characters_and_nil_is_null() throws Exception {
        bed.write("asks.csv", "below,from\n1,0\n");
        String nil = "xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:nil='true'";
        site.answerBy(question -> found("<row><a> 1&amp;<![CDATA[<2>]]> </a></row><row><a/></row><row/><row><a " + nil
                + "/></row><row><a>x<!-- y -->z</a><b><a>no</a></b></row>"));

        bed.move(step(Form.SOAP11, column("a"), new Column("w", Origin.PARAMETERS, "below")));

        assertThat(bed.text("data.csv")).isEqualTo("v,w\n 1&<2> ,1\n\"\",1\n,1\n,1\nxz,1\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<Envelope><Body><other/></Body></Envelope> | it has nothing at /Envelope/Body/found, on the way to",
                "<html/> | it has nothing at /Envelope, on the way to",
                "<Envelope><Body><found><row><a/><a/></row></found></Body></Envelope> | a row has a twice",
                "<Envelope><Body><found><row><a><b/></a></row></found></Body></Envelope> | is no single value",
                "<Envelope><Body><found><row><a>1</a></row></found></Body> | it is no XML that can be read",
                "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><Envelope>&e;</Envelope> | it has a DTD",
                "{} | it is no XML that can be read"
            })
    void an_answer_that_is_not_what_was_asked_for_is_refused(String answer, String words) throws Exception {
        site.answerBy(question -> AnsweringSite.Answer.of(answer));

        Problem problem = bed.problemOf(step(Form.SOAP11, column("a")));

        assertThat(problem.code()).isEqualTo(ProblemCode.SITE_ANSWER);
        assertThat(problem.message()).contains(place(), "soap for line 2 of asks.csv");
        assertThat(problem.detail()).contains(words);
        assertThat(left()).isEmpty();
    }

    @Test
    void a_fault_is_an_answer_in_the_services_own_words_and_a_broken_server_an_outage() throws Exception {
        String fault = "<e:Envelope xmlns:e='" + SOAP + "'><e:Body><e:Fault><faultcode>e:Client</faultcode>"
                + "<faultstring>no such\n day</faultstring></e:Fault></e:Body></e:Envelope>";
        site.answerBy(question -> new AnsweringSite.Answer(500, fault.getBytes(StandardCharsets.UTF_8)));
        Problem refused = bed.problemOf(step(Form.SOAP11, column("a")));
        assertThat(refused.code()).isEqualTo(ProblemCode.SITE_ANSWER);
        assertThat(refused.message()).contains("refuses with status 500");
        assertThat(refused.detail()).isEqualTo("no such\n day");
        site.answerBy(question -> new AnsweringSite.Answer(500, "<html>oops</html>".getBytes(StandardCharsets.UTF_8)));

        assertThat(bed.problemOf(step(Form.SOAP11, column("a"))).code()).isEqualTo(ProblemCode.SITE_UNREACHABLE);
        assertThat(Files.exists(bed.runFolder.resolve("data.csv"))).isFalse();
    }
}
