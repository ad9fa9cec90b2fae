package dev.slipway.toolkit.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.JobState;
import dev.slipway.problem.ProblemCode;
import dev.slipway.service.JobsServer;
import dev.slipway.service.RealJobs;
import dev.slipway.service.ServerKey;
import dev.slipway.toolkit.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the check of a real job's record, exported by the real service and then changed. The check needs no service and
 * names the change.
 */
class AuditRecordTest {
    private static final String DOCUMENT = """
            <jsdl:JobDefinition xmlns:jsdl="http://schemas.ggf.org/jsdl/2005/11/jsdl"
                xmlns:posix="http://schemas.ggf.org/jsdl/2005/11/jsdl-posix">
              <jsdl:JobDescription><jsdl:Application><posix:POSIXApplication>
                <posix:Executable>true</posix:Executable>
              </posix:POSIXApplication></jsdl:Application></jsdl:JobDescription>
            </jsdl:JobDefinition>
            """;

    @TempDir
    static Path folder;

    private static RealJobs jobs;
    private static JobsServer server;
    private static Shell ann;
    private static String token;
    private static String record;

    @BeforeAll
    static void export_a_closed_job() throws Exception {
        jobs = new RealJobs(folder);
        jobs.release();
        ServerKey key = ServerKey.in(folder, "server");
        server = JobsServer.secured(jobs, folder, key);
        ann = new Shell(folder).profile(server.address(), "ann", "ann-pw", key.certificate());
        assertThat(ann.run("submit", write("job.xml", DOCUMENT).toString())).isZero();
        token = ann.out.strip();
        jobs.await(token, JobState.CLOSED);
        Path file = folder.resolve("record.xml");
        assertThat(ann.run("audit", "export", token, "--to", file.toString())).isZero();
        assertThat(ann.out).isEmpty();
        record = Files.readString(file);
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
        jobs.close();
    }

    @Test
    void a_record_as_it_was_exported_is_sound() throws IOException {
        assertThat(check(record)).isZero();
        assertThat(ann.out)
                .contains(": sound, job " + token)
                .containsPattern("checkpoint  [0-9a-f]{64}, covers events");
        assertThat(ann.run(
                        "audit",
                        "check",
                        "--json",
                        folder.resolve("checked.xml").toString()))
                .isZero();
        assertThat(ann.out).startsWith("{\"sound\":true,\"token\":\"" + token).contains("\"findings\":[]");
        assertThat(ann.run("audit", "export", token)).isZero();
        assertThat(check(ann.out)).isZero();
    }

    @Test
    void a_changed_event_is_named() throws IOException {
        Matcher second = Pattern.compile("(?s)sequence=\"2\".*?<payload>([^<]+)</payload>")
                .matcher(record);
        assertThat(second.find()).isTrue();
        String forged = Base64.getEncoder().encodeToString("{\"forged\":true}".getBytes());

        refused(record.substring(0, second.start(1)) + forged + record.substring(second.end(1)), "event 2 (");
        refused(record.replaceFirst("(sequence=\"3\" at=\")[^\"]+", "$12020-01-01T00:00:00Z"), "event 3 (");
    }

    @Test
    void a_removed_a_moved_and_a_cut_event_are_named() throws IOException {
        String second = event(2);
        String third = event(3);

        refused(record.replace(second, ""), "event 3 stands where event 2 must stand");
        refused(record.replace(second + third, third + second), "event 3 stands where event 2 must stand");
        String last = event(record.split("<event ").length - 1);
        refused(record.replace(last, ""), "does not cover the record");
    }

    @Test
    void what_stands_above_the_events_must_fit_them() throws IOException {
        refused(record.replace("owner=\"ann\"", "owner=\"bob\""), "owner bob is not the one of event 1");
        refused(
                record.replaceFirst("documentSha256=\"[0-9a-f]{64}\"", "documentSha256=\"" + "0".repeat(64) + "\""),
                "the document's SHA-256");
        refused(record.replaceFirst("(<checkpoint [^>]*by=\")[^\"]*", "$1mallory"), "was changed");
    }

    @Test
    void a_checkpoint_whose_lines_were_moved_is_named_though_its_hash_is_the_same() throws IOException {
        Matcher checkpoint = Pattern.compile("(?s)<text>(checkpoint over [^<]*)</text>\\s*<payload>([^<]+)</payload>")
                .matcher(record);
        assertThat(checkpoint.find()).isTrue();
        String lines = new String(Base64.getDecoder().decode(checkpoint.group(2)));
        String moved = record.substring(0, checkpoint.start())
                + "<text>" + checkpoint.group(1) + "\n" + lines.stripTrailing() + "</text><payload></payload>"
                + record.substring(checkpoint.end());

        refused(moved, "has a field of several lines");
        assertThat(ann.out)
                .contains("does not list the jobs that it says it covers")
                .doesNotContain("was changed");
    }

    @Test
    void what_is_no_record_is_a_wrong_call() throws IOException {
        for (String text : new String[] {"", "<a/>", "no xml", "<!DOCTYPE a [<!ENTITY b 'c'>]>" + record}) {
            assertThat(check(text)).isEqualTo(2);
            assertThat(ann.out).isEmpty();
            assertThat(ann.err).contains("is not an audit record");
        }
        assertThat(ann.run("audit", "check", folder.resolve("nowhere").toString()))
                .isEqualTo(2);
    }

    @Test
    void the_checkpoint_of_a_record_is_looked_for_among_kept_heads() throws IOException {
        Matcher checkpoint = Pattern.compile("<checkpoint sequence=\"(\\d+)\"[^>]* hash=\"([0-9a-f]{64})\"")
                .matcher(record);
        assertThat(checkpoint.find()).isTrue();
        String others = "1 " + "0".repeat(64) + " 0123456789abcdef x\n";
        String kept = checkpoint.group(1) + " " + checkpoint.group(2) + " 0123456789abcdef x\n";

        assertThat(checkAmong(others + kept)).isZero();
        assertThat(ann.out).contains(": sound, job ");
        assertThat(checkAmong(others)).isEqualTo(ProblemCode.JOURNAL_CORRUPT.exitStatus());
        assertThat(ann.out)
                .contains("checkpoint " + checkpoint.group(1) + " is not among the heads in ", ": not sound");
    }

    private static int checkAmong(String heads) throws IOException {
        return ann.run(
                "audit",
                "check",
                "--heads",
                write("heads", heads).toString(),
                write("whole.xml", record).toString());
    }

    private static void refused(String changed, String finding) throws IOException {
        assertThat(changed).isNotEqualTo(record);
        assertThat(check(changed)).as(finding).isEqualTo(ProblemCode.JOURNAL_CORRUPT.exitStatus());
        assertThat(ann.out).contains(finding, ": not sound, job " + token);
    }

    private static String event(int sequence) {
        Matcher event = Pattern.compile("(?s)  <event sequence=\"" + sequence + "\".*?</event>\n")
                .matcher(record);
        assertThat(event.find()).isTrue();
        return event.group();
    }

    private static int check(String text) throws IOException {
        return ann.run("audit", "check", write("checked.xml", text).toString());
    }

    private static Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }
}
