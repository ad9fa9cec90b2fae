package dev.slipway.toolkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.problem.ProblemCode;
import dev.slipway.service.wire.HeldBack;
import dev.slipway.service.wire.JobState;
import dev.slipway.service.wire.JobStatus;
import dev.slipway.service.wire.OutcomeWord;
import dev.slipway.toolkit.answer.ExitStatus;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests every verb over TLS against the published contract. */
class VerbsTest extends ScriptedService {
    @Test
    void submit_prints_the_token_and_nothing_else() throws Exception {
        Path file = Files.writeString(folder.resolve("job.xml"), "<job>\u00e9</job>");

        assertThat(shell.run("submit", file.toString())).isZero();
        assertThat(shell.out).isEqualTo(TOKEN + "\n");
        assertThat(shell.err).contains("job.xml:3:7: warning: something is odd");
        assertThat(JOBS.heard).isEqualTo("submit <job>\u00e9</job>");

        assertThat(shell.run("submit", "--json", file.toString())).isZero();
        assertThat(shell.out).startsWith("{\"token\":\"" + TOKEN + "\",\"warnings\":[{\"code\":\"document.invalid\"");
    }

    @Test
    void validate_by_the_service_lists_findings_and_ends_as_submit_would() throws Exception {
        Path good = Files.writeString(folder.resolve("good.xml"), "good");
        Path bad = Files.writeString(folder.resolve("bad.xml"), "bad");

        assertThat(shell.run("validate", "--service", good.toString())).isZero();
        assertThat(shell.out).contains("good.xml:3:7: warning: something is odd", "good.xml: readable");
        assertThat(shell.run("validate", "--service", bad.toString())).isEqualTo(10);
        assertThat(shell.out).contains("bad.xml:3:7: error: ", "[document.invalid]", "bad.xml: not readable");
        assertThat(shell.run("validate", "--service", "--json", bad.toString())).isEqualTo(10);
        assertThat(shell.out)
                .startsWith("{\"readable\":false,\"ready\":false,\"findings\":[{")
                .contains("\"code\":\"document.invalid\"");
        assertThat(shell.run("validate", "--service", "--json", good.toString()))
                .isZero();
        assertThat(shell.out)
                .as("the schemas were not asked")
                .startsWith("{\"readable\":true,\"ready\":true,\"findings\":[{");
    }

    @Test
    void status_shows_figures_at_each_level_with_the_intervals_that_have_both_bounds() {
        JOBS.looks.add(ScriptedJobs.runningAtLevels(2_500));

        assertThat(shell.run("status", TOKEN)).isZero();
        assertThat(shell.out)
                .contains("figures   var_mean_99=12,345.7 (12,000.5 to 13,000)  var_mean_97.5=9,000.25"
                        + "  es_mean_99=15,000  es_mean_99_lower=14,000");
    }

    @Test
    void status_says_what_the_program_does_now() {
        JobStatus status = ScriptedJobs.running(2_500);
        status.getProgress().setProgramPhase("pass 2 of 3");
        JOBS.looks.add(status);

        assertThat(shell.run("status", TOKEN)).isZero();
        assertThat(shell.out).contains("program   2,500 of 10,000, pass 2 of 3\n");
        assertThat(shell.run("status", "--json", TOKEN)).isZero();
        assertThat(shell.out).contains("\"value\":12345.678}],\"programPhase\":\"pass 2 of 3\"}");
    }

    @Test
    void status_shows_steps_and_progress_without_control_characters() {
        JOBS.looks.add(ScriptedJobs.running(2_500));

        assertThat(shell.run("status", TOKEN)).isZero();
        assertThat(shell.out)
                .contains("var abc  " + TOKEN, "RUNNING", "program   2,500 of 10,000")
                .contains("var_mean_99=12,345.7");
        assertThat(shell.out.chars().filter(c -> c != '\n').noneMatch(Character::isISOControl))
                .isTrue();

        assertThat(shell.run("status", "--json", TOKEN)).isZero();
        assertThat(shell.out)
                .contains("\"progress\":{\"done\":2500,\"of\":10000,\"figures\":[{\"name\":\"var_mean_99\","
                        + "\"value\":12345.678}]}")
                .contains("\"cancelRequested\":false", "\"steps\":[]");
    }

    @Test
    void list_history_and_results_answer_in_tables_and_in_json() {
        assertThat(shell.run("list", "--offset", "0", "--limit", "1")).isZero();
        assertThat(shell.out.lines()).hasSize(2);
        assertThat(shell.out).contains(TOKEN, "DONE");
        assertThat(shell.err).contains("1 of 3 jobs");
        assertThat(JOBS.heard).isEqualTo("list 0 1");
        assertThat(shell.run("list", "--json")).isZero();
        assertThat(shell.out).startsWith("{\"total\":3,\"jobs\":[{\"token\":");

        assertThat(shell.run("history", TOKEN)).isZero();
        assertThat(shell.out).contains("2026-11-20T10:00:00Z", "AFTER", "0.0 s", "ACCEPTED");
        assertThat(shell.run("results", TOKEN)).isZero();
        assertThat(shell.out).contains("pnl-distribution", "pnl.csv");
        assertThat(shell.run("results", "--json", TOKEN)).isZero();
        assertThat(shell.out).contains("\"bytes\":" + JOBS.result.length);
    }

    @Test
    void results_fetches_a_file_whole_and_verified_or_not_at_all() throws Exception {
        Path file = folder.resolve("pnl.csv");

        assertThat(shell.run("results", TOKEN, "pnl", "-o", file.toString())).isZero();
        assertThat(Files.readAllBytes(file)).isEqualTo(JOBS.result);
        assertThat(shell.run("results", TOKEN, "pnl")).isZero();
        assertThat(shell.out).isEqualTo(new String(JOBS.result, StandardCharsets.UTF_8));

        JOBS.sum = "0".repeat(64);
        Path damaged = folder.resolve("damaged.csv");
        assertThat(shell.run("results", TOKEN, "pnl", "-o", damaged.toString())).isEqualTo(71);
        assertThat(shell.err).contains("arrived damaged [file.corrupt]\n");
        assertThat(damaged).doesNotExist();
        try (var left = Files.list(folder)) {
            assertThat(left.filter(path -> path.toString().endsWith(".part"))).isEmpty();
        }
        assertThat(shell.run("results", TOKEN, "nothing")).isEqualTo(22);
        assertThat(shell.err).contains("has no result named nothing [result.unknown]\n");
    }

    @Test
    void output_passes_bytes_on_and_a_terminal_gets_no_control_sequences() {
        JOBS.output = "a\u001b[31mred\u0007\u009b\tz\n".getBytes(StandardCharsets.UTF_8);

        assertThat(shell.run("output", "--follow", TOKEN)).isZero();
        assertThat(shell.out).isEqualTo(new String(JOBS.output, StandardCharsets.UTF_8));
        assertThat(JOBS.heard).isEqualTo("output stdout");

        shell.live = true;
        assertThat(shell.run("output", "--stderr", TOKEN)).isZero();
        assertThat(shell.out).isEqualTo("a[31mred        z\n");
        assertThat(JOBS.heard).isEqualTo("output stderr");
    }

    @Test
    void explain_says_what_a_job_waits_for_and_about_how_long() {
        JOBS.explanation = SampleExplanations.waiting();

        assertThat(shell.run("explain", TOKEN)).isZero();
        assertThat(shell.out).isEqualTo("""
                var abc  %s
                READY for 1 min 0 s: has all its inputs and waits for its turn on partition local
                waits for   2 slots of partition local: 0 of 2 are free, 1 run holds the others; number 3 in the queue
                estimate    about 4 min, from the last 20 runs on local
                """.formatted(TOKEN));

        assertThat(shell.run("explain", "--json", TOKEN)).isZero();
        assertThat(shell.out)
                .startsWith("{\"token\":\"" + TOKEN)
                .contains("\"position\":3,\"estimateSeconds\":240,\"about\":\"about 4 min");
    }

    @Test
    void explain_says_whose_problem_a_failure_is_and_what_to_do() {
        JOBS.explanation = SampleExplanations.failed();

        assertThat(shell.run("explain", TOKEN)).isZero();
        assertThat(shell.out).isEqualTo("""
                var  %s
                CLOSED for 1 min 0 s: failed in STAGING_IN
                failed in   STAGING_IN
                at          step positions from risk
                whose       document
                problem     step positions: the database refuses
                            relation "risk.positons" does not exist
                code        sql.statement-refused
                remedy      Correct the statement.
                """.formatted(TOKEN));
        assertThat(shell.run("explain", "--json", TOKEN)).isZero();
        assertThat(shell.out).contains("\"owner\":\"document\"", "\"lasting\":true");
    }

    @Test
    void status_says_who_holds_a_job_and_the_estimate_that_explain_gives() {
        JOBS.explanation = SampleExplanations.waiting();
        JobStatus held = ScriptedJobs.status(JobState.READY);
        HeldBack by = new HeldBack();
        by.setBy("olga");
        by.setSince(ScriptedJobs.BEGUN.plusSeconds(30));
        held.setHeld(by);
        held.setParent(ScriptedJobs.AGAIN);
        JOBS.looks.add(held);

        assertThat(shell.run("status", TOKEN)).isZero();
        assertThat(shell.out)
                .contains("held      by olga, since 30.0 s\n")
                .contains("again     does job " + ScriptedJobs.AGAIN + " again\n")
                .contains("estimate  about 4 min, from the last 20 runs on local\n");
        assertThat(shell.run("status", "--json", TOKEN)).isZero();
        assertThat(shell.out).contains("\"held\":{\"by\":\"olga\",\"since\":\"2026-11-20T10:00:30Z\"}");
    }

    @Test
    void audit_verify_ends_well_for_a_sound_journal_only() {
        assertThat(shell.run("audit", "verify")).isZero();
        assertThat(JOBS.heard).isEqualTo("auditVerify null");
        assertThat(shell.out)
                .isEqualTo("sound: 1,200 jobs, 30,000 events, 2 checkpoints\ncheckpoint  " + "ab".repeat(32) + "\n");

        JOBS.damage = "event 3 of job " + TOKEN + " was changed";
        assertThat(shell.run("audit", "verify", TOKEN)).isEqualTo(ProblemCode.JOURNAL_CORRUPT.exitStatus());
        assertThat(JOBS.heard).isEqualTo("auditVerify " + TOKEN);
        assertThat(shell.out).startsWith(JOBS.damage + "\nnot sound: ");
        assertThat(shell.run("audit", "verify", "--json")).isEqualTo(ProblemCode.JOURNAL_CORRUPT.exitStatus());
        assertThat(shell.out)
                .startsWith("{\"jobs\":1200,\"events\":30000,\"checkpoints\":2,\"findings\":[{\"text\":\"event 3");
    }

    @Test
    void audit_operations_answers_in_a_table_and_in_json() {
        assertThat(shell.run("audit", "operations", "--limit", "5")).isZero();
        assertThat(JOBS.heard).isEqualTo("operations 0 5");
        assertThat(shell.out).contains("NO", "2026-11-20T10:00:00Z  EXPORTED   alma  10.0.0.7  audit record");
        assertThat(shell.run("audit", "operations", "--json")).isZero();
        assertThat(shell.out).startsWith("{\"operations\":[{\"sequence\":7,");
    }

    @Test
    void retry_prints_the_new_token_and_nothing_else() {
        assertThat(shell.run("retry", TOKEN)).isZero();
        assertThat(shell.out).isEqualTo(ScriptedJobs.AGAIN + "\n");
        assertThat(shell.run("retry", "--json", TOKEN)).isZero();
        assertThat(shell.out).isEqualTo("{\"token\":\"" + ScriptedJobs.AGAIN + "\"}\n");
    }

    @Test
    void submit_tells_the_problems_of_a_document_as_validate_does() throws Exception {
        Path bad = Files.writeString(folder.resolve("worse.xml"), "bad");
        assertThat(shell.run("validate", "--service", bad.toString())).isEqualTo(10);
        String judged = shell.out;
        assertThat(judged)
                .contains("worse.xml:3:7: error: something is odd [document.invalid]\n    /jsdl:JobDefinition\n"
                        + "    Look at it.");

        assertThat(shell.run("submit", bad.toString())).isEqualTo(10);
        assertThat(shell.out).isEmpty();
        assertThat(shell.err.replace("slipway: ", "")).isEqualTo(judged);
    }

    @Test
    void cancel_delete_kill_hold_and_release_call_their_operations() {
        for (String verb : List.of("cancel", "delete", "kill", "hold", "release")) {
            assertThat(shell.run(verb, TOKEN)).isZero();
            assertThat(JOBS.heard).isEqualTo(verb + " " + TOKEN);
            assertThat(shell.run(verb, "--json", TOKEN)).isZero();
            assertThat(shell.out).isEqualTo("{\"token\":\"" + TOKEN + "\"}\n");
        }
    }

    @Test
    void every_problem_of_the_service_ends_with_the_status_of_its_class_and_its_own_code_and_words() {
        for (ProblemCode code : ProblemCode.values()) {
            JOBS.refusal = code;
            assertThat(shell.run("cancel", TOKEN))
                    .as(code.id())
                    .isEqualTo(code.exitClass().number());
            assertThat(shell.out).isEmpty();
            assertThat(shell.err).isEqualTo(words(code));
        }
    }

    /** Returns the expected words of a refusal. About a refused login the toolkit knows more than the service says. */
    private static String words(ProblemCode code) {
        return code == ProblemCode.NOT_AUTHENTICATED
                ? "slipway: the service does not accept user ann with this password [access.not-authenticated]\n"
                        + "  refused as told\n"
                        + "hint: Check user name and password; passwords are case-sensitive.\n"
                : "slipway: refused as told [" + code.id() + "]\n  relation \"risk.positons\" does not exist\nhint: "
                        + code.remedy().shell() + "\n";
    }

    @Test
    void status_of_several_jobs_is_a_line_each_and_ends_as_the_first_without_one() {
        JOBS.looks.add(ScriptedJobs.ended(OutcomeWord.DONE));

        assertThat(shell.run("status", TOKEN, TOKEN)).isZero();
        assertThat(JOBS.heard).isEqualTo("statuses 2");
        assertThat(shell.out.lines()).hasSize(3).last().asString().contains(TOKEN, "var abc", "ann", "DONE");
        assertThat(shell.run("status", TOKEN, ScriptedJobs.AGAIN)).isEqualTo(ProblemCode.JOB_UNKNOWN.exitStatus());
        assertThat(shell.out).contains("there is no job " + ScriptedJobs.AGAIN);
        assertThat(shell.run("status", "--json", TOKEN, ScriptedJobs.AGAIN))
                .isEqualTo(ProblemCode.JOB_UNKNOWN.exitStatus());
        assertThat(shell.out)
                .startsWith("{\"answers\":[{\"token\":\"" + TOKEN + "\",\"status\":{")
                .contains("{\"token\":\"" + ScriptedJobs.AGAIN + "\",\"problem\":{\"code\":\"job.unknown\"");
        String[] many = new String[202];
        Arrays.fill(many, TOKEN);
        many[0] = "status";
        assertThat(shell.run(many)).isZero();
        assertThat(JOBS.heard).as("200 in one call at most").isEqualTo("statuses 1");
        assertThat(shell.out.lines()).hasSize(202);
    }

    @Test
    void list_asks_for_states_outcomes_owner_name_and_time() {
        assertThat(shell.run(
                        "list",
                        "--state",
                        "closed",
                        "--state",
                        "READY",
                        "--outcome",
                        "failed",
                        "--user",
                        "bob",
                        "--name",
                        "var",
                        "--from",
                        "2h",
                        "--until",
                        "2026-11-21",
                        "--limit",
                        "5"))
                .isZero();
        assertThat(JOBS.heard)
                .isEqualTo("list 0 5 [CLOSED, READY] [FAILED] bob var 2026-11-20T08:01:00Z 2026-11-21T00:00:00Z");
        for (String time : List.of("yesterday", "2026-13-01", "5w", "2026-11-20T08:01:00")) {
            assertThat(shell.run("list", "--from", time)).as(time).isEqualTo(ExitStatus.CALL);
            assertThat(shell.err).contains("--from is not a time");
        }
        assertThat(shell.run("list", "--state", "GONE")).isEqualTo(ExitStatus.CALL);
    }

    @Test
    void capabilities_and_keys_tell_what_the_service_offers() {
        assertThat(shell.run("capabilities")).isZero();
        assertThat(shell.out).isEqualTo("""
                version    1.0
                partition  local: 8 processes at once, 2 h 0 min at most, of kind slurm; documents may set \
                OMP_NUM_THREADS MYAPP_*
                call       1.0 MiB at most
                document   512.0 KiB at most
                sweep      1,000 jobs at most
                waiting    100,000 jobs of yours at most
                uploads    4.0 MiB each, 64.0 MiB of yours at most
                sources    risk positions
                stores     risk
                hosts      -
                sites      -
                folders    -
                callbacks  flows.example.org:443
                you        ann: user
                """);
        assertThat(shell.run("capabilities", "--json")).isZero();
        assertThat(shell.out)
                .contains("\"partitions\":[{\"name\":\"local\",\"processes\":8,\"wallTimeSeconds\":7200,"
                        + "\"variables\":[\"OMP_NUM_THREADS\",\"MYAPP_*\"],\"kind\":\"slurm\"}]")
                .contains(
                        "\"sources\":[\"risk\",\"positions\"]",
                        "\"stores\":[\"risk\"]",
                        "\"hosts\":[]",
                        "\"callbacks\":[\"flows.example.org:443\"]")
                .contains("\"largestDocument\":524288,\"largestSweep\":1000,\"waitingJobsPerUser\":100000")
                .contains("\"user\":{\"name\":\"ann\",\"roles\":[\"USER\"]");
        assertThat(shell.run("keys")).isZero();
        assertThat(shell.out).isEqualTo("KID       PURPOSE  ALGORITHM\nscripted  seal     RSA-OAEP-256\n");
        assertThat(shell.run("rotate-key", "seal")).isZero();
        assertThat(shell.out).isEqualTo("scripted\n");
        assertThat(JOBS.heard).isEqualTo("rotateKey SEAL");
        assertThat(shell.run("rotate-key", "everything")).isEqualTo(ExitStatus.CALL);
    }
}
