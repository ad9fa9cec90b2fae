package dev.slipway.journal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.JobEvent;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.Credential;
import dev.slipway.request.FilePattern;
import dev.slipway.request.FolderCopy;
import dev.slipway.request.HttpFetch;
import dev.slipway.request.InlineData;
import dev.slipway.request.Place;
import dev.slipway.request.RunPath;
import dev.slipway.request.ServiceQuery;
import dev.slipway.request.SheetExtract;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SqlExtract.ParameterRows;
import dev.slipway.request.SqlStore;
import dev.slipway.request.SqlStore.StoreParameter;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.request.StepKinds;
import dev.slipway.request.UploadFetch;
import dev.slipway.testbed.JobRequests;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Tests that steps are stored as by versions in which each kind of step held the values of the head itself. */
class KeptStepsTest {
    private static final String DIGEST = "0f".repeat(32);
    private static final RunPath FILE = new RunPath("data.csv");
    private static final RunPath IDS = new RunPath("ids.csv");
    private static final Optional<ParameterRows> ROWS = Optional.of(new ParameterRows(IDS, List.of("x", "y")));
    private static final Optional<Credential> LOGIN = Optional.of(new Credential("doej", "sealed-canary"));
    private static final Optional<FilePattern> MATCH = Optional.of(new FilePattern("*/{a,b}.csv"));

    private static StepHead.In in(String name, int group) {
        return new StepHead.In(name, group, FILE, CreationFlag.APPEND, Compression.BGZF);
    }

    private static final List<StagingStep> IN = List.of(
            new SqlExtract(in("extract", 1), "risk", "SELECT 1", ROWS),
            new SshFetch(in("fetch", 2), "quotes", "/a/b", LOGIN, MATCH, true),
            new UploadFetch(in("upload", 3), DIGEST),
            new HttpFetch(in("get", 4), "rates", "/a?b", Optional.of(DIGEST)),
            new FolderCopy(in("copy", 5), "shared", "a/b"),
            new InlineData(
                    new StepHead.In("inline", 6, FILE, CreationFlag.DONT_OVERWRITE, Compression.BGZF),
                    InlineData.Encoding.BASE64,
                    "AAEC"),
            new ServiceQuery(
                    in("ask", 7),
                    "rates",
                    "a?b=?",
                    Optional.of(new ServiceQuery.Body(ServiceQuery.Form.SOAP12, "<a>?</a>", Optional.of("urn:q"))),
                    ROWS,
                    new ServiceQuery.Answer(
                            ServiceQuery.AnswerForm.XML,
                            "/a/b",
                            List.of(
                                    new ServiceQuery.Column("c", ServiceQuery.Origin.ANSWER, "@c"),
                                    new ServiceQuery.Column("x", ServiceQuery.Origin.PARAMETERS, "x")))),
            new SheetExtract(in("sheet", 8), IDS, Optional.of("Rates"), "A1:D200"));

    private static final List<StagingStep> OUT = List.of(
            new SqlStore(
                    new StepHead.Out("store", 1, FILE, true),
                    "risk",
                    "INSERT INTO t VALUES (?, ?)",
                    List.of(new StoreParameter.Column("x"), new StoreParameter.Token())),
            new SshDeliver(new StepHead.Out("deliver", 2, FILE, true), "quotes", "/out", LOGIN, MATCH, true));

    private static String kept() throws IOException {
        try (InputStream text = KeptStepsTest.class.getResourceAsStream("kept-steps.json")) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static JobEvent.Accepted read(EventCodec codec, String text) {
        return (JobEvent.Accepted) codec.read("ACCEPTED", text);
    }

    @Test
    void reads_each_kind_of_step_as_it_was_stored() throws IOException {
        JobEvent.Accepted event = read(new EventCodec(), kept());

        assertThat(event.request().stageIn()).isEqualTo(IN);
        assertThat(event.request().stageOut()).isEqualTo(OUT);
        assertThat(event.request().steps().map(StagingStep::getClass))
                .containsExactlyInAnyOrderElementsOf(StepKinds.byName().values());
    }

    @Test
    void stores_each_kind_of_step_with_the_same_values() throws IOException {
        EventCodec codec = new EventCodec();
        JsonMapper json = new JsonMapper();

        assertThat(json.readTree(codec.write(read(codec, kept())))).isEqualTo(json.readTree(kept()));
    }

    /** A kind of step of this test alone. */
    record TapeFetch(StepHead.In head, String tape) implements StagingStep {
        @Override
        public Place place() {
            return new Place.Own();
        }
    }

    @Test
    void keeps_a_new_kind_of_step_by_its_record_and_its_name_alone() {
        EventCodec codec = new EventCodec(Map.of("tape-fetch", TapeFetch.class));
        TapeFetch step = new TapeFetch(in("tape", 1), "A0001");
        String text = codec.write(new JobEvent.Accepted(
                1,
                "ann",
                "local",
                "small",
                DIGEST,
                JobRequests.request(List.of(step), List.of()),
                Optional.empty(),
                Optional.empty()));

        assertThat(text).contains("{\"kind\":\"tape-fetch\"", "\"name\":\"tape\"", "\"tape\":\"A0001\"");
        assertThat(read(codec, text).request().stageIn()).containsExactly(step);
    }
}
