package dev.slipway.dispatch;

import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobState;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.run.KeptFile;
import dev.slipway.run.RunFolder;
import dev.slipway.run.RunFolders;
import dev.slipway.run.StorageSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the results, then removes the run folder, or the part of it that no retry can use. The journal records the kept
 * results before the removal begins. Cleaning always ends. The phase waits for an outage to pass. After any other
 * problem, the phase tries again for some minutes to save the results, and then records the part that is left undone.
 */
final class CleaningPhase {
    private static final Logger LOG = LoggerFactory.getLogger(CleaningPhase.class);

    /** With the default pauses, tries go on for about four minutes before the cleaning fails for good. */
    private static final int MOST_TRIES = 8;

    private final Loop loop;
    private final ResultStore store;
    private final RunFolders folders;
    private final StorageSettings storage;
    private final OwnerTurns cleaners;
    private final Gathered<Finding> found;

    CleaningPhase(Loop loop, ResultStore store, RunFolders folders, StorageSettings storage, OwnerTurns cleaners) {
        this.loop = loop;
        this.store = store;
        this.folders = folders;
        this.storage = storage;
        this.cleaners = cleaners;
        this.found = new Gathered<>(loop, Finding::work, JobState.CLEANING, this::record, this::goOn);
    }

    void advance(OpenJob work) {
        if (work.busy() || work.waiting()) {
            return;
        }
        work.busy(true);
        Job job = work.job();
        boolean last = work.tries() + 1 >= MOST_TRIES;
        cleaners.execute(job.owner(), () -> found.add(List.of(new Finding(work, job, cleaned(job, last)))));
    }

    /**
     * The outcome of a cleaning.
     *
     * @param seen the job before the cleaning
     */
    private record Finding(OpenJob work, Job seen, Outcome outcome) {}

    /** The events to record, or the problem that makes another try necessary. */
    private record Outcome(List<JobEvent> events, Optional<Problem> problem) {}

    private Outcome cleaned(Job job, boolean last) {
        try {
            List<JobEvent> events = job.results().isEmpty() ? kept(job, last) : List.of(emptied(job));
            return new Outcome(events, Optional.empty());
        } catch (ProblemException e) {
            return met(e.problem(), job, last);
        } catch (RuntimeException e) {
            LOG.error("job {}: cleaning failed unexpectedly", job.token(), e);
            return met(Problem.of(ProblemCode.INTERNAL, "cleaning failed unexpectedly"), job, last);
        }
    }

    private static Outcome met(Problem problem, Job job, boolean last) {
        if (!last || problem.isOutage()) {
            return new Outcome(List.of(), Optional.of(problem));
        }
        JobEvent rest = job.results().isEmpty() ? new JobEvent.ResultsKept(List.of()) : new JobEvent.Cleaned(true);
        return new Outcome(List.of(hindered(job, problem), rest), Optional.empty());
    }

    /**
     * Returns the event for a problem that prevents a part of the cleaning. A job that failed or was cancelled before
     * has no result to lose, so the part is only left undone.
     */
    private static JobEvent hindered(Job job, Problem problem) {
        boolean missed = !job.decided() && job.results().isEmpty();
        return missed ? new JobEvent.Failed(JobState.CLEANING, problem) : new JobEvent.LeftUndone(problem);
    }

    /**
     * Removes or reduces the run folder. A job that did not end well keeps its staged files and its checkpoint folder
     * for a retry.
     */
    private JobEvent emptied(Job job) {
        RunFolder folder = folders.of(job.token().value());
        if (job.decided() && !storage.folderLifetime().isZero()) {
            RunFolders.Reduced left = folders.reduce(
                    folder,
                    job.manifest().stream()
                            .filter(file -> file.bytes() >= 0)
                            .map(file -> new KeptFile(file.file(), file.bytes(), file.sha256()))
                            .toList(),
                    job.request().launch().checkpoint());
            return new JobEvent.Cleaned(left.any(), left.checkpoint());
        }
        folders.remove(folder);
        return new JobEvent.Cleaned(false);
    }

    private List<JobEvent> kept(Job job, boolean last) {
        RunFolder folder = folders.of(job.token().value());
        folders.seal(folder);
        ResultKeeping keeping = new ResultKeeping(store, job, folder, storage.jobBytes(), last);
        keeping.run();
        List<JobEvent> events = new ArrayList<>();
        keeping.missed().ifPresent(problem -> events.add(hindered(job, problem)));
        events.add(new JobEvent.ResultsKept(keeping.kept()));
        return events;
    }

    /** Records the cleanings that are done. */
    private void record(List<Finding> some) {
        Map<OpenJob, List<JobEvent>> events = new LinkedHashMap<>();
        for (Finding one : some) {
            if (isWanted(one) && one.outcome().problem().isEmpty()) {
                loop.unblock(one.work());
                events.put(one.work(), one.outcome().events());
            }
        }
        loop.record(events);
    }

    /** Returns false if the job was cancelled meanwhile, so that its kept results are not wanted any more. */
    private static boolean isWanted(Finding one) {
        Job job = one.work().job();
        return job.decided() == one.seen().decided()
                && job.givenUp() == one.seen().givenUp();
    }

    private void goOn(Finding one) {
        Optional<Problem> problem = one.outcome().problem();
        if (problem.isPresent() && isWanted(one)) {
            loop.block(one.work(), problem.get());
        } else {
            loop.advance(one.work().token());
        }
    }
}
