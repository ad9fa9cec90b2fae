package dev.slipway.retention;

import dev.slipway.dispatch.ResultStore;
import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobToken;
import dev.slipway.journal.JobJournal;
import dev.slipway.journal.KeptData;
import dev.slipway.problem.ProblemException;
import dev.slipway.run.RunFolders;
import dev.slipway.run.StorageSettings;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the time of kept run folders and results. The files are removed before the journal records the removal. Removing
 * missing files is no error, so after a crash in between the next sweep records the removal. Works on its own thread,
 * because the removal of a large folder takes long.
 */
public final class Retention implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Retention.class);

    /** The number of jobs in one query of the journal. */
    private static final int BATCH = 200;

    private final JobJournal journal;
    private final RunFolders folders;
    private final ResultStore results;
    private final StorageSettings settings;
    private final Clock clock;
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(task -> new Thread(task, "slipway-retention"));
    private volatile boolean closing;

    public Retention(
            JobJournal journal, RunFolders folders, ResultStore results, StorageSettings settings, Clock clock) {
        this.journal = journal;
        this.folders = folders;
        this.results = results;
        this.settings = settings;
        this.clock = clock;
    }

    /** Starts to remove all expired folders and results; returns at once. */
    public void sweep() {
        begin(() -> {
            end(KeptData.FOLDER, settings.folderLifetime());
            end(KeptData.RESULTS, settings.resultLifetime());
        });
    }

    /**
     * Starts to compare the folders with the journal; returns at once. Folders of closed jobs without kept files are
     * removed. Folders that the journal does not know are only reported in the log, because they may belong to another
     * service.
     */
    public void lookForLeftovers() {
        begin(() -> {
            new Leftovers(journal, this::isClosing).look(KeptData.FOLDER, folders.names(), this::remove);
            new Leftovers(journal, this::isClosing).look(KeptData.RESULTS, results.names(), this::remove);
        });
    }

    private boolean isClosing() {
        return closing;
    }

    /** Work that may fail because a disk or the store is away. */
    private interface Work {
        void run() throws IOException;
    }

    private void begin(Work work) {
        try {
            thread.execute(() -> {
                try {
                    work.run();
                } catch (IOException | RuntimeException e) {
                    LOG.warn("what is kept of old jobs cannot be looked after now; trying again later", e);
                }
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("closed: looked after at the next start");
        }
    }

    private void end(KeptData kept, Duration lifetime) {
        boolean more = true;
        while (more && !closing) {
            List<JobToken> due = journal.closedWith(kept, clock.instant().minus(lifetime), BATCH);
            long ended = due.stream().filter(token -> ended(kept, token)).count();
            // Jobs that cannot be removed come first again, so a batch without any removal ends the sweep.
            more = due.size() == BATCH && ended > 0;
        }
    }

    private boolean ended(KeptData kept, JobToken token) {
        try {
            if (closing) {
                return false;
            }
            remove(kept, token);
            Optional<Job> job = journal.load(token);
            job.ifPresent(found -> journal.append(found, List.of(removed(kept))));
            LOG.info("job {}: {}", token, removed(kept).text());
            return true;
        } catch (IOException | ProblemException e) {
            LOG.warn("job {}: what is kept of it cannot be removed now: {}", token, e.getMessage());
            return false;
        } catch (RuntimeException e) {
            LOG.error("job {}: what is kept of it cannot be removed", token, e);
            return false;
        }
    }

    private void remove(KeptData kept, JobToken token) throws IOException {
        switch (kept) {
            case FOLDER -> folders.remove(folders.of(token.value()));
            case RESULTS -> results.remove(token);
        }
    }

    private static JobEvent removed(KeptData kept) {
        return switch (kept) {
            case FOLDER -> new JobEvent.FolderRemoved();
            case RESULTS -> new JobEvent.ResultsRemoved();
        };
    }

    /** Stops after the present job. */
    @Override
    public void close() {
        closing = true;
        thread.shutdown();
        try {
            if (!thread.awaitTermination(20, TimeUnit.SECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
