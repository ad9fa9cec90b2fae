package dev.slipway.dispatch;

import dev.slipway.job.IllegalTransition;
import dev.slipway.job.Job;
import dev.slipway.job.JobToken;
import dev.slipway.journal.JobJournal;
import dev.slipway.journal.JournalCorrupt;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.Program;
import dev.slipway.request.RunPath;
import dev.slipway.run.RunFolders;
import dev.slipway.run.RunOrder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the earlier job from which a run goes on, and moves that job's checkpoint folder to the run. The folder is
 * moved and not copied, so only one retry gets the folder. If that retry does not end well either, the checkpoint
 * folder stays in the retry's own kept folder. The journal names the earlier job before the folder moves. After a
 * crash, a checkpoint folder in the new place shows that the move was done.
 */
final class CheckpointFolders {
    private static final Logger LOG = LoggerFactory.getLogger(CheckpointFolders.class);

    /** The number of earlier jobs to search: a retry of a retry that never launched goes on from the first job. */
    private static final int MOST_PARENTS = 100;

    private final Loop loop;
    private final JobJournal journal;
    private final RunFolders folders;
    private final Duration lifetime;

    /** @param lifetime the lifetime of kept folders, after which retention removes them */
    CheckpointFolders(Loop loop, JobJournal journal, RunFolders folders, Duration lifetime) {
        this.loop = loop;
        this.journal = journal;
        this.folders = folders;
        this.lifetime = lifetime;
    }

    /**
     * Finds the nearest earlier job with a checkpoint folder that this job can have. The loop's thread asks when the
     * job is to be launched.
     */
    Optional<JobToken> source(Job job) {
        if (job.request().launch().checkpoint().isEmpty()) {
            return Optional.empty();
        }
        Optional<JobToken> parent = job.acceptance().parent();
        for (int i = 0; parent.isPresent() && i < MOST_PARENTS; i++) {
            Optional<Job> earlier = sound(job, parent.get());
            if (earlier.filter(one -> gives(one, job)).isPresent()) {
                return parent;
            }
            parent = earlier.flatMap(one -> one.acceptance().parent());
        }
        return Optional.empty();
    }

    /** Loads a job; a job with a damaged journal has no folder to give. */
    private Optional<Job> sound(Job heir, JobToken token) {
        try {
            return journal.load(token);
        } catch (JournalCorrupt | IllegalTransition e) {
            LOG.warn("job {} does not go on from another: {}", heir.token(), e.getMessage());
            return Optional.empty();
        }
    }

    private boolean gives(Job earlier, Job heir) {
        LaunchRequest launch = earlier.request().launch();
        RunPath checkpoint = heir.request().launch().checkpoint().orElseThrow();
        return earlier.checkpointKept()
                && earlier.since().plus(lifetime).isAfter(loop.now())
                && launch.checkpoint().equals(Optional.of(checkpoint))
                && programs(launch).equals(programs(heir.request().launch()))
                && !isPromised(earlier.token(), heir.token())
                && folders.hasCheckpoint(folders.of(earlier.token().value()), checkpoint);
    }

    private static List<String> programs(LaunchRequest launch) {
        return launch.application().programs().stream().map(Program::executable).toList();
    }

    /** Returns whether another retry is about to take the folder. */
    private boolean isPromised(JobToken from, JobToken heir) {
        return loop.all().stream()
                .filter(job -> !job.token().equals(heir))
                .flatMap(job -> job.launch().stream())
                .anyMatch(launch -> launch.checkpointOf().equals(Optional.of(from)));
    }

    /** Puts the checkpoint folder of {@code from} where the run, which has not started, looks for it. */
    void bring(JobToken from, RunOrder order) {
        RunPath checkpoint = order.request().checkpoint().orElseThrow();
        if (!folders.passOn(folders.of(from.value()), order.folder(), checkpoint)) {
            LOG.warn(
                    "run {}: the checkpoint folder of job {} is gone meanwhile; the run begins anew",
                    order.name(),
                    from);
        }
    }
}
