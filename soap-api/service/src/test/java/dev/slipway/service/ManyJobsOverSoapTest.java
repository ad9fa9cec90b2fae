package dev.slipway.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.callback.CallbackSettings;
import dev.slipway.callback.Callbacks;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests operations on many jobs, documents within the call, and the service's offer, against the real desk and
 * database.
 */
class ManyJobsOverSoapTest {
    private static final Pattern TOKEN = Pattern.compile("token>([0-9a-z]{32})<");

    private static final String SWEEP = "<s:Sweep xmlns:s='http://schemas.ogf.org/jsdl/2009/03/sweep'"
            + " xmlns:f='http://schemas.ogf.org/jsdl/2009/03/sweep/functions'><s:Assignment><s:DocumentNode>"
            + "<s:Match>//*[local-name()='JobName']</s:Match></s:DocumentNode>"
            + "<f:LoopInteger start='1' end='3'/></s:Assignment></s:Sweep>";

    @TempDir
    static Path folder;

    private static RealJobs jobs;
    private static JobsServer server;
    private static SoapClient ann;
    private static SoapClient bob;
    private static SoapClient olga;
    private static String done;
    private static String cancelled;
    private static String bobs;

    @BeforeAll
    static void start() throws Exception {
        jobs = new RealJobs(folder);
        server = JobsServer.of(jobs, folder);
        ann = new SoapClient(server.address(), "ann", "ann-pw");
        bob = new SoapClient(server.address(), "bob", "bob-pw");
        olga = new SoapClient(server.address(), "olga", "olga-pw");
        jobs.hold();
        cancelled = submitted(ann.call(inline("Morning-VaR")).body());
        jobs.await(cancelled, JobState.RUNNING);
        ann.call("<s:cancel><s:token>" + cancelled + "</s:token></s:cancel>");
        jobs.await(cancelled, JobState.CLOSED);
        jobs.release();
        done = submitted(ann.call(inline("evening-var 100%_\u00e9")).body());
        jobs.await(done, JobState.CLOSED);
        bobs = submitted(bob.call(inline("evening of bob")).body());
        jobs.await(bobs, JobState.CLOSED);
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
        jobs.close();
    }

    @Test
    void a_list_holds_what_the_filter_means_and_nothing_of_others() throws Exception {
        assertThat(listed(ann, "")).containsExactly(done, cancelled);
        assertThat(listed(ann, "<s:outcome>DONE</s:outcome>")).containsExactly(done);
        assertThat(listed(ann, "<s:outcome>DONE</s:outcome><s:outcome>CANCELLED</s:outcome>"))
                .containsExactly(done, cancelled);
        assertThat(listed(ann, "<s:state>RUNNING</s:state>")).isEmpty();
        assertThat(listed(ann, "<s:name>VAR</s:name>")).containsExactly(done, cancelled);
        assertThat(listed(ann, "<s:name>morning</s:name>")).containsExactly(cancelled);
        assertThat(listed(ann, "<s:name>%</s:name>")).as("no pattern").containsExactly(done);
        assertThat(listed(ann, "<s:name>' OR true --</s:name>")).isEmpty();
        assertThat(listed(ann, "<s:owner>bob</s:owner>")).isEmpty();
        assertThat(listed(ann, "<s:owner>ann</s:owner>")).containsExactly(done, cancelled);
        assertThat(listed(olga, "<s:owner>bob</s:owner>")).containsExactly(bobs);
        assertThat(listed(olga, "<s:name>evening</s:name>")).containsExactly(bobs, done);
    }

    @Test
    void a_list_is_bounded_by_times_and_its_total_by_the_same_filter() throws Exception {
        String accepted = accepted(done);

        assertThat(listed(ann, "<s:acceptedFrom>" + accepted + "</s:acceptedFrom>"))
                .containsExactly(done);
        assertThat(listed(ann, "<s:acceptedUntil>" + accepted + "</s:acceptedUntil>"))
                .containsExactly(cancelled);
        String page = ann.call("<s:list><s:offset>1</s:offset><s:limit>1</s:limit><s:name>var</s:name></s:list>")
                .body();
        assertThat(page).contains("total>2<", cancelled).doesNotContain(done);
        for (String time : List.of("yesterday", "2026-01-01")) {
            assertThat(ann.call(list("<s:acceptedFrom>" + time + "</s:acceptedFrom>"))
                            .body())
                    .as(time)
                    .contains("call.invalid");
        }
    }

    @Test
    void several_jobs_are_answered_in_order_and_one_that_is_not_there_in_its_place() throws Exception {
        String answer = ann.call("<s:statuses><s:token>" + done + "</s:token><s:token>" + bobs
                        + "</s:token><s:token>nonsense</s:token><s:token>" + cancelled + "</s:token></s:statuses>")
                .body();

        assertThat(answer)
                .containsSubsequence(
                        "token>" + done,
                        "word>DONE",
                        "token>" + bobs,
                        "code>job.unknown",
                        "token>nonsense",
                        "code>job.unknown",
                        "token>" + cancelled,
                        "word>CANCELLED");
        assertThat(answer).doesNotContain("Fault", "evening of bob");
        assertThat(ann.call("<s:statuses>" + "<s:token>x</s:token>".repeat(201) + "</s:statuses>")
                        .body())
                .contains("call.invalid");
    }

    @Test
    void a_document_within_the_call_is_the_same_document_again() throws Exception {
        String call = inline("twice").replace("<j:JobDefinition", "<j:JobDefinition sid='twice'");

        String first = submitted(ann.call(call).body());
        assertThat(submitted(ann.call(call).body())).isEqualTo(first);
        assertThat(ann.call(call.replace(">twice<", ">changed<")).body()).contains("submission.conflict");
        assertThat(ann.call(call.replace("s:submit", "s:validate")).body()).contains("valid>true<");
        assertThat(ann.call("<s:submit><s:inline><x:y xmlns:x='urn:x'/></s:inline></s:submit>")
                        .body())
                .contains("document.", "finding>");
        jobs.await(first, JobState.CLOSED);
    }

    @Test
    void a_wall_time_beyond_the_partitions_is_a_warning_that_refuses_nothing() throws Exception {
        String day =
                inline("long").replace("</p:Executable>", "</p:Executable><p:WallTimeLimit>86400</p:WallTimeLimit>");
        String words = "wall time: asked for 86400 s, partition local allows 600 s";

        assertThat(ann.call(day.replace("s:submit", "s:validate")).body())
                .contains("valid>true<", "code>document.warning<", "severity>WARNING<", words)
                .doesNotContain("exitStatus");
        String answer = ann.call(day).body();
        assertThat(answer).contains("warning>", "code>document.warning<", words);
        jobs.await(submitted(answer), JobState.CLOSED);
        assertThat(ann.call(day.replace("86400", "600").replace("s:submit", "s:validate"))
                        .body())
                .contains("valid>true<")
                .doesNotContain("document.warning");
    }

    @Test
    void a_call_has_one_document_only() throws Exception {
        String bytes = Base64.getEncoder().encodeToString("<a/>".getBytes(StandardCharsets.UTF_8));
        String both = inline("x").replace("</s:inline>", "</s:inline><s:document>" + bytes + "</s:document>");

        assertThat(ann.call(both).body()).contains("call.invalid");
        assertThat(ann.call("<s:submit/>").body()).contains("call.invalid");
        assertThat(ann.call("<s:submit><s:inline/></s:submit>").body()).contains("call.invalid");
    }

    @Test
    void the_service_says_what_it_offers_to_the_caller() throws Exception {
        assertThat(ann.call("<s:capabilities/>").body())
                .contains("version>tested<", "name>local<", "processes>1<", "wallTimeSeconds>600<", "kind>machine<")
                .contains(
                        "largestCall>8388608<",
                        "largestDocument>4194304<",
                        "largestSweep>1000<",
                        "waitingJobsPerUser>100000<",
                        "largestUpload>4194304<",
                        "source>risk<",
                        "store>risk<",
                        "host>market-data<",
                        "name>ann<",
                        "role>USER<");
    }

    @Test
    void a_sweep_is_one_call_and_its_token_the_view_of_all_its_jobs() throws Exception {
        String call = inline("swept")
                .replace("</j:JobDefinition>", SWEEP + "</j:JobDefinition>")
                .replace("<j:JobDefinition ", "<j:JobDefinition sid='swept' ");
        assertThat(ann.call(call.replace("s:submit", "s:validate")).body()).contains("valid>true<");
        String answer = ann.call(call).body();
        assertThat(answer).contains("jobs>3<");
        String group = submitted(answer);
        assertThat(submitted(ann.call(call).body())).isEqualTo(group);

        String listed = ann.call(list("<s:group>" + group + "</s:group>")).body();
        assertThat(listed)
                .contains("total>3<", "group>" + group)
                .containsSubsequence("element>3<", "swept>3<", "element>2<", "swept>2<", "element>1<", "swept>1<");
        assertThat(ann.call(list("<s:name>1</s:name>")).body())
                .contains("element>1<")
                .doesNotContain("swept>");
        Matcher member = TOKEN.matcher(listed);
        while (member.find()) {
            jobs.await(member.group(1), JobState.CLOSED);
        }
        String status = "<s:status><s:token>" + group + "</s:token></s:status>";
        assertThat(ann.call(status).body()).contains("group>", "state>CLOSED<", "outcome>DONE<", "jobs>3<");
        assertThat(bob.call(status).body()).contains("job.unknown");
        assertThat(ann.call("<s:explain><s:token>" + group + "</s:token></s:explain>")
                        .body())
                .contains("headline>3 jobs: 3 done<");
        assertThat(ann.call("<s:statuses><s:token>" + group + "</s:token></s:statuses>")
                        .body())
                .contains("outcome>DONE<");
        assertThat(ann.call("<s:results><s:token>" + group + "</s:token></s:results>")
                        .body())
                .contains("resultsResponse");
        assertThat(ann.call(call.replace("end='3'", "end='1001'").replace("'swept'", "'larger'"))
                        .body())
                .contains("sweep.too-large", "exitStatus>15<", "the sweep has 1,001 jobs");
        assertThat(ann.call(call.replace("s:submit", "s:validate").replace("end='3'", "end='1001'"))
                        .body())
                .contains("valid>false<", "sweep.too-large");
    }

    @Test
    void what_is_asked_of_a_sweep_says_how_many_of_its_jobs_it_fits_and_of_a_job_nothing() throws Exception {
        jobs.hold();
        String group = submitted(ann.call(inline("in vain").replace("</j:JobDefinition>", SWEEP + "</j:JobDefinition>"))
                .body());
        String cancel = "<s:cancel><s:token>" + group + "</s:token></s:cancel>";

        assertThat(ann.call(cancel).body()).contains("cancelResponse", "jobs>3<");
        Matcher member =
                TOKEN.matcher(ann.call(list("<s:group>" + group + "</s:group>")).body());
        while (member.find()) {
            jobs.await(member.group(1), JobState.CLOSED);
        }
        jobs.release();
        assertThat(ann.call(cancel).body()).contains("jobs>0<");
        assertThat(ann.call("<s:hold><s:token>" + group + "</s:token></s:hold>").body())
                .contains("job.state", "this fits none of the 3 jobs", "list the jobs of a group");
        assertThat(ann.call(cancel.replace(group, cancelled)).body())
                .contains("cancelResponse")
                .doesNotContain("jobs>");
    }

    @Test
    void what_was_submitted_is_known_again_though_its_callbacks_place_is_not_allowed_any_more() throws Exception {
        String address = "https://flows.example.org/closed";
        String call = inline("called").replace("<j:JobDefinition", "<j:JobDefinition sid='called'");
        String token = submitted(ann.call(call).body());
        // An earlier service with another configuration allowed this place; the present one allows no place.
        CallbackSettings before = CallbackSettings.to(List.of("flows.example.org:443"), Duration.ofHours(1));
        try (Callbacks callbacks = jobs.middleware().callbacks(before, (receiver, body) -> {})) {
            callbacks.register(new JobToken(token), address);
        }

        String again = call.replace("</s:submit>", "<s:callback>" + address + "</s:callback></s:submit>");
        assertThat(submitted(ann.call(again).body())).isEqualTo(token);
        assertThat(ann.call(again.replace("/closed<", "/other<")).body()).contains("submission.conflict");
        assertThat(ann.call(again.replace("/closed<", "/a b<")).body()).contains("callback.refused");
        assertThat(ann.call(again.replace("sid='called'", "sid='new'")).body()).contains("callback.refused");
        assertThat(ann.call(list("<s:name>called</s:name>")).body()).contains("total>1<");
        jobs.await(token, JobState.CLOSED);
    }

    @Test
    void an_upload_is_named_by_its_digest_and_by_its_own_user_only() throws Exception {
        String bytes = Base64.getEncoder().encodeToString("book_id\n7\n".getBytes(StandardCharsets.UTF_8));
        String upload = "<s:upload><s:name>books.csv</s:name><s:content>" + bytes + "</s:content></s:upload>";
        String answer = ann.call(upload).body();
        assertThat(answer).as("bytes, not the content").contains("bytes>10<");
        assertThat(ann.call(upload.replace("s:content", "s:bytes")).body().replaceAll("keptUntil>[^<]*", ""))
                .as("the name that older clients call the content by")
                .isEqualTo(answer.replaceAll("keptUntil>[^<]*", ""));
        Matcher digest = Pattern.compile("sha256>([0-9a-f]{64})<").matcher(answer);
        assertThat(digest.find()).as(answer).isTrue();
        String call = inline("named")
                .replace(
                        "</j:JobDescription>",
                        "<j:DataStaging><j:FileName>books.csv</j:FileName><j:CreationFlag>overwrite</j:CreationFlag>"
                                + "<j:Source><w:Upload xmlns:w='urn:slipway:job:1' sha256='" + digest.group(1)
                                + "'/></j:Source></j:DataStaging></j:JobDescription>");

        assertThat(bob.call(call).body())
                .contains("upload.unknown", "exitStatus>22<", "with the operation upload")
                .doesNotContain("slipway upload");
        assertThat(bob.callWith(call, "User-Agent", "slipway", "Content-Type", "text/xml", "SOAPAction", "")
                        .body())
                .as("to the command line")
                .contains("upload.unknown", "`slipway upload FILE`")
                .doesNotContain("the operation upload");
        jobs.await(submitted(ann.call(call).body()), JobState.CLOSED);
    }

    private static String accepted(String token) throws Exception {
        Matcher accepted = Pattern.compile("accepted>([^<]+)<")
                .matcher(ann.call("<s:status><s:token>" + token + "</s:token></s:status>")
                        .body());
        assertThat(accepted.find()).isTrue();
        return accepted.group(1);
    }

    private static String list(String filter) {
        return "<s:list><s:offset>0</s:offset><s:limit>50</s:limit>" + filter + "</s:list>";
    }

    /** Lists jobs, except those of other tests. */
    private static List<String> listed(SoapClient client, String filter) throws Exception {
        String answer = client.call(list(filter)).body();
        assertThat(answer).as(filter).contains("listResponse");
        List<String> found = new ArrayList<>();
        Matcher token = TOKEN.matcher(answer);
        while (token.find()) {
            found.add(token.group(1));
        }
        found.retainAll(List.of(done, cancelled, bobs));
        return found;
    }

    private static String submitted(String answer) {
        Matcher token = TOKEN.matcher(answer);
        assertThat(token.find()).as(answer).isTrue();
        return token.group(1);
    }

    private static String inline(String name) {
        return "<s:submit><s:inline><j:JobDefinition xmlns:j='http://schemas.ggf.org/jsdl/2005/11/jsdl'>"
                + "<j:JobDescription>"
                + "<j:JobIdentification><j:JobName>" + name + "</j:JobName></j:JobIdentification><j:Application>"
                + "<p:POSIXApplication xmlns:p='http://schemas.ggf.org/jsdl/2005/11/jsdl-posix'><p:Executable>true"
                + "</p:Executable></p:POSIXApplication></j:Application></j:JobDescription></j:JobDefinition>"
                + "</s:inline></s:submit>";
    }
}
