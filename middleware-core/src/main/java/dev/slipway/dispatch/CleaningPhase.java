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
import dev.slipway.run.KeptFile;
import dev.slipway.run.RunFolder;
import dev.slipway.run.RunFolders;
import dev.slipway.run.StorageProblem;
import dev.slipway.run.StorageSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the results, then removes the run folder, or what of it no retry can use: in this order, with the first in the journal before
 * the second begins.
 */
final class CleaningPhase {
    private static final Logger LOG = LoggerFactory.getLogger(CleaningPhase.class);

    private final Loop loop;
    private final ResultStore store;
    private final RunFolders folders;
    private final StorageSettings storage;
    private final Executor movers;

    CleaningPhase(Loop loop, ResultStore store, RunFolders folders, StorageSettings storage, Executor movers) {
        this.loop = loop;
        this.store = store;
        this.folders = folders;
        this.storage = storage;
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
            return new Outcome(List.of(new JobEvent.Cleaned(emptied(job, folder))), Optional.empty());
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

    /** Whether staged files of a job that did not end well stay for its retry. */
    private boolean emptied(Job job, RunFolder folder) {
        if (job.decided() && !storage.folderLifetime().isZero()) {
            return folders.reduce(
                    folder,
                    job.manifest().stream()
                            .filter(file -> file.bytes() >= 0)
                            .map(file -> new KeptFile(file.file(), file.bytes(), file.sha256()))
                            .toList());
        }
        folders.remove(folder);
        return false;
    }

    private List<JobEvent> kept(Job job, RunFolder folder) throws IOException {
        LaunchRequest launch = job.request().launch();
        folders.seal(folder);
        long room = storage.jobBytes();
        room -= store.keepStream(job.token(), folder, launch.stdout(), ResultStore.STDOUT, room);
        room -= store.keepStream(job.token(), folder, launch.stderr(), ResultStore.STDERR, room);
        List<ResultFile> declared = job.decided() ? List.of() : job.request().results();
        List<KeptResult> kept = new ArrayList<>();
        Optional<Problem> obstacle = Optional.empty();
        for (int number = 0; number < declared.size(); number++) {
            try {
                Optional<KeptResult> result = store.keep(job.token(), folder, declared, number, room);
                result.ifPresent(kept::add);
                room -= result.map(KeptResult::bytes).orElse(0L);
                if (result.isEmpty()) {
                    obstacle = obstacle.or(problem(missing(declared.get(number))));
                }
            } catch (ProblemException e) {
                obstacle = obstacle.or(problem(e.problem()));
            }
        }
        List<JobEvent> events = new ArrayList<>();
        obstacle.ifPresent(problem -> events.add(new JobEvent.Failed(JobState.CLEANING, problem)));
        events.add(new JobEvent.ResultsKept(kept));
        return events;
    }

    private static Supplier<Optional<Problem>> problem(Problem problem) {
        return () -> Optional.of(problem);
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
