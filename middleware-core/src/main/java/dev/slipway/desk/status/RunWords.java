package dev.slipway.desk.status;

import dev.slipway.job.Job;
import dev.slipway.job.JobState;
import dev.slipway.problem.Printable;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemOwner;
import dev.slipway.request.Application;
import dev.slipway.request.MpiProgram;
import dev.slipway.run.ClusterStage;
import dev.slipway.run.RunHost;
import java.util.Optional;

/** Finds the words for the run of a job, and for the machine or the cluster that has the run. */
record RunWords(Job job) {

    /** Describes the activity of a job in its run. */
    String doing() {
        String place = "on partition " + job.acceptance().partition() + ranks();
        Optional<RunAtCluster> at = RunAtCluster.of(job, Optional.empty());
        String runs = at.flatMap(RunAtCluster::words)
                .map(words -> words + ", to run " + place)
                .orElseGet(() -> "runs " + place + restarted(at));
        return runs
                + at.map(one -> "; " + cluster() + " has it as job " + one.run().number())
                        .orElse("")
                + (job.hosts().isEmpty() ? "" : "; it has " + RunHost.words(job.hosts()));
    }

    private static String restarted(Optional<RunAtCluster> at) {
        return at.map(RunAtCluster::reason)
                .filter(reason -> !reason.isEmpty())
                .map(reason -> " (" + reason + ")")
                .orElse("");
    }

    private String ranks() {
        int processes = job.request().launch().processes();
        return " with " + processes + (processes == 1 ? " process" : " processes");
    }

    /** Returns whether a cluster has the run, and the run is not under way. */
    boolean waits() {
        return stage().isPresent();
    }

    private Optional<ClusterStage> stage() {
        return job.cluster().flatMap(Job.AtCluster::stage);
    }

    /** Names the wait of a run at a cluster; empty for a run under way. */
    Optional<String> waitsFor() {
        return stage().map(stage -> switch (stage) {
            case PENDING, REQUEUED -> "its turn in the queue of " + cluster();
            case STARTING -> cluster() + " to start its program";
            case SUSPENDED -> cluster() + " to resume it";
            case ENDING -> "the record of its end";
            case FETCHING -> "its files from the scratch folder of " + cluster();
            case UNKNOWN -> cluster();
        });
    }

    private String cluster() {
        return "cluster " + job.cluster().orElseThrow().run().cluster();
    }

    /** Names the place of a present or coming run: the cluster, or else the machine of the partition. */
    String machine() {
        return job.state() == JobState.RUNNING && job.cluster().isPresent()
                ? cluster()
                : "the machine of partition " + job.acceptance().partition();
    }

    /** Names the part that failed with this problem at the launch or in the run: the cluster, or else the program. */
    String thing(Problem problem) {
        boolean byCluster =
                problem.code().owner() == ProblemOwner.CLUSTER || problem.code() == ProblemCode.CLUSTER_REFUSED;
        return byCluster && job.cluster().isPresent() ? cluster() : program();
    }

    private String program() {
        Application application = job.request().launch().application();
        String title = Printable.line(application.title());
        return application instanceof MpiProgram ? "program " + title : title;
    }
}
