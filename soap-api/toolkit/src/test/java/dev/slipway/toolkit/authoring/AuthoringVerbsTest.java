package dev.slipway.toolkit.authoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.form.JobForm;
import dev.slipway.service.JobsServer;
import dev.slipway.toolkit.RealService;
import dev.slipway.toolkit.Shell;
import dev.slipway.toolkit.answer.ExitStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the verbs for templates, drafts and schedules against the real desks and database. */
class AuthoringVerbsTest {
    private static final String DOCUMENT = """
            <JobDefinition xmlns="http://schemas.ggf.org/jsdl/2005/11/jsdl"><JobDescription>
            <JobIdentification><JobName>echo</JobName></JobIdentification><Application>
            <p:POSIXApplication xmlns:p="http://schemas.ggf.org/jsdl/2005/11/jsdl-posix">
            <p:Executable>true</p:Executable><p:Argument>${desk}</p:Argument><p:Argument>${days}</p:Argument>
            </p:POSIXApplication></Application></JobDescription></JobDefinition>
            """;

    @TempDir
    static Path folder;

    private static RealService service;
    private static Shell ann;
    private static Shell bob;
    private static Path document;

    @BeforeAll
    static void start() throws Exception {
        service = new RealService(folder);
        service.jobs().release();
        ann = service.shell("ann");
        bob = service.shell("bob");
        document = Files.writeString(folder.resolve("echo.xml"), DOCUMENT);
    }

    @AfterAll
    static void stop() throws Exception {
        service.close();
    }

    /** Makes a template of ann, and returns its id. */
    private static String made(String name, String... more) {
        String[] call = {
            "template",
            "create",
            document.toString(),
            "--name",
            name,
            "--blank",
            "desk:choice:all,rates=all",
            "--blank",
            "days:number:1..250",
            "--label",
            "days=Horizon"
        };
        String[] all = new String[call.length + more.length];
        System.arraycopy(call, 0, all, 0, call.length);
        System.arraycopy(more, 0, all, call.length, more.length);
        assertThat(ann.run(all)).as(ann.err).isZero();
        return ann.out.strip();
    }

    @Test
    void a_template_is_made_listed_shown_run_and_deleted() {
        String id = made("echo of a desk", "--description", "two words", "--shared");

        assertThat(bob.run("template", "list")).isZero();
        assertThat(bob.out)
                .containsPattern("ID +NAME +OWNER +SHARED +BLANKS +CHANGED\n")
                .containsPattern(id + " +echo of a desk +ann +yes +2 +20.*Z\n");
        assertThat(bob.run("template", "show", "echo of a desk")).isZero();
        assertThat(bob.out)
                .startsWith("echo of a desk, version 1, of ann, shared with all, changed 20")
                .contains("two words\n")
                .containsPattern("BLANK +TAKES +INITIAL +LABEL\n")
                .containsPattern("desk +all, rates +all +desk\n")
                .containsPattern("days +a number from 1 to 250 +Horizon\n");

        assertThat(bob.run("template", "run", id.substring(0, 8), "--set", "days=10", "--watch"))
                .as(bob.err)
                .isZero();
        assertThat(bob.out).containsPattern("^[0-9a-z]{32}\n").contains("DONE");
        assertThat(bob.run("template", "delete", id)).isEqualTo(ExitStatus.NOT_ALLOWED);
        assertThat(ann.run("template", "delete", "echo of a desk")).isZero();
        assertThat(ann.err).isEqualTo("slipway: template echo of a desk is deleted\n");
        assertThat(ann.run("template", "show", id)).isEqualTo(ExitStatus.UNKNOWN);
    }

    @Test
    void wrong_names_values_and_descriptions_are_told_with_the_remedy() {
        String id = made("bounded");
        assertThat(ann.run("template", "run", "bounden")).isEqualTo(ExitStatus.UNKNOWN);
        assertThat(ann.err).contains("there is no template \"bounden\"; did you mean \"bounded\"?", "[form.unknown]");
        assertThat(ann.run("template", "run", "bounded", "--set", "days=900")).isEqualTo(ExitStatus.CALL);
        assertThat(ann.err).contains("blank days takes a number from 1 to 250, and not 900");
        assertThat(ann.run("template", "run", "bounded", "--set", "dyas=9")).isEqualTo(ExitStatus.CALL);
        assertThat(ann.err).contains("blank dyas is not one of the template's: desk, days");
        assertThat(ann.run("template", "create", document.toString(), "--blank", "desk:chioce:all"))
                .isEqualTo(ExitStatus.CALL);
        assertThat(ann.err).contains("--blank is no description of a blank: desk:chioce:all", "NAME:choice:all,rates");
        assertThat(ann.run("template", "create", document.toString(), "--label", "desk=Desk"))
                .isEqualTo(ExitStatus.CALL);
        assertThat(ann.err).contains("--label names desk, and no --blank does");
        assertThat(ann.run("template", "sho", "bounded")).isEqualTo(ExitStatus.CALL);
        assertThat(ann.err).contains("slipway template has no verb sho; did you mean show?");
        ann.in = "<nothing/>";
        assertThat(ann.run("template", "create", "-")).isEqualTo(ExitStatus.DOCUMENT);
        assertThat(ann.err).contains("standard input:1:", "not readable");
        ann.run("template", "delete", id);
    }

    @Test
    void a_schedule_is_made_shown_run_paused_resumed_and_deleted() {
        String template = made("at seven");
        assertThat(ann.run(
                        "schedule",
                        "create",
                        "at seven",
                        "--set",
                        "days=10",
                        "--at",
                        "07:00",
                        "--until",
                        "09:00",
                        "--every",
                        "1h",
                        "--days",
                        "fri-sun,wed",
                        "--zone",
                        "Europe/Berlin"))
                .as(ann.err)
                .isZero();
        String id = ann.out.strip();
        assertThat(ann.err).startsWith("slipway: runs next at 20");

        assertThat(ann.run("schedule", "run", "at seven")).as(ann.err).isZero();
        String token = ann.out.strip();
        assertThat(ann.run("schedule", "show", id)).isZero();
        assertThat(ann.out)
                .contains("at seven, of ann\n", "template " + template + ", version 1\n", "with     days=10\n")
                .contains("when     wed,fri,sat,sun 07:00-09:00 every 60 min, Europe/Berlin\n")
                .containsPattern("(next     20[0-9-]+T0[5-8]:00:00Z\n){5}")
                .containsPattern("1 +20.*Z +SUBMITTED +" + token + " +run by ann\n");

        assertThat(ann.run("schedule", "pause", id.substring(0, 6))).isZero();
        assertThat(ann.run("schedule", "list")).isZero();
        assertThat(ann.out)
                .containsPattern("ID +NAME +OWNER +WHEN +NEXT +LAST JOB +STATE\n")
                .containsPattern(id + " +at seven +ann +wed,.* +paused +" + token);
        assertThat(ann.run("schedule", "run", id)).isEqualTo(23);
        assertThat(ann.err).contains("schedule at seven is paused: resume it");
        assertThat(ann.run("schedule", "resume", id, "--accept")).as(ann.err).isZero();
        assertThat(bob.run("schedule", "delete", id)).isEqualTo(ExitStatus.UNKNOWN);
        assertThat(ann.run("schedule", "delete", id)).isZero();
        assertThat(ann.run("schedule", "list")).isZero();
        assertThat(ann.out).doesNotContain(id);
        ann.run("template", "delete", template);
    }

    @Test
    void a_schedule_by_a_query_asks_it_regularly() {
        String template = made("on new prices");
        assertThat(ann.run(
                        "schedule",
                        "create",
                        template,
                        "--set",
                        "days=1",
                        "--source",
                        "risk",
                        "--query",
                        "SELECT 1",
                        "--every",
                        "10m",
                        "--overlap"))
                .as(ann.err)
                .isZero();
        String id = ann.out.strip();
        assertThat(ann.run("schedule", "show", id)).isZero();
        assertThat(ann.out).contains("when     a query of risk every 10 min\n         SELECT 1\n");
        assertThat(ann.run("schedule", "create", template)).isEqualTo(ExitStatus.CALL);
        assertThat(ann.err).contains("give one of --at and --query", "For example: --at 07:30");
        assertThat(ann.run("schedule", "create", template, "--at", "7:30", "--set", "days=1"))
                .isEqualTo(ExitStatus.CALL);
        assertThat(ann.err).contains("not a time of the day as 09:30");
        assertThat(ann.run("schedule", "create", template, "--at", "07:30", "--days", "mon,someday"))
                .isEqualTo(ExitStatus.CALL);
        assertThat(ann.err).contains("--days names no days of the week: mon,someday");
        assertThat(ann.run("schedule", "create", template, "--at", "07:30", "--every", "often"))
                .isEqualTo(ExitStatus.CALL);
        assertThat(ann.err).contains("--every is not a time: often", "Write 30m or 2h.");
        ann.run("template", "delete", template);
    }

    @Test
    void a_draft_is_listed_shown_and_turned_into_a_document() {
        var drafts = service.jobs().authoring().drafts();
        drafts.create(JobsServer.ANN, JobForm.blank().with("name", "so far"));
        drafts.create(JobsServer.ANN, JobForm.blank().with("name", "whole").with("executable", "true"));

        assertThat(ann.run("draft", "list")).isZero();
        assertThat(ann.out).containsPattern("ID +NAME +CHANGED +LAST JOB\n").contains("so far", "whole");
        assertThat(ann.run("draft", "show", "so far")).isZero();
        assertThat(ann.out).contains("so far, changed 20", "executable: ");
        assertThat(ann.err).isEqualTo("slipway: the draft cannot be submitted so far\n");
        assertThat(ann.run("draft", "show", "so far", "--document")).isEqualTo(ExitStatus.CALL);
        assertThat(ann.err).contains("is no document so far: executable:");
        assertThat(ann.run("draft", "show", "whole", "--document")).isZero();
        ann.in = ann.out;
        assertThat(ann.run("submit", "-")).as(ann.err).isZero();
        assertThat(bob.run("draft", "list")).isZero();
        assertThat(bob.out).doesNotContain("whole");
        assertThat(ann.run("draft", "delete", "whole")).isZero();
        assertThat(ann.run("draft", "delete", "so far")).isZero();
    }

    @Test
    void a_draft_of_jobs_that_no_document_can_hold_is_shown_with_the_reason() {
        JobForm form = JobForm.blank()
                .with("name", "unlike")
                .with("description", "${about}")
                .with("executable", "${program}")
                .with(JobForm.SWEEP, "program,about\ntrue,nothing\nfalse,");
        service.jobs().authoring().drafts().create(JobsServer.ANN, form);

        assertThat(ann.run("draft", "show", "unlike")).as(ann.err).isZero();
        assertThat(ann.out).contains("unlike, changed 20", "\nthe jobs differ in more than values at /jsdl:");
        assertThat(ann.err).isEqualTo("slipway: the draft cannot be submitted so far\n");
        assertThat(ann.run("draft", "show", "unlike", "--document")).isEqualTo(ExitStatus.CALL);
        assertThat(ann.err).contains("is no document so far: the jobs differ in more than values");
        assertThat(ann.run("draft", "delete", "unlike")).isZero();
    }
}
