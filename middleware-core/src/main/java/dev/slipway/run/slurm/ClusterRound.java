package dev.slipway.run.slurm;

import dev.slipway.problem.Problem;
import dev.slipway.run.OsAccount;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The findings of one round of questions to a cluster about runs. */
final class ClusterRound {
    private final Map<String, OsAccount> names;
    private final Map<String, List<SlurmJob>> jobs = new HashMap<>();
    private final Map<String, Problem> unanswered = new HashMap<>();
    private final Set<String> unclear = new HashSet<>();

    /** @param names the owner of each run, by the run's name */
    ClusterRound(Map<String, OsAccount> names) {
        this.names = names;
    }

    /** Records the jobs of an answer, except jobs of the same name that another user than the owner submitted. */
    void found(List<SlurmJob> more) {
        more.stream()
                .filter(job -> names.containsKey(job.name()) && job.isOf(names.get(job.name())))
                .forEach(job -> jobs.computeIfAbsent(job.name(), name -> new ArrayList<>())
                        .add(job));
    }

    /** Records that the question as this owner failed. */
    void failed(OsAccount owner, Problem problem) {
        missing(owner).forEach(name -> unanswered.put(name, problem));
    }

    /** Records that the cluster was not asked whether these runs have ended. */
    void unclear(List<String> some) {
        unclear.addAll(some);
    }

    /** Returns the owners of the runs that are in no answer. */
    Set<OsAccount> ownersOfMissing() {
        return names.entrySet().stream()
                .filter(run -> !jobs.containsKey(run.getKey()))
                .map(Map.Entry::getValue)
                .collect(Collectors.toSet());
    }

    /** Returns the runs of the owner that are in no answer. */
    List<String> missing(OsAccount owner) {
        return missing(names.keySet().stream()
                .filter(name -> names.get(name).equals(owner))
                .toList());
    }

    /** Returns the given runs that are in no answer. */
    List<String> missing(List<String> some) {
        return some.stream().filter(name -> !jobs.containsKey(name)).toList();
    }

    Map<String, List<SlurmJob>> jobs() {
        return jobs;
    }

    /** Returns the problem of each run for which the question failed. */
    Map<String, Problem> unanswered() {
        return unanswered;
    }

    /** Returns the runs for which the questions succeeded, whether or not the cluster knows the run. */
    Set<String> asked() {
        return names.keySet().stream()
                .filter(name -> !unanswered.containsKey(name) && !unclear.contains(name))
                .collect(Collectors.toSet());
    }
}
