package dev.slipway.dispatch;

import dev.slipway.job.Job;
import dev.slipway.job.KeptResult;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.ResultFile;
import dev.slipway.request.RunPath;
import dev.slipway.run.RunFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One try to keep the files of a run: the output, then the declared results, together no more bytes than a job may
 * keep.
 */
final class ResultKeeping {
    private final ResultStore store;
    private final Job job;
    private final RunFolder folder;
    private final boolean last;
    private final List<KeptResult> kept = new ArrayList<>();
    private final List<Problem> missed = new ArrayList<>();
    private long room;

    /**
     * @param most the most bytes that may be kept of the job
     * @param last whether this is the last try; files that cannot be kept then are missed
     */
    ResultKeeping(ResultStore store, Job job, RunFolder folder, long most, boolean last) {
        this.store = store;
        this.job = job;
        this.folder = folder;
        this.last = last;
        this.room = most;
    }

    /** Keeps everything; throws the problem after which to try again. */
    void run() {
        if (job.decided()) {
            attempt(() -> store.clear(job.token()));
        }
        if (!job.givenUp()) {
            attempt(() -> stream(job.request().launch().stdout(), ResultStore.STDOUT));
            attempt(() -> stream(job.request().launch().stderr(), ResultStore.STDERR));
        }
        List<ResultFile> declared = job.decided() ? List.of() : job.request().results();
        for (int i = 0; i < declared.size(); i++) {
            int number = i;
            attempt(() -> result(declared, number));
        }
    }

    List<KeptResult> kept() {
        return List.copyOf(kept);
    }

    /** Returns why the first of the missing results is missing. */
    Optional<Problem> missed() {
        return missed.stream().findFirst();
    }

    private interface Step {
        void keep() throws IOException;
    }

    private void attempt(Step step) {
        try {
            step.keep();
        } catch (ProblemException e) {
            if (e.problem().code() != ProblemCode.RUN_QUOTA) {
                throw e;
            }
            // A result that is too large is never kept, however often it is tried.
            missed.add(e.problem());
        } catch (IOException e) {
            Problem problem = store.problem("cannot keep the job's results", e);
            if (!last || problem.isOutage()) {
                throw new ProblemException(problem, e);
            }
            missed.add(problem);
        }
    }

    private void stream(RunPath file, String name) throws IOException {
        room -= store.keepStream(job.token(), folder, file, name, room);
    }

    private void result(List<ResultFile> declared, int number) throws IOException {
        Optional<KeptResult> result = store.keep(job.token(), folder, declared, number, room);
        if (result.isPresent()) {
            kept.add(result.get());
            room -= result.get().bytes();
        } else {
            ResultFile file = declared.get(number);
            missed.add(Problem.of(
                    ProblemCode.FILE_MISSING,
                    "result " + file.name() + ": there is no regular file " + file.file() + " in the run folder"));
        }
    }
}
