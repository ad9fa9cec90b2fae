package dev.slipway.dispatch;

import dev.slipway.disk.DurableNames;
import dev.slipway.disk.FullDisk;
import dev.slipway.effect.Effect;
import dev.slipway.effect.KillPoint;
import dev.slipway.effect.Witness;
import dev.slipway.job.IllegalTransition;
import dev.slipway.job.Job;
import dev.slipway.job.Job.StepId;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobToken;
import dev.slipway.job.MovedFile;
import dev.slipway.journal.JobJournal;
import dev.slipway.journal.JournalCorrupt;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Compression;
import dev.slipway.request.RunPath;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StagingStep.Direction;
import dev.slipway.run.RunFolder;
import dev.slipway.run.RunFolders;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives a retry the files that its parent job has staged, so that they need not move again. The files are copied,
 * because the run may change its own, and each copy is hashed; a file without the recorded digest is not taken. A file
 * gets the final name only when all files of the same steps are whole and on disk. Works on a mover's thread. After any
 * failure, the steps simply move the data themselves.
 */
final class TakeOver implements Effect {
    /** The id of the take-over among the moves of a job; no step has this name. */
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

    /** Returns whether this is the intent of a take-over; the gateway does not know such an intent. */
    static boolean isIntent(String key) {
        return key.startsWith(KEY);
    }

    /**
     * Takes over as many files as possible for the steps of one order group.
     *
     * @param due the steps of the group that are not over
     * @param intend records intents, durably before it returns
     * @return the events to record, for the steps that need not move any more
     */
    List<JobEvent> of(Job job, List<StagingStep> due, Consumer<List<JobEvent>> intend) throws InterruptedException {
        List<StagingStep> free = due.stream().filter(step -> isFree(job, step)).toList();
        removeLeftovers(job, free);
        JobToken parent = job.acceptance().parent().orElseThrow();
        List<JobEvent> taken = new ArrayList<>();
        Optional<ReusableJob> reusable = donor(job, parent);
        if (reusable.isPresent()) {
            for (List<StagingStep> steps : reusable.get().offers(job, free)) {
                intend.accept(steps.stream().map(step -> intent(step, parent)).toList());
                witness.passes(INTENDED);
                if (copied(reusable.get(), steps, folders.create(job.token().value()))) {
                    steps.stream().map(reusable.get()::reused).forEach(taken::add);
                }
            }
        }
        return taken;
    }

    /**
     * Finds the parent's files. A parent with a damaged journal gives no files, because the records of the files cannot
     * be trusted.
     */
    private Optional<ReusableJob> donor(Job job, JobToken parent) {
        try {
            return ReusableJob.of(parent, journal.events(parent));
        } catch (JournalCorrupt | IllegalTransition e) {
            LOG.warn("job {} takes nothing over: {}", job.token(), e.getMessage());
            return Optional.empty();
        }
    }

    private static JobEvent intent(StagingStep step, JobToken parent) {
        return new JobEvent.StepIntended(step.direction(), step.name(), KEY + parent);
    }

    /** Returns whether the gateway has not begun to name files of this step. */
    private static boolean isFree(Job job, StagingStep step) {
        return job.step(step).intended().map(TakeOver::isIntent).orElse(true);
    }

    /** Removes unrecorded files that a crash left under their final names: a step that appends must not find them. */
    private void removeLeftovers(Job job, List<StagingStep> free) {
        Path files = folders.create(job.token().value()).files();
        remove(
                files,
                free.stream()
                        .filter(step -> job.step(step).intended().isPresent())
                        .flatMap(TakeOver::written)
                        .map(file -> file.in(files))
                        .toList());
    }

    /**
     * Returns the files that a step may have written and would not simply overwrite: its file, and the index of a file
     * in blocks. A step with a folder appends to no file.
     */
    private static Stream<RunPath> written(StagingStep step) {
        if (step.isFolder()) {
            return Stream.empty();
        }
        boolean blocks = step.compression() == Compression.BGZF;
        return blocks ? Stream.of(step.file(), new RunPath(step.file() + ".gzi")) : Stream.of(step.file());
    }

    private static void remove(Path folder, List<Path> files) {
        try {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new ProblemException(
                    FullDisk.problem(folder, "cannot remove a file that was taken over by half", e), e);
        }
    }

    private boolean copied(ReusableJob reusable, List<StagingStep> steps, RunFolder to) throws InterruptedException {
        List<MovedFile> files = reusable.files(steps);
        RunFolder from = folders.of(reusable.job().token().value());
        try {
            for (int i = 0; i < files.size(); i++) {
                if (!VerifiedCopy.make(from, files.get(i), part(to, i))) {
                    LOG.info(
                            "file {} of job {} is not as it was staged",
                            files.get(i).file(),
                            reusable.job().token());
                    return false;
                }
            }
            witness.passes(COPIED);
            if (!named(files, to)) {
                return false;
            }
            witness.passes(NAMED);
            return true;
        } catch (ClosedByInterruptException e) {
            throw new InterruptedException();
        } catch (IOException e) {
            LOG.info("files of job {} are not taken over: {}", reusable.job().token(), e.toString());
            return false;
        } finally {
            removeParts(to, files.size());
        }
    }

    /** Returns the path of a partial copy, beside the files of the run, where no step looks. */
    private static Path part(RunFolder folder, int number) {
        return folder.root().resolve("taken-" + number + ".part");
    }

    /** Gives all files their names, or no file: a step that appends to an existing file would double the rows. */
    private static boolean named(List<MovedFile> files, RunFolder to) throws ClosedByInterruptException {
        List<Path> named = new ArrayList<>();
        try {
            for (int i = 0; i < files.size(); i++) {
                Path file = files.get(i).file().in(to.files());
                Files.createDirectories(file.getParent());
                Files.move(part(to, i), file, StandardCopyOption.ATOMIC_MOVE);
                named.add(file);
                DurableNames.sync(file.getParent());
            }
            return true;
        } catch (ClosedByInterruptException e) {
            // The journal holds the intents of these files: the next try removes the files first.
            throw e;
        } catch (IOException e) {
            LOG.info("files cannot be taken over into {}: {}", to.files(), e.toString());
            remove(to.files(), named);
            return false;
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
