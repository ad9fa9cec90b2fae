package dev.slipway.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.desk.status.JobStatus;
import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.RunLimits;
import dev.slipway.request.RunPath;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests real runs with the guard program and Open MPI's mpirun; the programs are shell scripts. */
@Timeout(300)
class MpirunIT extends RealRuns {
    @Test
    void runs_a_program_on_its_ranks_and_keeps_what_it_wrote() throws Exception {
        JobToken token = submit("""
                echo "rank $OMPI_COMM_WORLD_RANK of $OMPI_COMM_WORLD_SIZE, mode $MODE, argument $2, as $(id -u)"
                [ "$OMPI_COMM_WORLD_RANK" = 0 ] || exit 0
                cat books.csv > pnl.csv
                touch "$TMPDIR/t" "$HOME/h"
                echo '{"done":3,"of":3,"figures":{"var_mean_99":2.5}}' >> "$SLIPWAY_PROGRESS"
                echo "$SLIPWAY_TOKEN" >> pnl.csv
                """);

        Job job = untilClosed(token);
        JobStatus status = middleware.desk().status(MiddlewareTestBed.ALICE, token);

        assertThat(job.outcome()).contains(new JobOutcome.Done());
        assertThat(output(token))
                .contains("rank 0 of 2, mode fast, argument a b.csv, as ")
                .contains("rank 1 of 2");
        assertThat(output(token)).doesNotContain("as 0");
        assertThat(status.run().progress().orElseThrow().figures()).containsEntry("var_mean_99", 2.5);
        assertThat(status.run().report().orElseThrow().exitStatus()).isZero();
        try (var result = middleware.desk().openResult(MiddlewareTestBed.ALICE, token, "pnl")) {
            assertThat(new String(result.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("rows of books\n" + token + "\n");
        }
        assertThat(folder.resolve("scratch").resolve(token.value())).doesNotExist();
    }

    @Test
    void reports_an_exit_status_and_the_last_words() throws Exception {
        JobToken token = submit("echo 'cannot read positions' >&2\nsleep 0.1\nexit 7\n");

        JobOutcome.Failed failed = failed(untilClosed(token));

        assertThat(failed.phase()).isEqualTo(JobState.RUNNING);
        assertThat(failed.problem().code()).isEqualTo(ProblemCode.PROGRAM_FAILED);
        assertThat(failed.problem().message()).endsWith("ended with exit status 7");
        assertThat(failed.problem().detail()).contains("cannot read positions");
    }

    @Test
    void reports_a_crash() throws Exception {
        JobToken token = submit("[ $OMPI_COMM_WORLD_RANK = 0 ] && kill -SEGV $$\nexec sleep 300\n");

        JobOutcome.Failed failed = failed(untilClosed(token));

        assertThat(failed.problem().code()).isEqualTo(ProblemCode.PROGRAM_FAILED);
        // The message of mpirun depends on the process whose end mpirun notices first.
        assertThat(failed.problem().detail()).containsPattern("signal 11|non-zero exit code");
    }

    @Test
    void ends_a_run_at_its_wall_time() throws Exception {
        JobToken token = submit("exec sleep 300\n", Duration.ofSeconds(1));

        Problem problem = failed(untilClosed(token)).problem();
        assertThat(problem.code()).isEqualTo(ProblemCode.WALL_TIME);
        assertThat(problem.message()).endsWith(" was ended at its limit on elapsed time, 1 s by the document");
    }

    @Test
    void a_retry_finds_what_a_run_had_done_that_was_killed_and_has_it_for_its_own() throws Exception {
        JobToken parent = submit("""
                [ "$OMPI_COMM_WORLD_RANK" = 0 ] || exit 0
                if [ -e out/units/1 ]; then
                    echo "goes on as $(id -u), owner $(stat -c %u out/units/1)" && echo 2 > \
                out/units/2 && cat out/units/* && exit 0
                fi
                mkdir -p out/units && echo 1 > out/units/1 && echo up
                exec sleep 300
                """, Duration.ofMinutes(1), RunLimits.NONE, Optional.of(new RunPath("out/units")));
        until(parent, job -> output(parent).contains("up"));
        middleware.desk().cancel(MiddlewareTestBed.ALICE, parent);
        assertThat(untilClosed(parent).checkpointKept()).isTrue();

        JobToken token = middleware.desk().retry(MiddlewareTestBed.ALICE, parent);

        assertThat(untilClosed(token).outcome()).contains(new JobOutcome.Done());
        assertThat(output(token)).matches("(?s)goes on as (\\d+), owner \\1\n1\n2\n");
    }

    @Test
    void a_checkpoint_folder_counts_in_the_quota_also_after_it_was_passed_on() throws Exception {
        limit(20 << 20);
        JobToken parent = submit("""
                [ "$OMPI_COMM_WORLD_RANK" = 0 ] || exec sleep 300
                mkdir -p units
                before=$(ls units)
                head -c 12000000 /dev/zero > "units/$SLIPWAY_TOKEN"
                [ -n "$before" ] || exit 7
                exec sleep 300
                """, Duration.ofMinutes(1), RunLimits.NONE, Optional.of(new RunPath("units")));
        Job first = untilClosed(parent);
        assertThat(failed(first).problem().code()).isEqualTo(ProblemCode.PROGRAM_FAILED);

        Job second = untilClosed(middleware.desk().retry(MiddlewareTestBed.ALICE, parent));

        assertThat(failed(second).problem().code()).isEqualTo(ProblemCode.RUN_QUOTA);
        assertThat(second.checkpointKept())
                .as("a retry under a larger quota can go on")
                .isTrue();
    }

    @Test
    void kills_all_of_a_cancelled_run() throws Exception {
        JobToken token = submit("trap '' TERM\nsetsid sleep 301.25 &\necho up\nwhile :; do sleep 0.1; done\n");
        until(token, job -> output(token).contains("up"));

        middleware.desk().cancel(MiddlewareTestBed.ALICE, token);
        Job job = untilClosed(token);

        assertThat(job.outcome()).contains(new JobOutcome.Cancelled("alice"));
        assertThat(job.run().orElseThrow().report().reason()).isEqualTo("killed");
        assertThat(ProcessHandle.allProcesses()
                        .flatMap(process -> process.info().arguments().stream())
                        .map(List::of))
                .noneMatch(arguments -> arguments.contains("301.25"));
    }

    @Test
    void finds_a_run_that_outlived_the_middleware() throws Exception {
        Path gate = folder.resolve("gate");
        JobToken token = submit("echo started >> pnl.csv\nwhile [ ! -e '" + gate + "' ]; do sleep 0.05; done\n");
        until(token, job -> Files.exists(runFolder(token).resolve("pnl.csv")));

        middleware.close();
        open();
        boolean running = middleware.journal().load(token).orElseThrow().state() == JobState.RUNNING;
        Files.writeString(gate, "");
        Job job = untilClosed(token);

        assertThat(running).isTrue();
        assertThat(job.outcome()).contains(new JobOutcome.Done());
        try (var result = middleware.desk().openResult(MiddlewareTestBed.ALICE, token, "pnl")) {
            assertThat(new String(result.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("started\nstarted\n");
        }
    }

    @Test
    void learns_of_a_run_that_ended_while_the_middleware_was_down() throws Exception {
        Path gate = folder.resolve("gate");
        JobToken token = submit("while [ ! -e '" + gate + "' ]; do sleep 0.05; done\nexit 7\n");
        Path root = runFolder(token).getParent();
        until(token, job -> Files.exists(root.resolve("started.json")));

        middleware.close();
        Files.writeString(gate, "");
        await(() -> Files.exists(root.resolve("ended.json")));
        open();

        assertThat(failed(untilClosed(token)).problem().message()).endsWith("exit status 7");
    }

    @Test
    void names_the_application_folders_when_the_program_is_missing() throws Exception {
        assertThatThrownBy(() -> middleware
                        .desk()
                        .submit(MiddlewareTestBed.ALICE, MiddlewareTestBed.submission(JobRequests.small(), "<job/>")))
                .isInstanceOfSatisfying(ProblemException.class, refused -> {
                    assertThat(refused.problem().code()).isEqualTo(ProblemCode.EXECUTABLE_MISSING);
                    assertThat(refused.problem().detail())
                            .contains(folder.resolve("applications").toString());
                });
    }

    @Test
    void says_why_a_program_could_not_be_started() throws Exception {
        Path program = folder.resolve("applications/program");
        Files.writeString(program, "#!/no/such/interpreter\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));

        JobToken token = middleware
                .desk()
                .submit(MiddlewareTestBed.ALICE, MiddlewareTestBed.submission(JobRequests.small(), "<job/>"));
        JobOutcome.Failed failed = failed(untilClosed(token));

        assertThat(failed.phase()).isEqualTo(JobState.RUNNING);
        assertThat(failed.problem().detail()).isNotBlank();
    }

    @Test
    void tells_no_variable_of_a_document_on_a_command_line() throws Exception {
        JobToken token = submit("echo \"mode $MODE\"\ngrep -lsa 'MODE=[f]ast' /proc/[0-9]*/cmdline | wc -l\n");

        untilClosed(token);

        assertThat(output(token).lines().distinct()).containsExactlyInAnyOrder("mode fast", "0");
    }

    @Test
    void kills_a_run_that_writes_more_than_a_job_may_have() throws Exception {
        limit(20 << 20);
        JobToken token = submit("trap '' TERM\nfor i in 1 2 3 4; do head -c 10000000 /dev/zero > $$.$i; done\n"
                + "while :; do sleep 0.1; done\n");

        JobOutcome.Failed failed = failed(untilClosed(token));

        assertThat(failed.problem().code()).isEqualTo(ProblemCode.RUN_QUOTA);
        assertThat(failed.problem().message()).contains(" bytes, of 20971520 that it may have");
    }

    @Test
    void says_of_a_run_that_had_too_much_memory_what_it_may_have() throws Exception {
        RunLimits limits = new RunLimits(Optional.of(300L << 20), Optional.empty(), Optional.empty());
        JobToken token = submit(
                "exec python3 -c 'import time; held = bytearray(b\"x\") * 200000000; time.sleep(100)'\n",
                Duration.ofMinutes(1),
                limits);

        JobOutcome.Failed failed = failed(untilClosed(token));

        assertThat(failed.problem().code()).isEqualTo(ProblemCode.RUN_MEMORY);
        assertThat(failed.problem().message()).endsWith("was ended at its limit on memory, 300 MiB by the document");
        assertThat(failed.problem().detail()).contains(" bytes of memory, of 314572800 that they may have");
    }

    @Test
    void kills_a_run_that_makes_more_files_than_a_job_may_have() throws Exception {
        limit(20 << 20);
        JobToken token = submit("mkdir d$$; cd d$$; seq 2000 | xargs touch; sleep 100\n");

        JobOutcome.Failed failed = failed(untilClosed(token));

        assertThat(failed.problem().code()).isEqualTo(ProblemCode.RUN_QUOTA);
        assertThat(failed.problem().message()).contains("more than 1000 files and folders");
    }

    @Test
    void ends_a_run_that_makes_a_sparse_file_longer_than_a_job_may_have() throws Exception {
        limit(20 << 20);
        JobToken token = submit("truncate -s 1T pnl.csv\n");

        Job job = untilClosed(token);

        assertThat(failed(job).problem().code()).isIn(ProblemCode.RUN_QUOTA, ProblemCode.PROGRAM_FAILED);
        assertThat(job.results().orElseThrow()).isEmpty();
    }

    @Test
    void takes_a_new_identity_for_each_of_more_failed_runs_than_there_are_identities() throws Exception {
        for (int run = 0; run < 4; run++) {
            Job job = untilClosed(submit("echo \"as $(id -u)\"\nsleep 0.1\nexit 7\n"));
            Path kept = runFolder(job.token());

            assertThat(failed(job).problem().code()).isEqualTo(ProblemCode.PROGRAM_FAILED);
            assertThat(job.folderKept()).isTrue();
            assertThat(kept.resolve("books.csv")).hasContent("rows of books");
            assertThat(Files.getAttribute(kept.resolve("books.csv"), "unix:uid"))
                    .isEqualTo(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
            assertThat(kept.resolve("stdout.txt")).doesNotExist();
            assertThat(output(job.token())).contains("as ");
        }
    }

    @Test
    void says_in_the_history_that_the_partition_allows_less_time_than_was_asked_for() throws Exception {
        JobToken token = submit("sleep 0.1\n", Duration.ofHours(2));

        untilClosed(token);

        assertThat(middleware.desk().history(MiddlewareTestBed.ALICE, token).stream()
                        .filter(entry -> entry.event().equals("LAUNCH_INTENDED")))
                .singleElement()
                .satisfies(entry -> assertThat(entry.text())
                        .contains("asked for 7200 s, partition local allows 60 s")
                        .contains("--wall-time 60"));
    }

    @Test
    void finds_usage_and_output_of_a_run_that_ended_while_the_middleware_was_down() throws Exception {
        Path gate = folder.resolve("gate");
        JobToken token = submit("while [ ! -e '" + gate + "' ]; do sleep 0.05; done\n"
                + "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done\necho counted\n");
        Path root = runFolder(token).getParent();
        until(token, job -> Files.exists(root.resolve("started.json")));

        middleware.close();
        Files.writeString(gate, "");
        await(() -> Files.exists(root.resolve("ended.json")));
        open();
        Job job = untilClosed(token);

        assertThat(job.outcome()).contains(new JobOutcome.Done());
        assertThat(job.run().orElseThrow().report().userSeconds()).isGreaterThan(0.05);
        assertThat(job.run().orElseThrow().report().maxRssBytes()).isGreaterThan(1 << 20);
        assertThat(output(token)).isEqualTo("counted\ncounted\n");
    }
}
