package dev.slipway.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Tests a sweep over an uploaded input at the shipped service: one call, one token, real runs, and the results of each
 * run.
 */
class SweepIT {
    private static final Duration PATIENCE = Duration.ofSeconds(180);

    /** Cuts one line out of the upload. The elements of lines 2 and 3 succeed, the element of line 4 fails. */
    private static final String PROGRAM = """
            [ "$1" -lt 4 ] || { echo "no line $1" >&2; exit 3; }
            sed -n "$1p" input.csv > line.csv
            """;

    private static Installation installation;

    @BeforeAll
    static void start() {
        installation = Installation.start();
        installation.offer("nth-line", PROGRAM);
    }

    @AfterAll
    static void stop() {
        installation.close();
    }

    @Test
    void a_sweep_is_submitted_whole_seen_as_one_and_done_again_where_it_failed() {
        Path input = installation.write("input.csv", "number\ntwo\nthree\n");
        String sha256 =
                installation.slipway("upload", input.toString()).answer().strip();
        assertThat(sha256).matches("[0-9a-f]{64}");
        Path document = installation.write("sweep.xml", document(sha256));

        String group =
                installation.slipway("submit", document.toString()).answer().strip();
        assertThat(installation.slipway("submit", document.toString()).answer().strip())
                .isEqualTo(group);
        Installation.await("the group is closed", PATIENCE, () -> status(group).contains("\"closed\":"));

        assertThat(status(group)).contains("\"state\":\"CLOSED\"", "\"outcome\":\"FAILED\"", "\"jobs\":3");
        assertThat(installation.slipway("status", group).answer())
                .contains("jobs      2 CLOSED DONE", "jobs      1 CLOSED FAILED", "failed    element 3, job ");
        assertThat(installation.slipway("explain", group).answer())
                .contains("3 jobs: 2 done, 1 failed", "slipway retry " + group);
        assertThat(installation.slipway("history", group).answer()).contains("element 1, job ", "CLEANED");
        List<String> jobs = jobs(group);
        assertThat(jobs).hasSize(3);
        assertThat(installation.slipway("results", group).answer()).contains(jobs.get(2), jobs.get(1), "line");
        assertThat(installation.slipway("results", jobs.get(1), "line").answer())
                .isEqualTo("three");
        assertThat(installation.slipway("results", group, "line").exitStatus()).isNotZero();

        String again = installation.slipway("retry", group).answer().strip();
        Installation.await(
                "the second group is closed", PATIENCE, () -> status(again).contains("\"closed\":"));
        assertThat(status(again)).contains("\"jobs\":1", "\"parent\":\"" + group + "\"");
        assertThat(installation.slipway("audit", "verify").answer()).contains("sound");
    }

    private static String status(String group) {
        return installation.slipway("status", group, "--json").answer();
    }

    /** Returns the jobs newest first, as lists do. */
    private static List<String> jobs(String group) {
        Matcher tokens = Pattern.compile("\"token\":\"([0-9a-z]{32})\"")
                .matcher(
                        installation.slipway("list", "--group", group, "--json").answer());
        return tokens.results().map(token -> token.group(1)).toList();
    }

    private static String document(String sha256) {
        return """
                <jsdl:JobDefinition sid="lines" xmlns:jsdl="http://schemas.ggf.org/jsdl/2005/11/jsdl"
                    xmlns:posix="http://schemas.ggf.org/jsdl/2005/11/jsdl-posix" xmlns:sw="urn:slipway:job:1"
                    xmlns:sweep="http://schemas.ogf.org/jsdl/2009/03/sweep"
                    xmlns:sweepfunc="http://schemas.ogf.org/jsdl/2009/03/sweep/functions">
                  <jsdl:JobDescription>
                    <jsdl:JobIdentification><jsdl:JobName>lines</jsdl:JobName></jsdl:JobIdentification>
                    <jsdl:Application>
                      <posix:POSIXApplication>
                        <posix:Executable>nth-line</posix:Executable>
                        <posix:Argument>2</posix:Argument>
                      </posix:POSIXApplication>
                    </jsdl:Application>
                    <jsdl:DataStaging>
                      <jsdl:FileName>input.csv</jsdl:FileName>
                      <jsdl:CreationFlag>overwrite</jsdl:CreationFlag>
                      <jsdl:Source><sw:Upload sha256="%s"/></jsdl:Source>
                    </jsdl:DataStaging>
                    <sw:Results><sw:Result name="line" file="line.csv"/></sw:Results>
                  </jsdl:JobDescription>
                  <sweep:Sweep>
                    <sweep:Assignment>
                      <sweep:DocumentNode><sweep:Match>//posix:Argument</sweep:Match></sweep:DocumentNode>
                      <sweepfunc:LoopInteger start="2" end="4"/>
                    </sweep:Assignment>
                  </sweep:Sweep>
                </jsdl:JobDefinition>
                """.formatted(sha256);
    }
}
