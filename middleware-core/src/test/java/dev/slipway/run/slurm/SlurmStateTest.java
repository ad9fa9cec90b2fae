package dev.slipway.run.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.slipway.problem.ProblemCode;
import dev.slipway.run.ClusterStage;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SlurmStateTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    @Test
    void an_unknown_state_is_a_run_that_goes_on_and_never_an_end() {
        assertThat(SlurmState.of("TELEPORTED")).isEqualTo(SlurmState.OTHER);
        assertThat(SlurmState.of("OTHER")).isEqualTo(SlurmState.OTHER);
        assertThat(SlurmState.of("")).isEqualTo(SlurmState.OTHER);
        assertThat(SlurmState.OTHER.isOver()).isFalse();
        assertThat(SlurmState.OTHER.stage()).isEqualTo(ClusterStage.UNKNOWN);
    }

    @Test
    void sacct_adds_words_to_states() {
        assertThat(SlurmState.of("CANCELLED by 1000")).isEqualTo(SlurmState.CANCELLED);
        assertThat(SlurmState.of("CANCELLED+")).isEqualTo(SlurmState.CANCELLED);
    }

    @Test
    void tells_why_a_cluster_ended_a_run() {
        assertThat(SlurmState.of("NODE_FAIL").code()).isEqualTo(ProblemCode.CLUSTER_NODE_LOST);
        assertThat(SlurmState.of("TIMEOUT").code()).isEqualTo(ProblemCode.CLUSTER_TIME);
        assertThat(SlurmState.of("OUT_OF_MEMORY").code()).isEqualTo(ProblemCode.CLUSTER_MEMORY);
        assertThat(SlurmState.of("PREEMPTED").code()).isEqualTo(ProblemCode.CLUSTER_PREEMPTED);
        assertThat(SlurmState.of("CANCELLED").code()).isEqualTo(ProblemCode.CLUSTER_CANCELLED);
        assertThat(SlurmState.COMPLETED.endsRuns()).isFalse();
    }

    @Test
    void reads_what_squeue_writes_with_fields_of_fixed_width() {
        String line = "17                      |1000            |tok                     |PENDING   |1           "
                + "|2026-03-01T13:00:00   |(Req|Node)   ";

        assertThat(SlurmLines.squeue(line, Set.of("tok"), NOW))
                .containsExactly(new SlurmJob(
                        "17",
                        1000,
                        "tok",
                        SlurmState.PENDING,
                        "PENDING",
                        1,
                        Optional.of(Instant.parse("2026-03-01T13:00:00Z")),
                        "(Req|Node)"));
    }

    @Test
    void the_jobs_of_an_array_have_the_names_of_their_runs() {
        String answer = String.join(
                "\n",
                "17_0|1000|tok|RUNNING|0|N/A|None",
                "17_12|1000|tok|PENDING|0|N/A|Resources",
                "17_[13-20%2]|1000|tok|PENDING|0|N/A|None",
                "18|1000|tok|PENDING|0|N/A|None");

        assertThat(SlurmLines.squeue(answer, Set.of("tok_0", "tok_12", "tok_13"), NOW))
                .extracting(SlurmJob::number, SlurmJob::name)
                .containsExactly(tuple("17_0", "tok_0"), tuple("17_12", "tok_12"));
        assertThat(SlurmLines.sacct("17_0|1000|tok|COMPLETED\n17|1000|tok|FAILED\n", Set.of("tok_0")))
                .extracting(SlurmJob::number, SlurmJob::state)
                .containsExactly(tuple("17_0", SlurmState.COMPLETED));
    }

    @Test
    void reads_the_most_jobs_of_an_array() {
        assertThat(SlurmLines.mostInArray("MaxArraySize            = 1001\nMaxJobCount = 7\n"))
                .contains(1001);
        assertThat(SlurmLines.mostInArray("MaxJobCount = 7\n")).isEmpty();
    }

    @Test
    void leaves_out_bad_lines_and_strangers_and_keeps_the_rest() {
        String answer = String.join(
                "\n",
                "slurm_load_jobs: something odd",
                "|||||||",
                "x7|1000|tok|RUNNING|0|N/A|None",
                "8|1000|tok||0|N/A|None",
                "9|1000|other|RUNNING|0|N/A|None",
                "10|1000|tok|RUNNING|many|sometime|None",
                "12|many|tok|RUNNING|0|N/A|None",
                "13||tok|RUNNING|0|N/A|None",
                "11|1000|tok");

        assertThat(SlurmLines.squeue(answer, Set.of("tok"), NOW))
                .containsExactly(
                        new SlurmJob("10", 1000, "tok", SlurmState.RUNNING, "RUNNING", 0, Optional.empty(), ""));
    }

    @Test
    void a_number_that_no_job_can_have_is_no_number() {
        String large = "9".repeat(30);
        Set<String> tok = Set.of("tok");

        assertThat(SlurmLines.squeue(large + "|1000|tok|RUNNING|0|N/A|None", tok, NOW))
                .isEmpty();
        assertThat(SlurmLines.squeue("1_" + large + "|1000|tok|RUNNING|0|N/A|None", tok, NOW))
                .isEmpty();
        assertThat(SlurmLines.sacct(large + "|1000|tok|FAILED", tok)).isEmpty();
        assertThat(SlurmLines.submitted(large + ";main\n")).isEmpty();
        assertThat(SlurmLines.submitted("17;main\n")).contains("17");
        assertThat(SlurmLines.squeue("9".repeat(18) + "|1000|tok|RUNNING|0|N/A|None", tok, NOW))
                .hasSize(1);
    }

    @Test
    void a_start_in_the_far_future_is_no_estimate() {
        String line = "17|1000|tok|PENDING|0|8151-07-02T09:07:08|Resources";

        assertThat(SlurmLines.squeue(line, Set.of("tok"), NOW).get(0).expected())
                .isEmpty();
    }

    @Test
    void reads_ends_of_sacct_of_the_asked_runs_alone() {
        String answer = "5|1000|tok|CANCELLED by 0\n5.batch|1000|tok|CANCELLED\n6|1000|other|FAILED\nbad line\n";

        assertThat(SlurmLines.sacct(answer, Set.of("tok")))
                .extracting(SlurmJob::number, SlurmJob::state)
                .containsExactly(tuple("5", SlurmState.CANCELLED));
        assertThat(List.of(SlurmLines.sacct("", Set.of("tok")))).containsExactly(List.of());
    }
}
