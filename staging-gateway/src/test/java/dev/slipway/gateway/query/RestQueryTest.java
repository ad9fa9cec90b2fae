package dev.slipway.gateway.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.http.HttpSite;
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
import dev.slipway.staging.StepLook;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Tests queries to a REST service in JSON, by URL and by body, and answers that are malformed. */
class RestQueryTest extends QueryContract {
    private static final RunPath FILE = new RunPath("data.csv");

    /** Texts that would be more than a text where they are pasted. */
    private static final List<String> HOSTILE = List.of(
            "1&admin=true",
            "a=b;c",
            "#x",
            "%26%3D",
            "USD/EUR",
            "../../up",
            "a b+c",
            "\",\"admin\":true,\"x\":\"",
            "\\",
            "{}",
            "?",
            "?number",
            "null",
            "東京 🏦",
            "line\nbreak\ttab");

    @Override
    protected AnsweringSite.Answer answer(AnsweringSite.Question question) {
        String rows = between(0, rows()).stream()
                .map(row -> "{\"text\": \"" + row[1] + "\", \"more\": {\"a\": [1, {}]}, \"n\": " + row[0] + "}")
                .collect(Collectors.joining(",\n"));
        return AnsweringSite.Answer.of("{\"before\": {\"rows\": [1]}, \"result\": {\"count\": " + rows()
                + ", \"rows\": [" + rows + "]}, \"after\": null}");
    }

    @Override
    protected StagingStep stepAt(String place, RunPath file, CreationFlag creation, Compression compression) {
        return new ServiceQuery(
                new StepHead.In("query", 2, file, creation, compression),
                place,
                "curves?day=1",
                Optional.empty(),
                Optional.empty(),
                new Answer(AnswerForm.JSON, "/result/rows", columns("n", "text")));
    }

    private static List<Column> columns(String... names) {
        return Arrays.stream(names)
                .map(name -> new Column(name, Origin.ANSWER, name))
                .toList();
    }

    private ServiceQuery query(String path, Optional<Body> body, String rows, Column... columns) {
        boolean bound = path.contains("=?")
                || body.map(text -> text.text().contains("\"?")).orElse(false);
        return new ServiceQuery(
                new StepHead.In("query", 2, FILE),
                place(),
                path,
                body,
                bound ? Optional.of(new ParameterRows(new RunPath("asks.csv"), List.of("value"))) : Optional.empty(),
                new Answer(AnswerForm.JSON, rows, List.of(columns)));
    }

    private static Column column(String name, String at) {
        return new Column(name, Origin.ANSWER, at);
    }

    private static Optional<Body> json(String text) {
        return Optional.of(new Body(Form.JSON, text, Optional.empty()));
    }

    private void answers(String text) {
        site.answerBy(question -> AnsweringSite.Answer.of(text));
    }

    private static String quoted(String text) {
        return text.chars().mapToObj(c -> String.format("\\u%04x", c)).collect(Collectors.joining("", "\"", "\""));
    }

    private void asks(List<String> values) throws Exception {
        bed.write(
                "asks.csv",
                values.stream()
                        .map(value -> '"' + value.replace("\"", "\"\"") + "\",1\n")
                        .collect(Collectors.joining("", "value,other\n", "")));
    }

    /** Requires that the file holds the values that the service received, which are the values of the question. */
    private void comesBack(ServiceQuery step) throws Exception {
        asks(HOSTILE);

        bed.move(step);

        assertThat(site.asked()).hasSize(HOSTILE.size());
        try (var file = Files.newInputStream(bed.runFolder.resolve("data.csv"));
                var csv = new dev.slipway.gateway.files.CsvReader(file)) {
            assertThat(csv.next().values()).containsExactly("got", "members", "asked");
            for (String value : HOSTILE) {
                assertThat(csv.next().values()).containsExactly(value, "2", value);
            }
            assertThat(csv.next()).isNull();
        }
    }

    private static Column[] got() {
        return new Column[] {
            column("got", "got"), column("members", "members"), new Column("asked", Origin.PARAMETERS, "value")
        };
    }

    @Test
    void a_value_in_the_url_stays_one_value() throws Exception {
        site.answerBy(question -> {
            String[] pairs = question.uri().getRawQuery().split("&");
            String value = pairs[1].substring("isin=".length());
            return AnsweringSite.Answer.of("{\"got\": " + quoted(URLDecoder.decode(value, StandardCharsets.UTF_8))
                    + ", \"members\": " + pairs.length + "}");
        });

        comesBack(query("find?fix=%20&isin=?", Optional.empty(), "", got()));

        assertThat(site.asked()).allSatisfy(question -> {
            assertThat(question.method()).isEqualTo("GET");
            assertThat(question.uri().getRawPath()).isEqualTo("/v1/find");
            assertThat(question.uri().getRawQuery()).startsWith("fix=%20&isin=");
        });
    }

    @Test
    void a_value_in_a_json_body_stays_one_value() throws Exception {
        site.answerBy(question -> {
            int members = 0;
            String value = null;
            try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), question.body())) {
                for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                    members += token == JsonToken.PROPERTY_NAME ? 1 : 0;
                    value = token == JsonToken.VALUE_STRING
                                    && json.currentName().equals("isin")
                            ? json.getString()
                            : value;
                }
            }
            return AnsweringSite.Answer.of("{\"got\": " + quoted(value) + ", \"members\": " + members + "}");
        });

        comesBack(query("find", json("{\"isin\": \"?\", \"max\": 10}"), "", got()));

        assertThat(site.asked()).allSatisfy(question -> {
            assertThat(question.method()).isEqualTo("POST");
            assertThat(question.type()).isEqualTo("application/json");
        });
    }

    @Test
    void numbers_truths_and_null_are_sent_as_such_and_nothing_else_in_their_place() throws Exception {
        answers("[]");
        ServiceQuery number = query("a", json("[\"?number\"]"), "", columns("n").get(0));
        bed.write("asks.csv", "value\n1.50\n-2e10\n\"\"\n");
        assertThat(bed.problemOf(number)).satisfies(problem -> {
            assertThat(problem.code()).isEqualTo(ProblemCode.PARAMETER_INVALID);
            assertThat(problem.message()).contains("line 4 of asks.csv", "parameter 1");
            assertThat(problem.detail()).isEqualTo("it is no number as JSON writes it");
        });
        assertThat(site.asked()).extracting(AnsweringSite.Question::body).containsExactly("[1.50]", "[-2e10]");
        site.asked().clear();
        bed.write("asks.csv", "value\ntrue\n\"1, \"\"x\"\": 2\"\n");
        bed.problemOf(query("a", json("{\"b\": \"?boolean\"}"), "", columns("n").get(0)));
        assertThat(site.asked()).extracting(AnsweringSite.Question::body).containsExactly("{\"b\":true}");
        site.asked().clear();
        // A row of two columns, because a NULL in a single column would be an empty line.
        bed.write("asks.csv", "other,value\nx,\n");
        bed.move(query("a", json("{\"b\": \"?\"}"), "", columns("n").get(0)));
        bed.move(query("a?x=1&b=?", Optional.empty(), "", columns("n").get(0)));
        assertThat(site.asked()).extracting(AnsweringSite.Question::body).containsExactly("{\"b\":null}", "");
        assertThat(site.asked().get(1).uri().getRawQuery()).isEqualTo("x=1");
    }

    @Test
    void values_come_as_they_are_written_and_what_is_absent_is_null() throws Exception {
        answers("{\"a/b\": [{\"id\": 1.10, \"q\": {\"bid\": 1e400, \"ok\": true}, \"l\": [7, 8]},"
                + " {\"id\": null, \"q\": {}}, {\"id\": \"\", \"q\": null, \"l\": [\"x,\\\"y\\\"\\n\"]}]}");

        bed.move(query(
                "a",
                Optional.empty(),
                "/a~1b",
                column("id", "id"),
                column("bid", "q/bid"),
                column("ok", "q/ok"),
                column("first", "l/0")));

        assertThat(bed.text("data.csv"))
                .isEqualTo("id,bid,ok,first\n1.10,1e400,true,7\n,,,\n\"\",,,\"x,\"\"y\"\"\n\"\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[1, 2] | '' | .",
                "[] | '' | .",
                "null | '' | .",
                "{\"a\": {\"b\": []}} | /a/b | .",
                "{\"a\": [[3], [4]]} | /a | 0"
            })
    void rows_may_be_none_or_no_objects(String answer, String rows, String at) throws Exception {
        answers(answer);

        bed.move(query("a", Optional.empty(), rows, column("n", at)));

        assertThat(bed.text("data.csv"))
                .isEqualTo("n\n" + answer.replaceAll("\\D+", " ").strip().replaceAll("(\\d) ?", "$1\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"a\": 1} | it has nothing at \"/rows\"",
                "{\"rows\": 1} | it has no array and no object at",
                "{\"rows\": [{\"n\": 1}, {\"n\": {}}]} | what it has at n of a row is no single value",
                "{\"rows\": [{\"n\": 1, \"n\": 2}]} | a row has n twice",
                "{\"rows\": [1]} | a row is a single value, and no column takes it",
                "{\"rows\": [{\"n\": \"\\u0000\"}]} | a NUL",
                "{\"rows\": [{\"n\": \"\\ud800\"}]} | half of a character",
                "{\"rows\": [{\"n\": 1}] | it is no JSON that can be read",
                "{\"rows\": [{\"n\": 1}]} x | it is no JSON that can be read",
                "<rows/> | it is no JSON that can be read",
                "'' | it has nothing at"
            })
    void an_answer_that_is_not_what_was_asked_for_is_refused(String answer, String words) throws Exception {
        answers(answer.isEmpty() ? " " : answer);

        Problem problem =
                bed.problemOf(query("a", Optional.empty(), "/rows", columns("n").get(0)));

        assertThat(problem.code()).isEqualTo(ProblemCode.SITE_ANSWER);
        assertThat(problem.message()).contains(place(), ": a");
        assertThat(problem.detail()).contains(words);
        assertThat(left()).isEmpty();
    }

    @Test
    void what_a_parser_would_keep_is_bounded() throws Exception {
        for (String answer : List.of(
                "{\"rows\": [{\"n\": \"" + "x".repeat(1_100_000) + "\"}]}",
                "{\"rows\": " + "[".repeat(200) + "]".repeat(200) + "}",
                "{\"rows\": [{\"n\": " + "1".repeat(2_000) + "}]}",
                "{\"" + "x".repeat(100_000) + "\": 1, \"rows\": []}")) {
            answers(answer);
            assertThat(bed.problemOf(query(
                                    "a", Optional.empty(), "/rows", columns("n").get(0)))
                            .detail())
                    .containsIgnoringCase("exceeds the maximum");
        }
        site.answerBy(question -> new AnsweringSite.Answer(200, new byte[] {'"', (byte) 0xff, '"'}));
        assertThat(bed.problemOf(query("a", Optional.empty(), "", column("n", ".")))
                        .code())
                .isEqualTo(ProblemCode.SITE_ANSWER);
        assertThat(left()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "204, SITE_ANSWER",
        "302, SITE_ANSWER",
        "404, SITE_ANSWER",
        "401, SITE_REFUSED",
        "429, SITE_UNREACHABLE",
        "500, SITE_UNREACHABLE"
    })
    void a_status_has_its_code_and_names_the_row_and_no_value(int status, ProblemCode code) throws Exception {
        asks(List.of("first", "canary-31"));
        Path token = Files.writeString(folder.resolve("token"), "canary-32\n");
        bed.close();
        bed = at(AnsweringSite.base(site.port()), new HttpSite.Login.Bearer(token));
        site.answerBy(question -> question.uri().getRawQuery().endsWith("first")
                ? AnsweringSite.Answer.of("[]")
                : new AnsweringSite.Answer(status, new byte[0]));

        Problem problem = bed.problemOf(
                query("find?isin=?", Optional.empty(), "", columns("n").get(0)));

        assertThat(problem.code()).isEqualTo(code);
        assertThat(problem.message())
                .contains(place(), "find?isin=? for line 3 of asks.csv", "" + status)
                .doesNotContain("canary");
        assertThat(site.asked())
                .extracting(AnsweringSite.Question::authorization)
                .containsOnly("Bearer canary-32");
        assertThat(left()).containsExactly("asks.csv");
    }

    private StepLook looked(StagingStep step) throws InterruptedException {
        Map<StagingStep, StepLook> looks = new HashMap<>();
        bed.gateway.look(step.place(), List.of(step), GatewayTestBed.OWNER, looks::put);
        return looks.get(step);
    }

    @Test
    void nothing_is_sent_where_the_operator_allows_questions_by_url_only() throws Exception {
        answers("[]");
        bed.close();
        bed = at(AnsweringSite.base(site.port()), new HttpSite.Login.None(), false);

        StagingStep sending = query("a", json("{}"), "", columns("n").get(0));
        StagingStep asking = query("a", Optional.empty(), "", columns("n").get(0));

        Problem problem = bed.problemOf(sending);

        assertThat(problem.code()).isEqualTo(ProblemCode.SITE_REFUSED);
        assertThat(problem.detail()).contains("slipway.sites." + place() + ".posts");
        assertThat(looked(sending).problems()).containsExactly(problem);
        assertThat(looked(asking).problems()).isEmpty();
        assertThat(site.asked()).noneMatch(question -> question.method().equals("POST"));
        bed.move(asking);
    }

    @Test
    void a_query_and_its_rows_must_fit_before_anything_is_asked() throws Exception {
        bed.write("asks.csv", "value\n1\n");
        for (String body : List.of("{\"a\": \"?\"", "[] []", "{\"a\": 1, \"a\": \"?\"}")) {
            Problem problem =
                    bed.problemOf(query("a", json(body), "", columns("n").get(0)));
            assertThat(problem.code()).isEqualTo(ProblemCode.QUERY_INVALID);
            assertThat(problem.detail()).isNotEmpty();
            assertThat(looked(query("a", json(body), "", columns("n").get(0))).problems())
                    .containsExactly(problem);
        }
        ServiceQuery two = query("a?x=?&y=?", Optional.empty(), "", columns("n").get(0));
        assertThat(bed.problemOf(two).message()).contains("names 1 columns, its query has 2 parameters");
        ServiceQuery none = query("a", json("[\"?text\"]"), "", columns("n").get(0));
        assertThat(bed.problemOf(none).code()).isEqualTo(ProblemCode.QUERY_INVALID);
        bed.write("asks.csv", "other\n1\n");
        assertThat(bed.problemOf(query(
                                "a?x=?", Optional.empty(), "", columns("n").get(0)))
                        .message())
                .contains("line 1 of asks.csv has no column value");
        assertThat(site.asked()).isEmpty();
    }
}
