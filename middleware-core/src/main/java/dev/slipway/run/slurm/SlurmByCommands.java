package dev.slipway.run.slurm;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.run.ArrayPlace;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.OsAccount;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Makes requests to Slurm by Slurm's commands. */
public final class SlurmByCommands implements SlurmRequests {
    /** The exit status of a batch script that no signal ended, in the answer of scontrol. */
    private static final Pattern EXIT_STATUS = Pattern.compile("ExitCode=([0-9]{1,3}):0");

    private final ClusterSettings cluster;
    private final ClusterCommands commands;

    public SlurmByCommands(ClusterSettings cluster, ClusterCommands commands) {
        this.cluster = cluster;
        this.commands = commands;
    }

    private ClusterCall call(List<String> argv, String input, OsAccount account) {
        return new ClusterCall(argv, input, account, cluster.timeout());
    }

    /** Returns the names of the jobs of these runs. An array is named once, also for several runs of the array. */
    private static String jobNames(List<String> names) {
        return names.stream().map(ArrayPlace::jobName).distinct().collect(Collectors.joining(","));
    }

    /** Returns the numbers of these users. If there is one user, slurmctld sends squeue no jobs of other users. */
    private static String users(Set<OsAccount> owners) {
        return owners.stream()
                .map(owner -> Integer.toString(owner.uid()))
                .distinct()
                .sorted()
                .collect(Collectors.joining(","));
    }

    @Override
    public List<SlurmJob> queued(List<String> names, Set<OsAccount> owners, OsAccount account, Instant now)
            throws InterruptedException {
        if (names.isEmpty()) {
            return List.of();
        }
        ClusterAnswer answer = commands.answer(call(
                List.of(
                        "squeue",
                        "--noheader",
                        "--array",
                        "--states=all",
                        "--name=" + jobNames(names),
                        "--user=" + users(owners),
                        "--Format=" + SlurmLines.SQUEUE_FIELDS),
                "",
                account));
        if (!answer.well()) {
            throw away("squeue does not tell the states of runs", answer.err());
        }
        return SlurmLines.squeue(answer.out(), Set.copyOf(names), now);
    }

    @Override
    public List<SlurmJob> accounted(List<String> names, OsAccount account) throws InterruptedException {
        if (names.isEmpty()) {
            return List.of();
        }
        List<SlurmJob> found = accounted(List.of("sacct"), names, account);
        return found.isEmpty() ? accounted(List.of("sacct", "--completion"), names, account) : found;
    }

    private List<SlurmJob> accounted(List<String> command, List<String> names, OsAccount account)
            throws InterruptedException {
        List<String> argv = new ArrayList<>(command);
        argv.addAll(List.of(
                "--noheader",
                "--parsable2",
                "--allocations",
                "--starttime=now-7days",
                "--name=" + jobNames(names),
                "--format=" + SlurmLines.SACCT_FIELDS));
        ClusterAnswer answer = commands.answer(call(argv, "", account));
        return answer.well()
                ? SlurmLines.sacct(answer.out(), Set.copyOf(names)).stream()
                        .filter(job -> job.state().isOver())
                        .toList()
                : List.of();
    }

    @Override
    public boolean knows(String number, String jobName, Optional<String> comment, OsAccount account)
            throws InterruptedException {
        ClusterAnswer answer = shown(number, account);
        if (!answer.well()) {
            return !SbatchRefusal.isNoJob(answer.err() + answer.out());
        }
        List<String> words = words(answer);
        return words.contains("JobName=" + jobName)
                && words.stream()
                        .filter(word -> word.startsWith("UserId="))
                        .allMatch(word -> word.endsWith("(" + account.uid() + ")"))
                && comment.map(text -> words.contains("Comment=" + text)).orElse(true);
    }

    @Override
    public Optional<Integer> exitStatus(String number, OsAccount account) throws InterruptedException {
        return words(shown(number, account)).stream()
                .map(EXIT_STATUS::matcher)
                .filter(Matcher::matches)
                .map(found -> Integer.valueOf(found.group(1)))
                .findFirst();
    }

    /** Returns the answer of scontrol about the job with this number, also if the cluster has no such job. */
    private ClusterAnswer shown(String number, OsAccount account) throws InterruptedException {
        ClusterAnswer answer =
                commands.answer(call(List.of("scontrol", "--oneliner", "show", "job", number), "", account));
        if (!answer.well() && SbatchRefusal.isAway(answer.err())) {
            throw away("scontrol does not tell the state of a run", answer.err());
        }
        return answer;
    }

    private static List<String> words(ClusterAnswer answer) {
        return List.of(answer.out().split("\\s+"));
    }

    @Override
    public Set<String> partitions(OsAccount account) throws InterruptedException {
        // Without --all, a partition that is hidden, or closed to this user, would count as missing.
        ClusterAnswer answer =
                commands.answer(call(List.of("sinfo", "--noheader", "--all", "--format=%R"), "", account));
        if (!answer.well()) {
            throw away("sinfo does not tell the partitions", answer.err());
        }
        return answer.out().lines().map(String::strip).collect(Collectors.toSet());
    }

    @Override
    public List<Problem> trial(SbatchOptions options, OsAccount account) throws InterruptedException {
        List<String> argv = new ArrayList<>(List.of("sbatch", "--test-only"));
        argv.addAll(options.judged());
        ClusterAnswer answer = commands.answer(call(argv, "#!/bin/sh\n:\n", account));
        return answer.well() ? List.of() : List.of(SbatchRefusal.problem(cluster.name(), answer.err()));
    }

    @Override
    public Optional<Integer> mostInArray(OsAccount account) throws InterruptedException {
        ClusterAnswer answer = commands.answer(call(List.of("scontrol", "show", "config"), "", account));
        return answer.well() ? SlurmLines.mostInArray(answer.out()) : Optional.empty();
    }

    @Override
    public String submit(SlurmSubmission run, OsAccount account, Runnable begun) throws InterruptedException {
        List<String> argv = new ArrayList<>(List.of("sbatch"));
        argv.addAll(run.words());
        ClusterAnswer answer = commands.answer(call(argv, run.script(), account), begun);
        if (!answer.well()) {
            throw new ProblemException(SbatchRefusal.problem(cluster.name(), answer.err()));
        }
        Optional<String> number = SlurmLines.submitted(answer.out());
        // After this problem, the next try looks for the run by its name.
        return number.orElseThrow(() -> away("sbatch does not tell the number of the run", answer.out()));
    }

    @Override
    public void cancel(List<String> numbers, OsAccount account, Runnable begun) throws InterruptedException {
        List<String> argv = new ArrayList<>(List.of("scancel", "--quiet"));
        argv.addAll(numbers);
        commands.answer(call(argv, "", account), begun);
    }

    @Override
    public ClusterAnswer guard(List<String> command, OsAccount account) throws InterruptedException {
        return commands.answer(call(command, "", account));
    }

    private ProblemException away(String what, String words) {
        return new ProblemException(
                new Problem(ProblemCode.CLUSTER_AWAY, "cluster " + cluster.name() + ": " + what, words.strip()));
    }
}
