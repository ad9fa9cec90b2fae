package dev.slipway.run.slurm;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Tells the two meanings of a failed submission apart: the cluster is away for a while, or the cluster refuses the run.
 * sbatch has one exit status for both, and slurmrestd gives the same words, so the words of the message decide.
 */
public final class SbatchRefusal {
    /** Words of Slurm for problems that pass without a change to the run. */
    private static final List<String> AWAY = List.of(
            "unable to contact slurm controller",
            "unable to establish config",
            "socket timed out",
            "zero bytes were transmitted",
            "connection refused",
            "connection timed out",
            "connection reset",
            "communication connection failure",
            "communication shutdown failure",
            "message receive failure",
            "message send failure",
            "authentication",
            "munge",
            "controller in standby mode",
            "temporarily unable to accept job",
            "resource temporarily unavailable",
            "i/o error writing script",
            "slurmctld is shutting down",
            "no route to host",
            "network is unreachable",
            "name resolution",
            "cannot allocate memory");

    /** The words of Slurm for a number without a job, and for an array without a job of the index. */
    private static final Pattern NO_JOB = Pattern.compile("Invalid job id|[Jj]ob[^\\n]* not found");

    /** A word in messages of Slurm, and the demand or setting that the word is about. */
    private record Field(String word, String meaning) {}

    private static final List<Field> FIELDS = List.of(
            new Field("account", "the account to charge (JobProject)"),
            new Field("partition", "the queue of the partition"),
            new Field("qos", "the quality of service"),
            new Field("feature", "the constraint on hosts"),
            new Field("reservation", "the reservation"),
            new Field("time limit", "the limit on elapsed time"),
            new Field("memory", "the memory on each host"),
            new Field("cpu count per node", "the number of processors on each host"),
            new Field("node count", "the number of hosts"),
            new Field("more processors requested", "the number of processes"),
            new Field("node configuration is not available", "the hosts, processes, threads and memory together"),
            new Field("working directory", "the run folder, which the cluster does not see"));

    private SbatchRefusal() {}

    /** Returns whether this message of a command of Slurm says that the cluster does not answer now. */
    public static boolean isAway(String words) {
        String lower = words.toLowerCase(Locale.ROOT);
        return AWAY.stream().anyMatch(lower::contains);
    }

    /** Returns whether this message of Slurm says that no job has the number of the question. */
    public static boolean isNoJob(String words) {
        return NO_JOB.matcher(words).find();
    }

    /** Returns the problem of a run that the cluster did not accept, with this message of Slurm. */
    public static Problem problem(String cluster, String message) {
        String words = message.strip();
        if (isAway(words)) {
            return new Problem(
                    ProblemCode.CLUSTER_AWAY, "cluster " + cluster + ": sbatch cannot hand over the run now", words);
        }
        String about = field(words).map(meaning -> ": " + meaning).orElse("");
        return new Problem(ProblemCode.CLUSTER_REFUSED, "cluster " + cluster + " refuses the run" + about, words);
    }

    /**
     * Returns the demand or setting that the cluster's message is about. The first line decides before the last line,
     * which may be general.
     */
    static Optional<String> field(String words) {
        return words.lines()
                .map(line -> line.toLowerCase(Locale.ROOT))
                .flatMap(line -> FIELDS.stream()
                        .filter(field -> line.contains(field.word()))
                        .limit(1))
                .map(Field::meaning)
                .findFirst();
    }
}
