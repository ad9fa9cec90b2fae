package dev.slipway.dispatch;

import dev.slipway.effect.Effect;
import dev.slipway.effect.KillPoint;
import dev.slipway.effect.Witness;
import dev.slipway.job.Job;
import dev.slipway.job.Job.StepId;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobEvent.MovedFile;
import dev.slipway.job.JobToken;
import dev.slipway.journal.JobJournal;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StagingStep.Direction;
import dev.slipway.run.RunFolder;
import dev.slipway.run.RunFolders;
import dev.slipway.run.StorageProblem;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives a job that does another one again the files that the other has staged, instead of moving them once more. Files are copied, for
 * the run may change its own; each is hashed on the way, and what has not the recorded digest is not taken. A file has its name only
 * when all files of its steps are whole and on disk. Works on a mover's thread; whatever stops it, the steps are then simply moved.
 */
final class TakeOver implements Effect {
    /** Under which the loop knows it among the moves of a job; no step has this name. */
    static final StepId ID = new StepId(Direction.IN, "");

    private static final Logger LOG = LoggerFactory.getLogger(TakeOver.class);
    private static final String KEY = "files of job ";
    private static final KillPoint INTENDED = new KillPoint("take over", "intended, nothing copied");
    private static final KillPoint COPIED = new KillPoint("take over", "copied, not under its name");
    private static final KillPoint NAMED = new KillPoint("take over", "under its name, not recorded");

    private final JobJournal journal;
    private final RunFolders folders;
    private final Witness witness;

    TakeOver(JobJournal journal, RunFolders folders, Witness witness) {
        this.journal = journal;
        this.folders = folders;
        this.witness = witness;
    }

    @Override
    public List<KillPoint> killPoints() {
        return List.of(INTENDED, COPIED, NAMED);
    }

    /** Whether this is the intent of a take-over, which says nothing to the gateway. */
    static boolean isIntent(String key) {
        return key.startsWith(KEY);
    }

    /**
     * Takes over what it can for steps of one order group.
     *
     * @param due those of the group that are not over
     * @param intend records intents, durably before it returns
     * @return what to record: the steps that need not be moved any more
     */
    List<JobEvent> of(Job job, List<StagingStep> due, Consumer<List<JobEvent>> intend) throws InterruptedException {
        List<StagingStep> free = due.stream().filter(step -> isFree(job, step)).toList();
        removeLeftovers(job, free);
        JobToken parent = job.acceptance().parent().orElseThrow();
        List<JobEvent> taken = new ArrayList<>();
        Optional<Donor> donor = Donor.of(parent, journal.events(parent));
        if (donor.isPresent()) {
            for (List<StagingStep> steps : donor.get().offers(job, free)) {
                intend.accept(steps.stream().map(step -> intent(step, parent)).toList());
                witness.passes(INTENDED);
                if (copied(donor.get(), steps, folders.create(job.token().value()))) {
                    steps.stream().map(donor.get()::reused).forEach(taken::add);
                }
            }
        }
        return taken;
    }

    private static JobEvent intent(StagingStep step, JobToken parent) {
        return new JobEvent.StepIntended(step.direction(), step.name(), KEY + parent);
    }

    /** Whether the gateway has not begun to name files of this step. */
    private static boolean isFree(Job job, StagingStep step) {
        return job.step(step).intended().map(TakeOver::isIntent).orElse(true);
    }

    /** A crash may have left files under their names that were not recorded: an append must not find them. */
    private void removeLeftovers(Job job, List<StagingStep> free) {
        RunFolder folder = folders.create(job.token().value());
        try {
            for (StagingStep step : free) {
                if (job.step(step).intended().isPresent()) {
                    Files.deleteIfExists(step.file().in(folder.files()));
                }
            }
        } catch (IOException e) {
            throw new ProblemException(
                    new Problem(
                            StorageProblem.of(folder.files()),
                            "cannot remove a file that was taken over by half",
                            e.toString()),
                    e);
        }
    }

    private boolean copied(Donor donor, List<StagingStep> steps, RunFolder to) throws InterruptedException {
        List<MovedFile> files = donor.files(steps);
        RunFolder from = folders.of(donor.job().token().value());
        try {
            for (int i = 0; i < files.size(); i++) {
                if (!VerifiedCopy.make(from, files.get(i), part(to, i))) {
                    LOG.info(
                            "file {} of job {} is not as it was staged",
                            files.get(i).file(),
                            donor.job().token());
                    return false;
                }
            }
            witness.passes(COPIED);
            for (int i = 0; i < files.size(); i++) {
                name(part(to, i), files.get(i).file().in(to.files()));
            }
            witness.passes(NAMED);
            return true;
        } catch (ClosedByInterruptException e) {
            throw new InterruptedException();
        } catch (IOException e) {
            LOG.info("files of job {} are not taken over: {}", donor.job().token(), e.toString());
            return false;
        } finally {
            removeParts(to, files.size());
        }
    }

    /** Beside the files of the run, where no step looks. */
    private static Path part(RunFolder folder, int number) {
        return folder.root().resolve("taken-" + number + ".part");
    }

    private static void name(Path part, Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        try (FileChannel parent = FileChannel.open(file.getParent(), StandardOpenOption.READ)) {
            parent.force(true);
        }
    }

    private static void removeParts(RunFolder folder, int count) {
        for (int i = 0; i < count; i++) {
            try {
                Files.deleteIfExists(part(folder, i));
            } catch (IOException e) {
                LOG.warn("{} stays until the run folder goes: {}", part(folder, i), e.toString());
            }
        }
    }
}
