package dev.slipway.journal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.JobEvent;
import dev.slipway.job.JobToken;
import dev.slipway.request.ClusterChoice;
import dev.slipway.request.Compression;
import dev.slipway.request.CountRange;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.Credential;
import dev.slipway.request.DataContract;
import dev.slipway.request.FilePattern;
import dev.slipway.request.FolderCopy;
import dev.slipway.request.HttpFetch;
import dev.slipway.request.InlineData;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiFlavour;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.ResourceDemand;
import dev.slipway.request.RunLimits;
import dev.slipway.request.RunPath;
import dev.slipway.request.ServiceQuery;
import dev.slipway.request.SheetExtract;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.run.RunProgress;
import dev.slipway.run.RunReport;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.Streams;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests the stored form of events, also that of older versions. */
class EventCodecTest {
    private static final Optional<Credential> LOGIN = Optional.of(new Credential("doej", "sealed-canary"));

    private final EventCodec codec = new EventCodec();

    private static JobEvent.Accepted accepted(Optional<Credential> login) {
        return accepted(login, List.of(JobRequests.fetch("curve", 1).by(login)));
    }

    private static JobEvent.Accepted accepted(Optional<Credential> login, List<StagingStep> in) {
        JobRequest whole = JobRequests.whole();
        List<StagingStep> out = List.of(JobRequests.alwaysDeliver("log", 1).by(login));
        JobRequest request = new JobRequest(
                whole.name(),
                whole.description(),
                whole.submissionId(),
                whole.launch(),
                in,
                out,
                whole.results(),
                Map.of(),
                List.of());
        return new JobEvent.Accepted(
                1, "ann", "local", "small", "0".repeat(64), request, Optional.empty(), Optional.empty());
    }

    @Test
    void keeps_who_logs_in_and_how_it_is_sealed() {
        JobEvent event = accepted(LOGIN);

        assertThat(codec.read("ACCEPTED", codec.write(event))).isEqualTo(event);
        assertThat(event.toString()).contains("doej").doesNotContain("sealed-canary");
        assertThat(event.text()).doesNotContain("sealed-canary");
    }

    @Test
    void keeps_contracts_and_reads_requests_from_before_there_were_any() {
        JobEvent.Accepted free = accepted(Optional.empty());
        DataContract contract = new DataContract(
                List.of(new DataContract.Column("n", DataContract.Type.INTEGER, false)),
                Optional.of(1L),
                Optional.empty(),
                Optional.of(new DataContract.Freshness(Optional.empty(), Duration.ofHours(36))),
                Optional.of("a".repeat(64)));
        JobEvent bound = new JobEvent.Accepted(
                1,
                "ann",
                "local",
                "small",
                "0".repeat(64),
                free.request().under(Map.of("curve", contract)),
                Optional.empty(),
                Optional.empty());
        String now = codec.write(free);
        String before = now.replace(",\"contracts\":{}", "");

        assertThat(codec.read("ACCEPTED", codec.write(bound))).isEqualTo(bound);
        assertThat(before).isNotEqualTo(now).doesNotContain("contracts");
        assertThat(codec.read("ACCEPTED", before)).isEqualTo(free);
    }

    @Test
    void keeps_what_comes_from_sites_folders_and_the_document_itself() {
        RunPath file = new RunPath("data");
        JobEvent event = accepted(
                Optional.empty(),
                List.of(
                        new HttpFetch(
                                new StepHead.In("get", 1, file, CreationFlag.APPEND, Compression.BGZF),
                                "rates",
                                "/a?b",
                                Optional.of("0f".repeat(32))),
                        new HttpFetch(
                                new StepHead.In("got", 1, file, CreationFlag.APPEND, Compression.NONE),
                                "rates",
                                "a",
                                Optional.empty()),
                        new FolderCopy(new StepHead.In("copy", 1, file), "shared", "a/b"),
                        new InlineData(
                                new StepHead.In("inline", 1, file, CreationFlag.DONT_OVERWRITE, Compression.NONE),
                                InlineData.Encoding.BASE64,
                                "AAEC")));

        assertThat(codec.read("ACCEPTED", codec.write(event))).isEqualTo(event);
    }

    @Test
    void keeps_what_is_made_into_rows() {
        RunPath file = new RunPath("data");
        JobEvent event = accepted(
                Optional.empty(),
                List.of(
                        new ServiceQuery(
                                new StepHead.In("ask", 2, new RunPath("asked.csv")),
                                "rates",
                                "a?b=?",
                                Optional.of(new ServiceQuery.Body(
                                        ServiceQuery.Form.SOAP12, "<a>?</a>", Optional.of("urn:q"))),
                                Optional.of(new SqlExtract.ParameterRows(file, List.of("x", "y"))),
                                new ServiceQuery.Answer(
                                        ServiceQuery.AnswerForm.XML,
                                        "/a/b",
                                        List.of(
                                                new ServiceQuery.Column("c", ServiceQuery.Origin.ANSWER, "@c"),
                                                new ServiceQuery.Column("x", ServiceQuery.Origin.PARAMETERS, "x")))),
                        new SheetExtract(
                                new StepHead.In("sheet", 2, new RunPath("rates.csv")),
                                file,
                                Optional.of("Rates"),
                                "A1:D200")));

        assertThat(codec.read("ACCEPTED", codec.write(event))).isEqualTo(event);
    }

    @Test
    void keeps_which_files_of_a_folder_move() {
        SshFetch one = JobRequests.fetch("curves", 1);
        SshFetch many = new SshFetch(
                new StepHead.In(one.name(), one.orderGroup(), one.file(), one.creation(), one.compression()),
                one.host(),
                one.remotePath(),
                one.credential(),
                Optional.of(new FilePattern("*/{a,b}.csv")),
                true);
        JobRequest whole = JobRequests.whole();
        JobEvent event = new JobEvent.Accepted(
                1,
                "ann",
                "local",
                "small",
                "0".repeat(64),
                new JobRequest(
                        whole.name(),
                        whole.description(),
                        whole.submissionId(),
                        whole.launch(),
                        List.of(many),
                        List.of(),
                        whole.results(),
                        Map.of(),
                        List.of()),
                Optional.empty(),
                Optional.empty());

        assertThat(codec.read("ACCEPTED", codec.write(event))).isEqualTo(event);
    }

    @Test
    void keeps_a_stream_application() {
        JobRequest request = JobRequests.with(JobRequests.whole(), Streams.launch(Streams.whole()));
        JobEvent event = new JobEvent.Accepted(
                1, "ann", "local", "small", "0".repeat(64), request, Optional.empty(), Optional.empty());

        assertThat(codec.read("ACCEPTED", codec.write(event))).isEqualTo(event);
    }

    /** Reads and writes an event in the form of versions that had no stream applications. */
    @Test
    void reads_and_writes_an_mpi_program_as_older_versions_did() {
        String before = """
                {"order":1,"owner":"ann","from":"local","partition":"small","documentSha256":"%s",\
                "request":{"name":"equity-desk-var","description":"end of day","submissionId":null,\
                "launch":{"executable":"program","arguments":["--in","a b.csv"],"environment":{"MODE":"fast"},\
                "partition":null,"processes":2,"stdout":"stdout.txt","stderr":"stderr.txt","wallTime":"PT5M",\
                "limits":{"memory":null,"processMemory":null,"processes":null}},\
                "stageIn":[],"stageOut":[],"results":[],"contracts":{},"snapshots":[]},\
                "parent":null,"membership":null}""".formatted("0".repeat(64));

        JobEvent.Accepted event = (JobEvent.Accepted) codec.read("ACCEPTED", before);

        assertThat(event.request().launch())
                .isEqualTo(new LaunchRequest(
                        MpiProgram.of("program", List.of("--in", "a b.csv"), Map.of("MODE", "fast"), 2),
                        Optional.empty(),
                        new RunPath("stdout.txt"),
                        new RunPath("stderr.txt"),
                        Optional.of(Duration.ofMinutes(5)),
                        RunLimits.NONE));
        assertThat(codec.write(event)).isEqualTo(before);
    }

    @Test
    void keeps_a_checkpoint_folder_and_whose_it_is() {
        JobRequest request = JobRequests.with(
                JobRequests.whole(), JobRequests.launch(2).keeping(Optional.of(new RunPath("out/units"))));
        JobEvent accepted = new JobEvent.Accepted(
                1, "ann", "local", "small", "0".repeat(64), request, Optional.empty(), Optional.empty());
        JobEvent launch = new JobEvent.LaunchIntended(
                List.of("mpirun"), "here", "/scratch/x", Optional.empty(), JobToken.parse("0".repeat(32)));
        JobEvent cleaned = new JobEvent.Cleaned(true, true);

        assertThat(codec.read("ACCEPTED", codec.write(accepted))).isEqualTo(accepted);
        assertThat(codec.read("LAUNCH_INTENDED", codec.write(launch))).isEqualTo(launch);
        assertThat(codec.read("CLEANED", codec.write(cleaned))).isEqualTo(cleaned);
    }

    @Test
    void keeps_demands_on_machines() {
        ResourceDemand demand = new ResourceDemand(
                Optional.of(new CountRange(1, Optional.empty())),
                Optional.of(2),
                Optional.of(3),
                Optional.of(4),
                Optional.of(5L << 40),
                true,
                new ClusterChoice(
                        Optional.of("knl"), Optional.of("night"), Optional.of("high"), Optional.of("risk"), true),
                MpiFlavour.MPICH);
        JobRequest request =
                JobRequests.with(JobRequests.whole(), JobRequests.launch(2).on(demand));
        JobEvent event = new JobEvent.Accepted(
                1, "ann", "local", "small", "0".repeat(64), request, Optional.empty(), Optional.empty());

        assertThat(codec.read("ACCEPTED", codec.write(event))).isEqualTo(event);
        assertThat(codec.read("ACCEPTED", codec.write(event).replace(",\"rerun\":true", "")))
                .as("from before there were reruns")
                .isInstanceOfSatisfying(JobEvent.Accepted.class, read -> assertThat(
                                read.request().launch().demand().choice().rerun())
                        .isFalse());
    }

    @Test
    void reads_a_job_from_before_there_were_checkpoint_folders_and_phases_of_programs() {
        assertThat(codec.read("CLEANED", "{\"folderKept\":true}")).isEqualTo(new JobEvent.Cleaned(true));
        assertThat(codec.read(
                        "LAUNCH_INTENDED",
                        "{\"argv\":[\"mpirun\"],\"host\":\"here\",\"folder\":\"/x\",\"remark\":null}"))
                .isEqualTo(new JobEvent.LaunchIntended(
                        List.of("mpirun"), "here", "/x", Optional.empty(), Optional.empty()));
        String ended = codec.write(new JobEvent.RunEnded(
                new RunReport(0, 0, "exited", Instant.EPOCH, Instant.EPOCH, 1, 2, 3),
                Optional.of(new RunProgress(1, 2, Map.of()))));
        assertThat(ended).contains(",\"phase\":null");
        assertThat(codec.read("RUN_ENDED", ended.replace(",\"phase\":null", "")))
                .isEqualTo(codec.read("RUN_ENDED", ended));
    }

    @Test
    void reads_steps_from_before_there_were_logins_and_folders() {
        String now = codec.write(accepted(Optional.empty()));
        String before = now.replaceAll(",\"(credential|match)\":null", "").replace(",\"preserve\":false", "");

        assertThat(before).isNotEqualTo(now).doesNotContain("credential", "match", "preserve");
        assertThat(codec.read("ACCEPTED", before)).isEqualTo(accepted(Optional.empty()));
    }
}
