package dev.slipway.toolkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.util.JSONObjectUtils;
import dev.slipway.problem.ProblemCode;
import dev.slipway.service.wire.OutcomeWord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.text.ParseException;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks the toolkit's output with {@code --json} against docs/json.md and the service's schema. */
class JsonFieldsTest extends ScriptedService {
    /** Calls of operators, each after its row in the documentation. */
    private static final String[][] OPERATORS = {
        {"`partition list`", "partition", "list"},
        {"`place list`", "place", "list"},
        {"`place check`", "place", "check", "source:risk"},
        {"`usage`", "usage"},
        {"partition drain", "partition", "drain", "local"},
        {"place pause", "place", "pause", "source:risk"}
    };

    /** Calls about templates, drafts and schedules, each after its row in the documentation. */
    private static final String[][] AUTHORING = {
        {"`template list`", "template", "list"},
        {"`template show`", "template", "show", "bank VaR"},
        {"`template run`, `schedule run`", "template", "run", "bank VaR"},
        {"`template run`, `schedule run`", "schedule", "run", "bank VaR"},
        {"`draft list`", "draft", "list"},
        {"`draft show`", "draft", "show", "so far"},
        {"`schedule list`", "schedule", "list"},
        {"`schedule show`", "schedule", "show", "bank VaR"},
        {"`schedule create`", "schedule", "create", "bank VaR", "--at", "07:30"},
        {"template delete", "template", "delete", "bank VaR"},
        {"draft delete", "draft", "delete", "so far"},
        {"schedule pause", "schedule", "pause", "bank VaR"},
        {"schedule resume", "schedule", "resume", "bank VaR"},
        {"`mail show`, `mail choose`", "mail", "show"},
        {"`mail show`, `mail choose`", "mail", "choose", "ann@example.org"},
        {"mail confirm", "mail", "confirm", "12345678"}
    };

    @BeforeEach
    void closed() {
        JOBS.looks.add(ScriptedJobs.ended(OutcomeWord.DONE));
    }

    @Test
    void every_field_of_an_answer_is_as_the_documentation_has_it() throws Exception {
        JsonFields fields = new JsonFields();
        for (String[] call :
                Stream.of(calls(), OPERATORS, AUTHORING).flatMap(Stream::of).toList()) {
            String[] line = Arrays.copyOfRange(call, 1, call.length + 1);
            line[line.length - 1] = "--json";
            assertThat(shell.run(line)).as("%s: %s", call[0], shell.err).isZero();
            assertThat(shell.out).as(call[0]).isNotEmpty();
            shell.out.lines().forEach(object -> fields.require(call[0], json(object)));
        }
    }

    @Test
    void a_job_at_a_cluster_has_the_fields_that_the_documentation_names() throws Exception {
        JOBS.looks.clear();
        JOBS.looks.add(SampleRunsAtCluster.pending());
        JOBS.change = SampleRunsAtCluster::make;
        JsonFields fields = new JsonFields();

        shell.run("status", TOKEN, "--json");
        Map<String, Object> status = json(shell.out);
        fields.require("`status TOKEN`, `watch` of a job", status);
        assertThat(status.get("cluster"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsOnlyKeys("name", "number", "stage", "reason", "expected", "words");
        shell.run("list", "--json");
        fields.require("`list`", json(shell.out));
        assertThat(shell.out).contains("\"cluster\":{\"name\":\"main\"");
    }

    /** Returns calls, each after its row in the documentation. */
    private String[][] calls() throws IOException {
        String document =
                Files.writeString(folder.resolve("fields.xml"), "<job/>").toString();
        Path secret = Files.writeString(folder.resolve("fields.secret"), "a long password\n");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        return new String[][] {
            {"`submit`", "submit", document},
            {"`plan`", "plan", document},
            {"`template create`", "template", "create", document},
            {"`status TOKEN`, `watch` of a job", "status", TOKEN},
            {"`status TOKEN`, `watch` of a job", "watch", TOKEN},
            {"`status` of several tokens", "status", TOKEN, TOKEN},
            {"`list`", "list"},
            {"`history`", "history", TOKEN},
            {"`explain`", "explain", TOKEN},
            {"`results TOKEN`", "results", TOKEN},
            {"`retry`", "retry", TOKEN},
            {"`capabilities`", "capabilities"},
            {"`upload`", "upload", document},
            {"`user list`", "user", "list"},
            {"`audit verify`", "audit", "verify"},
            {"`audit operations`", "audit", "operations"},
            {"`public-keys`", "public-keys"},
            {"`rotate-key`", "rotate-key", "callback"},
            {"cancel", "cancel", TOKEN},
            {"hold", "hold", TOKEN},
            {"output", "output", TOKEN},
            {
                "results TOKEN NAME -o FILE",
                "results",
                TOKEN,
                "pnl",
                "-o",
                folder.resolve("fields.csv").toString()
            },
            {"user add", "user", "add", "cara", "--password-file", secret.toString()},
            {
                "audit export",
                "audit",
                "export",
                TOKEN,
                "--to",
                folder.resolve("fields.record").toString()
            },
            {"login", "login"},
            {"logout", "logout"}
        };
    }

    @Test
    void a_failure_has_the_fields_that_the_documentation_names() {
        JOBS.refusal = ProblemCode.JOB_STATE;
        shell.run("cancel", TOKEN, "--json");

        Map<String, Object> failure = json(shell.err);
        assertThat(failure.keySet()).containsExactly("code", "message", "detail", "hint", "job", "exitStatus");
        assertThat(failure.get("exitStatus")).isInstanceOf(Number.class);
    }

    private static Map<String, Object> json(String line) {
        try {
            return JSONObjectUtils.parse(line);
        } catch (ParseException e) {
            throw new AssertionError("not JSON: " + line, e);
        }
    }
}
