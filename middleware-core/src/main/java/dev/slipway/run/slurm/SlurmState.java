package dev.slipway.run.slurm;

import dev.slipway.problem.ProblemCode;
import dev.slipway.run.ClusterStage;
import java.util.Arrays;
import java.util.Optional;

/**
 * The table of Slurm's states of a job, by the names that squeue, sacct and slurmrestd write. A state that is not in
 * the table belongs to a newer Slurm. A run in such a state counts as under way, so that no end is judged by an unknown
 * word.
 */
public enum SlurmState {
    PENDING(Phase.WAITS, ClusterStage.PENDING),
    RESV_DEL_HOLD(Phase.WAITS, ClusterStage.PENDING),
    CONFIGURING(Phase.WAITS, ClusterStage.STARTING),
    SUSPENDED(Phase.WAITS, ClusterStage.SUSPENDED),
    STOPPED(Phase.WAITS, ClusterStage.SUSPENDED),
    REQUEUED(Phase.WAITS, ClusterStage.REQUEUED),
    REQUEUE_FED(Phase.WAITS, ClusterStage.REQUEUED),
    REQUEUE_HOLD(Phase.WAITS, ClusterStage.REQUEUED),
    SPECIAL_EXIT(Phase.WAITS, ClusterStage.REQUEUED),
    COMPLETING(Phase.WAITS, ClusterStage.ENDING),
    STAGE_OUT(Phase.WAITS, ClusterStage.ENDING),
    SIGNALING(Phase.WAITS, ClusterStage.ENDING),
    RUNNING(Phase.RUNS, ClusterStage.STARTING),
    RESIZING(Phase.RUNS, ClusterStage.STARTING),
    COMPLETED(Phase.ENDED, ProblemCode.RUN_LOST),
    FAILED(Phase.ENDED, ProblemCode.LAUNCH_FAILED),
    CANCELLED(Phase.ENDED, ProblemCode.CLUSTER_CANCELLED),
    TIMEOUT(Phase.ENDED, ProblemCode.CLUSTER_TIME),
    DEADLINE(Phase.ENDED, ProblemCode.CLUSTER_TIME),
    OUT_OF_MEMORY(Phase.ENDED, ProblemCode.CLUSTER_MEMORY),
    NODE_FAIL(Phase.ENDED, ProblemCode.CLUSTER_NODE_LOST),
    BOOT_FAIL(Phase.ENDED, ProblemCode.CLUSTER_NODE_LOST),
    PREEMPTED(Phase.ENDED, ProblemCode.CLUSTER_PREEMPTED),
    OTHER(Phase.WAITS, ClusterStage.UNKNOWN);

    /** Whether a job in the state has begun, and whether it is over. */
    public enum Phase {
        WAITS,
        RUNS,
        ENDED
    }

    private final Phase phase;
    private final ClusterStage stage;
    private final Optional<ProblemCode> code;

    /** A state of a job that is not over. A running job has this stage until the guard has claimed the run. */
    SlurmState(Phase phase, ClusterStage stage) {
        this.phase = phase;
        this.stage = stage;
        this.code = Optional.empty();
    }

    /** A state of a job that is over. The code is that of the problem of a run without a recorded end. */
    SlurmState(Phase phase, ProblemCode code) {
        this.phase = phase;
        this.stage = ClusterStage.ENDING;
        this.code = Optional.of(code);
    }

    /** Returns the state for a word of Slurm, such as "CANCELLED by 1000"; {@link #OTHER} for an unknown word. */
    public static SlurmState of(String word) {
        String name = word.strip().split("[ +]", 2)[0];
        return Arrays.stream(values())
                .filter(state -> state != OTHER && state.name().equals(name))
                .findFirst()
                .orElse(OTHER);
    }

    Phase phase() {
        return phase;
    }

    /** Returns whether a job in the state is over. */
    public boolean isOver() {
        return phase == Phase.ENDED;
    }

    /** Returns whether the job's processes may go on: false once the cluster has begun to end the last of them. */
    boolean goesOn() {
        return !isOver() && this != COMPLETING && this != STAGE_OUT;
    }

    ClusterStage stage() {
        return stage;
    }

    /** Returns the problem to report for a run in this final state without a record of the guard. */
    ProblemCode code() {
        return code.orElse(ProblemCode.RUN_LOST);
    }

    /**
     * Returns whether the cluster ends runs in this state, so that the state explains a "killed" in the guard's
     * record.
     */
    boolean endsRuns() {
        return isOver() && this != COMPLETED && this != FAILED;
    }
}
