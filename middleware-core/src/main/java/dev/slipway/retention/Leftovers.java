package dev.slipway.retention;

import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.journal.JobJournal;
import dev.slipway.journal.JobRow;
import dev.slipway.journal.KeptData;
import dev.slipway.problem.Printable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds entries in a folder of jobs that no job needs any more. */
final class Leftovers {
    private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);

    /** The number of unknown names in one message of the log. */
    private static final int TOLD = 20;

    private final JobJournal journal;
    private final BooleanSupplier stop;
    private final List<String> strangers = new ArrayList<>();

    /** Removes the kept data of a job. */
    interface Removal {
        void remove(KeptData kept, JobToken token) throws IOException;
    }

    Leftovers(JobJournal journal, BooleanSupplier stop) {
        this.journal = journal;
        this.stop = stop;
    }

    /** Removes expired entries of known jobs, and reports unknown entries. */
    void look(KeptData kept, List<String> names, Removal removal) throws IOException {
        for (String name : names) {
            if (stop.getAsBoolean()) {
                return;
            }
            Optional<JobRow> job = JobToken.parse(name).flatMap(journal::row);
            if (job.isEmpty()) {
                strangers.add(Printable.line(name));
            } else if (isOver(kept, job.get())) {
                LOG.warn("job {}: closed, but a crash left its {}; removing it", name, words(kept));
                removal.remove(kept, job.get().token());
            }
        }
        if (!strangers.isEmpty()) {
            LOG.warn(
                    "{} entries among the {}s belong to no job of this store and are left alone: {}",
                    strangers.size(),
                    words(kept),
                    strangers.subList(0, Math.min(TOLD, strangers.size())));
        }
    }

    private static boolean isOver(KeptData kept, JobRow job) {
        boolean keeps =
                switch (kept) {
                    case FOLDER -> job.folderKept();
                    case RESULTS -> job.resultsKept();
                };
        return job.state() == JobState.CLOSED && !keeps;
    }

    private static String words(KeptData kept) {
        return switch (kept) {
            case FOLDER -> "run folder";
            case RESULTS -> "results folder";
        };
    }
}
