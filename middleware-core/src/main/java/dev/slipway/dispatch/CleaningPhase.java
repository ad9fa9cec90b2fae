package dev.slipway.dispatch;

import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobEvent.KeptResult;
import dev.slipway.job.JobState;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.ResultFile;
import dev.slipway.run.RunFolder;
import dev.slipway.run.RunFolders;
import dev.slipway.run.StorageProblem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the results, then removes the run folder: in this order, with the first in the journal before the second begins. */
final class CleaningPhase {
    private static final Logger LOG = LoggerFactory.getLogger(CleaningPhase.class);

    private final Loop loop;
    private final ResultStore store;
    private final RunFolders folders;
    private final Executor movers;

    CleaningPhase(Loop loop, ResultStore store, RunFolders folders, Executor movers) {
        this.loop = loop;
        this.store = store;
        this.folders = folders;
        this.movers = movers;
    }

    void advance(OpenJob work) {
        if (work.busy() || work.waiting()) {
            return;
        }
        work.busy(true);
        Job job = work.job();
        movers.execute(() -> {
            Outcome outcome = cleaned(job);
            loop.post(work.token(), () -> {
                work.busy(false);
                loop.find(work.token());
                take(work, outcome);
            });
        });
    }

    /** What to record, or the problem that was met. */
    private record Outcome(List<JobEvent> events, Optional<Problem> problem) {}

    private Outcome cleaned(Job job) {
        RunFolder folder = folders.of(job.token().value());
        try {
            if (job.results().isEmpty()) {
                return new Outcome(kept(job, folder), Optional.empty());
            }
            folders.remove(folder);
            return new Outcome(List.of(new JobEvent.Cleaned(false)), Optional.empty());
        } catch (ProblemException e) {
            return new Outcome(List.of(), Optional.of(e.problem()));
        } catch (IOException e) {
            Problem problem = new Problem(
                    StorageProblem.of(folder.root().getParent()), "cannot keep the job's results", e.toString());
            return new Outcome(List.of(), Optional.of(problem));
        } catch (RuntimeException e) {
            LOG.error("job {}: cleaning failed unexpectedly", job.token(), e);
            return new Outcome(
                    List.of(), Optional.of(Problem.of(ProblemCode.INTERNAL, "cleaning failed unexpectedly")));
        }
    }

    private List<JobEvent> kept(Job job, RunFolder folder) throws IOException {
        LaunchRequest launch = job.request().launch();
        folders.seal(folder);
        store.keepStream(job.token(), folder, launch.stdout(), ResultStore.STDOUT);
        store.keepStream(job.token(), folder, launch.stderr(), ResultStore.STDERR);
        List<ResultFile> declared = job.decided() ? List.of() : job.request().results();
        List<KeptResult> kept = new ArrayList<>();
        List<JobEvent> events = new ArrayList<>();
        for (int number = 0; number < declared.size(); number++) {
            Optional<KeptResult> result = store.keep(job.token(), folder, declared, number);
            result.ifPresent(kept::add);
            if (result.isEmpty() && events.isEmpty()) {
                events.add(new JobEvent.Failed(JobState.CLEANING, missing(declared.get(number))));
            }
        }
        events.add(new JobEvent.ResultsKept(kept));
        return events;
    }

    private static Problem missing(ResultFile result) {
        return Problem.of(
                ProblemCode.FILE_MISSING,
                "result " + result.name() + ": there is no regular file " + result.file() + " in the run folder");
    }

    private void take(OpenJob work, Outcome outcome) {
        if (work.job().state() != JobState.CLEANING) {
            return;
        }
        if (outcome.problem().isPresent()) {
            // Cleaning must end some day, whatever is in the way: every problem is waited out, and shown.
            loop.block(work, outcome.problem().get());
            return;
        }
        loop.unblock(work);
        loop.record(work, outcome.events().toArray(JobEvent[]::new));
        loop.advance(work.token());
    }
}
