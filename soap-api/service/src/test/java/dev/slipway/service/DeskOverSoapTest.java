package dev.slipway.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.Middleware;
import dev.slipway.MiddlewareSettings;
import dev.slipway.dispatch.DispatchSettings;
import dev.slipway.job.JobState;
import dev.slipway.problem.Problem;
import dev.slipway.request.StagingStep;
import dev.slipway.run.MpirunSettings;
import dev.slipway.run.Partition;
import dev.slipway.run.StorageSettings;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.staging.Place;
import dev.slipway.staging.StagingGateway;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The operations against the real desk, journal and database; only the runs themselves are held by the test. */
class DeskOverSoapTest {
    private static final Pattern TOKEN = Pattern.compile("token>([0-9a-z]{32})<");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    static Path folder;

    private static final HeldLauncher LAUNCHER = new HeldLauncher();
    private static final Map<String, JobState> STATES = new HashMap<>();
    private static Middleware middleware;
    private static JobsServer server;
    private static SoapClient ann;
    private static SoapClient bob;
    private static SoapClient olga;

    @BeforeAll
    static void start() throws Exception {
        MpirunSettings mpirun = new MpirunSettings(
                Path.of("/nowhere/guard"),
                "mpirun",
                List.of(Path.of("/nowhere")),
                Optional.empty(),
                Duration.ofSeconds(1),
                "here");
        DispatchSettings quick = new DispatchSettings(
                2, 2, 1, Duration.ofMillis(20), Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofHours(1));
        MiddlewareSettings settings = new MiddlewareSettings(
                folder.resolve("results"),
                folder.resolve("scratch"),
                List.of(new Partition("local", 1, Duration.ofMinutes(10))),
                2,
                quick,
                mpirun,
                StorageSettings.DEFAULTS);
        StagingGateway nothing = new NothingToStage();
        middleware = Middleware.start(
                settings, PostgresDatabase.fresh().dataSource(), nothing, Optional.of(LAUNCHER), Clock.systemUTC());
        middleware.listen(job -> {
            synchronized (STATES) {
                STATES.put(job.token().value(), job.state());
                STATES.notifyAll();
            }
        });
        server = JobsServer.of(middleware.desk(), folder);
        ann = new SoapClient(server.address(), "ann", "ann-pw");
        bob = new SoapClient(server.address(), "bob", "bob-pw");
        olga = new SoapClient(server.address(), "olga", "olga-pw");
    }

    @AfterAll
    static void stop() throws Exception {
        LAUNCHER.release();
        server.close();
        middleware.close();
    }

    @BeforeEach
    void hold() {
        LAUNCHER.hold();
    }

    @Test
    void a_job_goes_from_submit_to_its_end() throws Exception {
        String token = submit(ann, "");
        await(token, JobState.RUNNING);

        assertThat(ask(ann, "status", token)).contains("state>RUNNING<", "owner>ann<", "processes>1<", "phase>");
        assertThat(ask(ann, "history", token)).contains("entry>", "sequence>1<");
        LAUNCHER.release();
        await(token, JobState.CLOSED);

        String closed = ask(ann, "status", token);
        assertThat(closed).contains("state>CLOSED<", "word>DONE<", "reason>exited<", "value>1.5<");
        assertThat(ask(ann, "results", token)).contains("resultsResponse").doesNotContain("Fault");
        assertThat(fault(ann, "delete", token)).contains("job.state", "is CLOSED", "exitStatus>23<", "job>" + token);
        assertThat(fault(ann, "kill", token)).contains("job.state");
        assertThat(fault(ann, "cancel", token)).contains("job.state", "has ended already: DONE");
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
    }

    @Test
    void the_same_sid_gives_the_same_job_and_another_document_a_conflict() throws Exception {
        String first = submit(ann, "sid='one'");

        assertThat(submit(ann, "sid='one'")).isEqualTo(first);
        HttpResponse<String> other = send(ann, "sid='one' id='x'");
        assertThat(other.statusCode()).isEqualTo(500);
        assertThat(other.body()).contains("submission.conflict", "exitStatus>13<");
        ask(ann, "cancel", first);
        await(first, JobState.CLOSED);
    }

    @Test
    void users_see_their_own_jobs_and_operators_everybodys() throws Exception {
        String token = submit(bob, "");

        for (String operation : List.of("status", "history", "results", "cancel", "delete", "kill")) {
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

    @Test
    void an_unknown_result_and_partition_are_faults_from_the_table() throws Exception {
        String token = submit(ann, "");
        HttpResponse<String> answer = ann.call("<s:download><s:token>" + token
                + "</s:token><s:name>none</s:name><s:offset>0</s:offset><s:length>10</s:length></s:download>");
        assertThat(answer.body()).contains("result.unknown", "exitStatus>24<");
        String nowhere = document("")
                .replace(
                        "</jsdl:JobDescription>",
                        "<jsdl:Resources><sw:Partition xmlns:sw='urn:slipway:job:1'>moon"
                                + "</sw:Partition></jsdl:Resources></jsdl:JobDescription>");
        assertThat(post(ann, nowhere).body()).contains("launch.partition-unknown", "exitStatus>60<");
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
        HttpResponse<String> answer = call(client, operation, token);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    private static String fault(SoapClient client, String operation, String token) throws Exception {
        HttpResponse<String> answer = call(client, operation, token);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(500);
        return answer.body();
    }

    private static HttpResponse<String> call(SoapClient client, String operation, String token) throws Exception {
        return client.call("<s:" + operation + "><s:token>" + token + "</s:token></s:" + operation + ">");
    }

    private static void await(String token, JobState state) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        synchronized (STATES) {
            while (STATES.get(token) != state) {
                long left = (end - System.nanoTime()) / 1_000_000;
                assertThat(left)
                        .as("%s is %s, not %s", token, STATES.get(token), state)
                        .isPositive();
                STATES.wait(left);
            }
        }
    }

    /** Stages nothing, and is never away. */
    private static final class NothingToStage implements StagingGateway {
        @Override
        public StepReport move(StagingStep step, StepContext context) {
            return new StepReport(0, 0, List.of());
        }

        @Override
        public Optional<Problem> probe(Place place) {
            return Optional.empty();
        }
    }
}
