package dev.slipway.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.JobState;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.Place;
import dev.slipway.servers.Await;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the operators' operations on partitions, places and usage against the real desk and database. */
class OperationsOverSoapTest {
    private static final Place HOST = new Place.Host("market-data");

    private static final String JOB = """
            <JobDefinition xmlns='http://schemas.ggf.org/jsdl/2005/11/jsdl'><JobDescription><Application>
            <p:POSIXApplication xmlns:p='http://schemas.ggf.org/jsdl/2005/11/jsdl-posix'>
            <p:Executable>true</p:Executable></p:POSIXApplication></Application></JobDescription></JobDefinition>""";

    @TempDir
    static Path folder;

    private static RealJobs jobs;
    private static JobsServer server;
    private static SoapClient ann;
    private static SoapClient olga;
    private static SoapClient alma;

    @BeforeAll
    static void start() throws Exception {
        jobs = new RealJobs(folder);
        server = JobsServer.of(jobs, folder);
        ann = new SoapClient(server.address(), "ann", "ann-pw");
        olga = new SoapClient(server.address(), "olga", "olga-pw");
        alma = new SoapClient(server.address(), "alma", "alma-pw");
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
        jobs.close();
    }

    @Test
    void a_partition_is_drained_with_a_reason_and_resumed_and_the_ledger_has_it() throws Exception {
        assertThat(alma.asked("<s:partitions/>"))
                .contains("name>local<", "slots>1<", "taken>0<")
                .doesNotContain("drained>");

        olga.asked(
                "<s:partitionDrain><s:partition>local</s:partition><s:reason>new nodes</s:reason></s:partitionDrain>");
        assertThat(alma.asked("<s:partitions/>"))
                .containsPattern("name>local<.*drained><[^>]*by>olga<.*reason>new nodes<");
        olga.asked("<s:partitionResume><s:partition>local</s:partition></s:partitionResume>");
        assertThat(alma.asked("<s:partitions/>")).doesNotContain("drained>");
        assertThat(ledger())
                .containsPattern("kind>RESUMED<.*by>olga<.*text>partition:local<"
                        + ".*kind>DRAINED<.*by>olga<.*text>partition:local: new nodes<");
    }

    @Test
    void all_partitions_are_drained_by_a_call_that_names_none() throws Exception {
        olga.asked("<s:partitionDrain/>");
        assertThat(alma.asked("<s:partitions/>"))
                .containsPattern("partitionsResponse[^>]*><[^>]*drained><[^>]*by>olga<")
                .containsPattern("drained>.*partition><[^>]*name>local<");
        olga.asked("<s:partitionResume/>");
        assertThat(alma.asked("<s:partitions/>")).doesNotContain("drained>");
    }

    @Test
    void a_place_is_paused_and_resumed() throws Exception {
        olga.asked("<s:placePause><s:place>source:risk</s:place><s:reason>reload</s:reason></s:placePause>");
        assertThat(place("source:risk")).contains("configured>true<", "by>olga<", "reason>reload<");
        olga.asked("<s:placeResume><s:place>source:risk</s:place></s:placeResume>");
        assertThat(place("source:risk")).doesNotContain("paused>");
    }

    @Test
    void a_check_tells_soon_how_the_place_answers_and_how_fast() throws Exception {
        assertThat(place("host:market-data")).contains("answer>NONE<").doesNotContain("latencySeconds>");
        jobs.takeAway(HOST, Problem.of(ProblemCode.HOST_UNREACHABLE, "host market-data cannot be reached"));
        olga.asked("<s:placeCheck><s:place>host:market-data</s:place></s:placeCheck>");
        Await.until("the place is away", () -> place("host:market-data").contains("answer>AWAY<"));
        assertThat(place("host:market-data"))
                .contains("since>", "checked>", "latencySeconds>", "waiting>0<")
                .contains("code>ssh.unreachable<", "message>host market-data cannot be reached<", "exitStatus>54<");

        jobs.bringBack(HOST);
        olga.asked("<s:placeCheck><s:place>host:market-data</s:place></s:placeCheck>");
        Await.until("the place is back", () -> place("host:market-data").contains("answer>WELL<"));
        assertThat(place("host:market-data"))
                .doesNotContain("problem>")
                .contains("medianLatencySeconds>")
                .containsPattern("check>.*answer>AWAY<.*code>ssh.unreachable<.*check>.*answer>WELL<");
    }

    @Test
    void usage_is_summed_up_by_the_columns_of_the_call_and_users_see_their_own() throws Exception {
        Matcher token = Pattern.compile("token>([0-9a-z]{32})<")
                .matcher(ann.asked("<s:submit><s:inline>" + JOB + "</s:inline></s:submit>"));
        assertThat(token.find()).isTrue();
        jobs.release();
        jobs.await(token.group(1), JobState.CLOSED);

        String all = olga.asked("<s:usage><s:by>PROGRAM</s:by><s:by>USER</s:by><s:by>PROJECT</s:by></s:usage>");
        assertThat(all)
                .contains("user>ann<", "program>true<", "runs>1<", "processorHours>3.0E-4<", "stagedBytes>0<")
                .containsPattern("project></|project/>")
                .doesNotContain("month>");
        assertThat(ann.asked("<s:usage><s:by>USER</s:by><s:by>MONTH</s:by></s:usage>"))
                .containsPattern("user>ann<.*month>20[0-9]{2}-[0-9]{2}<.*runs>1<");
        assertThat(olga.asked("<s:usage><s:closedUntil>2020-01-01T00:00:00Z</s:closedUntil></s:usage>"))
                .contains("runs>0<");
        assertThat(ann.refused("<s:usage><s:user>bob</s:user></s:usage>"))
                .contains("access.not-authorised", "user ann may see only the usage of their own jobs");
        assertThat(ann.refused("<s:usage><s:by>WEATHER</s:by></s:usage>")).contains("call.invalid");
        assertThat(ledger()).contains("kind>USAGE_READ<", "text>usage of all users by program, user, project<");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<s:partitionDrain/>",
                "<s:partitionResume/>",
                "<s:placePause><s:place>source:risk</s:place></s:placePause>",
                "<s:placeResume><s:place>source:risk</s:place></s:placeResume>",
                "<s:placeCheck><s:place>source:risk</s:place></s:placeCheck>"
            })
    void only_operators_change_and_auditors_only_look(String call) throws Exception {
        for (SoapClient caller : List.of(ann, alma)) {
            assertThat(caller.refused(call)).contains("access.not-authorised", "exitStatus>21<");
        }
        assertThat(ann.refused("<s:partitions/>")).contains("access.not-authorised");
        assertThat(ann.refused("<s:places/>")).contains("access.not-authorised");
    }

    @Test
    void what_is_not_there_and_what_names_nothing_are_told_apart() throws Exception {
        assertThat(olga.refused("<s:partitionDrain><s:partition>moon</s:partition></s:partitionDrain>"))
                .contains("launch.partition-unknown", "there is no partition moon", "exitStatus>22<");
        assertThat(olga.refused("<s:placePause><s:place>site:moon</s:place></s:placePause>"))
                .contains("source.unknown", "there is no site moon", "exitStatus>22<");
        assertThat(olga.refused("<s:partitionResume><s:partition>lcoal</s:partition></s:partitionResume>"))
                .contains("launch.partition-unknown", "there is no partition lcoal");
        assertThat(olga.refused("<s:placeResume><s:place>host:moon</s:place></s:placeResume>"))
                .contains("source.unknown", "there is no host moon");
        assertThat(olga.refused("<s:placeCheck><s:place>risk</s:place></s:placeCheck>"))
                .contains("form.invalid", "this names no place: risk; places are source:NAME", "exitStatus>2<");
        assertThat(olga.refused("<s:partitionDrain><s:partition>local</s:partition><s:reason>" + "x".repeat(201)
                        + "</s:reason></s:partitionDrain>"))
                .contains("form.invalid", "a reason has 200 characters at most");
    }

    /** Returns the part of the answer about the place. */
    private static String place(String name) throws Exception {
        Matcher found =
                Pattern.compile("name>" + name + "<.*?</([a-z0-9]+:)?place>").matcher(alma.asked("<s:places/>"));
        assertThat(found.find()).as(name).isTrue();
        return found.group();
    }

    private static String ledger() throws Exception {
        return alma.asked("<s:operations><s:offset>0</s:offset><s:limit>10</s:limit></s:operations>");
    }
}
