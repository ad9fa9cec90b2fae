package dev.slipway.problem;

import static java.util.Map.entry;

import java.util.Map;

/** The remedies of the problems of launches, runs and clusters. */
final class RunRemedies {
    static final Map<ProblemCode, Remedy> ALL = Map.ofEntries(
            entry(ProblemCode.PARTITION_UNKNOWN, Remedy.of("Use a partition that the operator has configured.")),
            entry(
                    ProblemCode.TOO_MANY_PROCESSES,
                    Remedy.of("Ask for at most as many processes as the partition allows.")),
            entry(
                    ProblemCode.DEMAND_NOT_TAKEN,
                    Remedy.of("Name a partition that takes it, or leave it out of the document.")
                            .onPages("Choose a partition that offers it, or leave it empty.")),
            entry(
                    ProblemCode.EXECUTABLE_MISSING,
                    Remedy.of("Name a program in one of the operator's application folders.")
                            .onPages("Choose a program that the operator has installed.")),
            entry(
                    ProblemCode.LAUNCH_FAILED,
                    Remedy.of("Look at the job's standard error; if it is empty, ask the operator.")),
            entry(
                    ProblemCode.PROGRAM_FAILED,
                    new Remedy(
                            "Read what the program wrote to standard error.",
                            "Read the program's standard error, with the operation output and the stream STDERR.",
                            "Read the program's standard error: `slipway output TOKEN --stderr`.")),
            entry(ProblemCode.WALL_TIME, Remedy.of("Ask for a longer wall time, or for less work.")),
            entry(ProblemCode.RUN_LOST, Remedy.of("The run's guard is gone, as after a reboot: submit the job again.")),
            entry(ProblemCode.LAUNCH_REFUSED, Remedy.of("Remove the argument or the variable that the message names.")),
            entry(
                    ProblemCode.LAUNCHER_BROKEN,
                    new Remedy(
                            "Nothing to do: ask your operator to repair the service.",
                            "Nothing to do: the job goes on when the operator has repaired the service.",
                            "Ask the operator to check slipway.guard; the job goes on when it names a program that"
                                    + " the service can run.")),
            entry(
                    ProblemCode.MACHINE_BUSY,
                    Remedy.of("Nothing to do: the run goes on when the machine has processes and memory to spare.")),
            entry(
                    ProblemCode.RUN_QUOTA,
                    new Remedy(
                            "Bring in or write less data, or ask your operator for a higher limit.",
                            "Stage or write fewer bytes or files, or ask the operator for a higher limit.",
                            "Stage or write fewer bytes or files, or ask the operator for a larger"
                                    + " slipway.limits.job-bytes or job-entries.")),
            entry(
                    ProblemCode.RUN_MEMORY,
                    Remedy.of("Raise the document's limit on memory, have the program use less, or use more"
                                    + " processes where the partition gives memory by slots.")
                            .onPages("Raise the memory limit, have the program use less, or use more processes where"
                                    + " the partition gives memory by slots.")),
            entry(
                    ProblemCode.VARIABLE_REFUSED,
                    new Remedy(
                            "Leave the variable out, or ask your operator to allow it on this partition.",
                            "Leave the variable out, or ask the operator to allow it on this partition; the"
                                    + " operation capabilities lists those that are allowed.",
                            "Leave the variable out. One that some documents may set can be listed by the operator"
                                    + " in slipway.partitions.NAME.environment; `slipway capabilities` tells what"
                                    + " is listed.")),
            entry(
                    ProblemCode.USERS_PROGRAM_REFUSED,
                    new Remedy(
                            "Choose a program that the operator has installed, or ask your operator for a partition"
                                    + " that runs users' programs.",
                            "Name a program of the application folders, or a partition that runs users' programs, as"
                                    + " the operation capabilities lists them.",
                            "Name a program of the application folders, or a partition that runs users' programs."
                                    + " The operator allows them for a partition by"
                                    + " slipway.partitions.NAME.users-programs: true.")),
            entry(
                    ProblemCode.RUNS_AS_SERVICE,
                    new Remedy(
                            "Ask your operator: the service may not start programs yet.",
                            "Ask the operator: the service may not start programs of other users yet.",
                            "Ask the operator to start the service as root, where each run has a user of its own, or"
                                    + " to set slipway.runs-as-service: true.")),
            entry(
                    ProblemCode.CLUSTER_AWAY,
                    Remedy.of("Nothing to do: the job goes on when the cluster answers again.")),
            entry(
                    ProblemCode.CLUSTER_ENDING,
                    Remedy.of("Nothing to do: the job ends when the cluster has ended its run.")),
            entry(
                    ProblemCode.RUN_HOST_AWAY,
                    Remedy.of("Nothing to do: the run starts when enough hosts of its partition answer again.")),
            entry(
                    ProblemCode.RUN_HOST_ENDING,
                    Remedy.of("Nothing to do: the job ends when the host that the message names has ended its part"
                            + " of the run. Ask the operator to bring that host back.")),
            entry(
                    ProblemCode.CLUSTER_REFUSED,
                    Remedy.of("Correct what the message names; the detail has the cluster's own words. If the"
                                    + " document does not set it, ask the operator.")
                            .onPages("Correct what the message names. If none of your fields sets it, ask your"
                                    + " operator.")),
            entry(
                    ProblemCode.CLUSTER_ACCOUNT,
                    new Remedy(
                            "Ask your operator for an account on that cluster.",
                            "Ask the operator for an account on that cluster.",
                            "Ask the operator for an account on that cluster: slipway.clusters.NAME.accounts.")),
            entry(
                    ProblemCode.MPI_UNFIT,
                    Remedy.of("Name the implementation of MPI for which the program was built, or a program built"
                            + " for the one named.")),
            entry(ProblemCode.CLUSTER_NODE_LOST, Remedy.of("Submit the job again: the cluster gives it other hosts.")),
            entry(
                    ProblemCode.CLUSTER_TIME,
                    Remedy.of("Ask for a longer wall time, or for less work; the cluster's queue may allow less than"
                            + " the partition here.")),
            entry(
                    ProblemCode.CLUSTER_MEMORY,
                    Remedy.of("Ask for more memory on each host, have the program use less, or use more hosts.")),
            entry(
                    ProblemCode.CLUSTER_CANCELLED,
                    Remedy.of("Ask the operators of the cluster why they ended it, or submit the job again.")),
            entry(
                    ProblemCode.CLUSTER_PREEMPTED,
                    Remedy.of("Submit the job again, or ask for a quality of service that is not preempted.")),
            entry(
                    ProblemCode.STREAM_LAUNCHER_BROKEN,
                    new Remedy(
                            "Ask your operator to set up stream applications.",
                            "Ask the operator to set up stream applications; jobs without one do not need that.",
                            "Ask the operator to name the program stream-launch in slipway.stream-launcher; jobs"
                                    + " without a stream application do not need it.")));

    private RunRemedies() {}
}
