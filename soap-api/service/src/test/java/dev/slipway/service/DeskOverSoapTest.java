package dev.slipway.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.JobState;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the operations against the real desk, journal and database. Only the runs are controlled by the test. */
class DeskOverSoapTest {
    private static final Pattern TOKEN = Pattern.compile("token>([0-9a-z]{32})<");

    @TempDir
    static Path folder;

    private static RealJobs jobs;
    private static JobsServer server;
    private static SoapClient ann;
    private static SoapClient bob;
    private static SoapClient olga;
    private static SoapClient alma;

    @BeforeAll
    static void start() throws Exception {
        jobs = new RealJobs(folder);
        server = JobsServer.of(jobs, folder);
        ann = new SoapClient(server.address(), "ann", "ann-pw");
        bob = new SoapClient(server.address(), "bob", "bob-pw");
        alma = new SoapClient(server.address(), "alma", "alma-pw");
        olga = new SoapClient(server.address(), "olga", "olga-pw");
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
        jobs.close();
    }

    @BeforeEach
    void hold() {
        jobs.hold();
    }

    @Test
    void a_job_goes_from_submit_to_its_end() throws Exception {
        String token = submit(ann, "");
        await(token, JobState.RUNNING);

        assertThat(ask(ann, "status", token)).contains("state>RUNNING<", "owner>ann<", "processes>1<", "phase>");
        assertThat(ask(ann, "history", token)).contains("entry>", "sequence>1<");
        jobs.release();
        await(token, JobState.CLOSED);

        String closed = ask(ann, "status", token);
        assertThat(closed).contains("state>CLOSED<", "word>DONE<", "reason>exited<", "value>1.5<");
        assertThat(ask(ann, "results", token)).contains("resultsResponse").doesNotContain("Fault");
        assertThat(fault(ann, "delete", token))
                .contains("job.state", "has ended already: DONE", "exitStatus>23<", "job>" + token)
                .contains("faultcode>soap:Client<");
        assertThat(fault(ann, "kill", token)).contains("job.state", "has ended already: DONE");
        assertThat(fault(ann, "cancel", token)).contains("job.state", "has ended already: DONE");
    }

    @Test
    void judges_names_too_as_submit_would() throws Exception {
        String text = "<JobDefinition xmlns='http://schemas.ggf.org/jsdl/2005/11/jsdl'><JobDescription><Application>"
                + "<p:POSIXApplication xmlns:p='http://schemas.ggf.org/jsdl/2005/11/jsdl-posix'>"
                + "<p:Executable>x</p:Executable></p:POSIXApplication></Application><Resources>"
                + "<Partition xmlns='urn:slipway:job:1'>moon</Partition></Resources></JobDescription></JobDefinition>";
        String document = Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));

        assertThat(ann.call("<s:validate><s:document>" + document + "</s:document></s:validate>")
                        .body())
                .contains("valid>false<", "code>launch.partition-unknown<", "there is no partition moon");
    }

    @Test
    void plans_without_submitting_and_answers_with_what_it_found() throws Exception {
        String text = "<JobDefinition xmlns='http://schemas.ggf.org/jsdl/2005/11/jsdl'><JobDescription><Application>"
                + "<p:POSIXApplication xmlns:p='http://schemas.ggf.org/jsdl/2005/11/jsdl-posix'>"
                + "<p:Executable>x</p:Executable></p:POSIXApplication></Application><DataStaging name='books'>"
                + "<FileName>books.csv</FileName><CreationFlag>overwrite</CreationFlag><Source>"
                + "<SqlExtract xmlns='urn:slipway:job:1' source='risk'><Statement>SELECT 1</Statement></SqlExtract>"
                + "</Source></DataStaging></JobDescription></JobDefinition>";
        String document = Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));

        String plan = ann.call("<s:plan><s:document>" + document + "</s:document></s:plan>")
                .body();

        assertThat(plan)
                .contains("ready>true<", "jobs>1<", "name>books<", "place>risk<", "nobody knows how much it moves");
        assertThat(ann.call("<s:plan><s:document></s:document></s:plan>").body())
                .contains("ready>false<", "jobs>0<", "code>document.malformed<");
        assertThat(ann.call("<s:list><s:offset>0</s:offset><s:limit>100</s:limit></s:list>")
                        .body())
                .doesNotContain("name>books<");
    }

    @Test
    void takes_a_time_without_a_zone_as_utc_and_says_nothing_of_classes_and_rules() throws Exception {
        String token = submit(ann, "");
        String accepted = value(ask(ann, "status", token), "accepted");
        String naive = accepted.replace("Z", "");

        assertThat(naive).isNotEqualTo(accepted);
        assertThat(since(naive)).contains(token);
        assertThat(since(accepted.replace("Z", "+00:00"))).contains(token);
        assertThat(since(accepted.replace("Z", "-01:00"))).contains("total>0<");
        for (String wrong : List.of("yesterday", "12345-01-01T00:00:00Z", "-0044-03-15T12:00:00")) {
            assertThat(since(wrong))
                    .as(wrong)
                    .contains("faultcode>soap:Client<", "code>call.invalid<")
                    .doesNotContain("Unmarshalling", "cvc-", "java.", "Exception", "index");
        }
        ask(ann, "cancel", token);
        await(token, JobState.CLOSED);
    }

    private static String since(String time) throws Exception {
        return ann.call("<s:list><s:offset>0</s:offset><s:limit>100</s:limit><s:acceptedFrom>" + time
                        + "</s:acceptedFrom></s:list>")
                .body();
    }

    private static String value(String answer, String element) {
        Matcher value = Pattern.compile(element + ">([^<]+)<").matcher(answer);
        assertThat(value.find()).as(answer).isTrue();
        return value.group(1);
    }

    @Test
    void delete_takes_waiting_jobs_and_kill_takes_running_ones() throws Exception {
        String running = submit(ann, "");
        await(running, JobState.RUNNING);
        String waiting = submit(ann, "");
        await(waiting, JobState.READY);

        assertThat(ask(ann, "status", waiting)).contains("position>1<");
        assertThat(fault(ann, "delete", running))
                .contains("job.state", "is RUNNING, and delete takes waiting jobs only");
        assertThat(fault(ann, "kill", waiting)).contains("job.state", "is READY, and kill takes running jobs only");
        assertThat(ask(ann, "delete", waiting)).contains("deleteResponse");
        await(waiting, JobState.CLOSED);
        assertThat(ask(ann, "kill", running)).contains("killResponse");
        await(running, JobState.CLOSED);
        assertThat(ask(ann, "status", running)).contains("word>CANCELLED<", "by>ann<");
        for (String again : List.of("delete", "kill", "cancel")) {
            assertThat(ask(ann, again, running)).contains(again + "Response");
            assertThat(ask(ann, again, waiting)).contains(again + "Response");
        }
    }

    @Test
    void a_held_job_stays_until_it_is_released_and_says_so() throws Exception {
        String running = submit(ann, "");
        await(running, JobState.RUNNING);
        String waiting = submit(ann, "");
        await(waiting, JobState.READY);

        assertThat(ask(ann, "hold", waiting)).contains("holdResponse");
        assertThat(ask(ann, "hold", waiting)).contains("holdResponse");
        assertThat(ask(ann, "status", waiting)).containsPattern("held><[^>]*by>ann<");
        assertThat(ask(ann, "explain", waiting)).contains("state>READY<", "held by ann", "its release");
        assertThat(ann.call("<s:list><s:offset>0</s:offset><s:limit>100</s:limit></s:list>")
                        .body())
                .containsPattern(waiting + ".*?held>true<");
        assertThat(fault(ann, "hold", running)).contains("job.state", "only a job before its launch can be held");
        ask(ann, "kill", running);
        await(running, JobState.CLOSED);
        assertThat(ask(olga, "release", waiting)).contains("releaseResponse");
        await(waiting, JobState.RUNNING);
        assertThat(ask(ann, "release", waiting)).contains("releaseResponse");
        ask(ann, "kill", waiting);
        await(waiting, JobState.CLOSED);
    }

    @Test
    void a_closed_job_is_done_again_as_a_new_one_that_names_it() throws Exception {
        String first = submit(ann, "sid='again'");
        await(first, JobState.RUNNING);
        assertThat(fault(ann, "retry", first)).contains("job.state", "has not ended");
        ask(ann, "cancel", first);
        await(first, JobState.CLOSED);

        Matcher token = TOKEN.matcher(ask(ann, "retry", first));
        assertThat(token.find()).isTrue();
        String second = token.group(1);

        assertThat(second).isNotEqualTo(first);
        assertThat(ask(ann, "status", second)).contains("parent>" + first + "<");
        ask(ann, "cancel", second);
        await(second, JobState.CLOSED);
    }

    @Test
    void the_same_sid_gives_the_same_job_and_another_document_a_conflict() throws Exception {
        String first = submit(ann, "sid='one'");

        assertThat(submit(ann, "sid='one'")).isEqualTo(first);
        HttpResponse<String> other = send(ann, "sid='one' id='x'");
        assertThat(other.statusCode()).isEqualTo(500);
        assertThat(other.body()).contains("submission.conflict", "exitStatus>23<");
        ask(ann, "cancel", first);
        await(first, JobState.CLOSED);
    }

    @Test
    void users_see_their_own_jobs_and_operators_everybodys() throws Exception {
        String token = submit(bob, "");

        for (String operation : List.of(
                "status", "history", "results", "cancel", "delete", "kill", "explain", "hold", "release", "retry")) {
            assertThat(fault(ann, operation, token)).as(operation).contains("job.unknown", "exitStatus>22<");
        }
        String list = "<s:list><s:offset>0</s:offset><s:limit>100</s:limit></s:list>";
        assertThat(ann.call(list).body()).doesNotContain(token);
        assertThat(bob.call(list).body()).contains(token);
        assertThat(olga.call(list).body()).contains(token);
        assertThat(ask(olga, "cancel", token)).contains("cancelResponse");
        await(token, JobState.CLOSED);
        assertThat(ask(bob, "status", token)).contains("by>olga<");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<s:status>TOKEN</s:status>",
                "<s:explain>TOKEN</s:explain>",
                "<s:history>TOKEN</s:history>",
                "<s:results>TOKEN</s:results>",
                "<s:download>TOKEN<s:name>pnl</s:name><s:offset>0</s:offset><s:limit>9</s:limit></s:download>",
                "<s:output>TOKEN<s:stream>stdout</s:stream><s:offset>0</s:offset><s:limit>9</s:limit></s:output>",
                "<s:hold>TOKEN</s:hold>",
                "<s:release>TOKEN</s:release>",
                "<s:cancel>TOKEN</s:cancel>",
                "<s:delete>TOKEN</s:delete>",
                "<s:kill>TOKEN</s:kill>",
                "<s:retry>TOKEN</s:retry>",
                "<s:auditVerify>TOKEN</s:auditVerify>",
                "<s:auditExport>TOKEN</s:auditExport>"
            })
    void a_foreign_an_unknown_and_a_malformed_token_get_the_same_answer(String call) throws Exception {
        String foreign = submit(bob, "");

        String answer = strange(call, foreign);

        assertThat(answer).contains("job.unknown", "there is no such job", "exitStatus>22<");
        assertThat(strange(call, "0".repeat(32))).isEqualTo(answer);
        assertThat(strange(call, "nonsense")).isEqualTo(answer);
        assertThat(strange(call, "")).isEqualTo(answer);
        ask(bob, "cancel", foreign);
        await(foreign, JobState.CLOSED);
    }

    @Test
    void auditors_verify_export_and_list_operations_and_users_export_their_own_only() throws Exception {
        String token = submit(ann, "");
        await(token, JobState.RUNNING);
        ask(ann, "cancel", token);
        await(token, JobState.CLOSED);

        assertThat(alma.call("<s:auditVerify/>").body())
                .containsPattern("events>[1-9]")
                .doesNotContain("finding>");
        assertThat(ask(alma, "auditVerify", token)).contains("jobs>1<");
        assertThat(fault(ann, "auditVerify", token)).contains("access.not-authorised", "exitStatus>21<");
        Matcher record = Pattern.compile("record>([^<]+)<").matcher(ask(ann, "auditExport", token));
        assertThat(record.find()).isTrue();
        assertThat(new String(Base64.getMimeDecoder().decode(record.group(1)), StandardCharsets.UTF_8))
                .contains("urn:slipway:audit:1", token, "<checkpoint");
        String operations = "<s:operations><s:offset>0</s:offset><s:limit>10</s:limit></s:operations>";
        assertThat(alma.call(operations).body()).contains("kind>EXPORTED<", "by>ann<", "kind>CHECKPOINT<");
        assertThat(ann.call(operations).body()).contains("access.not-authorised");
    }

    private static String strange(String call, String token) throws Exception {
        HttpResponse<String> answer = ann.call(call.replace("TOKEN", "<s:token>" + token + "</s:token>"));
        assertThat(answer.statusCode()).isEqualTo(500);
        return answer.body();
    }

    @Test
    void an_unknown_result_and_partition_are_faults_from_the_table() throws Exception {
        String token = submit(ann, "");
        String download = "<s:download><s:token>" + token
                + "</s:token><s:name>none</s:name><s:offset>0</s:offset><s:limit>10</s:limit></s:download>";
        assertThat(ann.call(download).body()).contains("result.unknown", "exitStatus>22<");
        assertThat(ann.call(download.replace("s:limit", "s:length")).body())
                .as("the name in an older WSDL")
                .contains("result.unknown");
        String nowhere = document("")
                .replace(
                        "</jsdl:JobDescription>",
                        "<jsdl:Resources><sw:Partition xmlns:sw='urn:slipway:job:1'>moon"
                                + "</sw:Partition></jsdl:Resources></jsdl:JobDescription>");
        assertThat(post(ann, nowhere).body()).contains("launch.partition-unknown", "exitStatus>22<");
        ask(ann, "cancel", token);
        await(token, JobState.CLOSED);
    }

    private static String document(String attributes) {
        return "<jsdl:JobDefinition xmlns:jsdl='http://schemas.ggf.org/jsdl/2005/11/jsdl' " + attributes
                + "><jsdl:JobDescription><jsdl:Application><p:POSIXApplication"
                + " xmlns:p='http://schemas.ggf.org/jsdl/2005/11/jsdl-posix'><p:Executable>true</p:Executable>"
                + "</p:POSIXApplication></jsdl:Application></jsdl:JobDescription></jsdl:JobDefinition>";
    }

    private static HttpResponse<String> send(SoapClient client, String attributes) throws Exception {
        return post(client, document(attributes));
    }

    private static HttpResponse<String> post(SoapClient client, String document) throws Exception {
        String bytes = Base64.getEncoder().encodeToString(document.getBytes(StandardCharsets.UTF_8));
        return client.call("<s:submit><s:document>" + bytes + "</s:document></s:submit>");
    }

    private static String submit(SoapClient client, String attributes) throws Exception {
        HttpResponse<String> answer = send(client, attributes);
        Matcher token = TOKEN.matcher(answer.body());
        assertThat(token.find()).as(answer.body()).isTrue();
        return token.group(1);
    }

    private static String ask(SoapClient client, String operation, String token) throws Exception {
        return client.asked(about(operation, token));
    }

    private static String fault(SoapClient client, String operation, String token) throws Exception {
        return client.refused(about(operation, token));
    }

    private static String about(String operation, String token) {
        return "<s:" + operation + "><s:token>" + token + "</s:token></s:" + operation + ">";
    }

    private static void await(String token, JobState state) throws InterruptedException {
        jobs.await(token, state);
    }
}
