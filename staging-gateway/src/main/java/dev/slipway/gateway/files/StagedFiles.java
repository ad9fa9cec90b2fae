package dev.slipway.gateway.files;

import dev.slipway.gateway.blocks.BlockIndex;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.RunPath;
import dev.slipway.staging.IntentLedger;
import dev.slipway.staging.StagedFile;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Writes all staged files. A file appears under its name only when complete, hashed and on disk. The file is written
 * under a temporary name in its own folder, synced and renamed. Before the rename the ledger gets the hash of the file.
 * A try after a crash thereby recognises its own file and appends no row twice.
 */
public final class StagedFiles {
    private final FileSettings settings;
    private final Set<Path> busy = ConcurrentHashMap.newKeySet();

    public StagedFiles(FileSettings settings) {
        this.settings = settings;
    }

    /**
     * Returns the report of an earlier try of the step that renamed its file before a crash; empty if the step is still
     * to do.
     */
    public Optional<StepReport> finished(StagedTarget target, IntentLedger ledger) {
        Optional<FileIntent> intent = ledger.intended().flatMap(FileIntent::parse);
        if (intent.isEmpty()) {
            return Optional.empty();
        }
        try (RunFile file = RunFile.open(target.runFolder(), target.file())) {
            StagedFile staged = file.staged();
            if (!staged.sha256().equals(intent.get().sha256())) {
                return Optional.empty();
            }
            List<StagedFile> files = new ArrayList<>(List.of(staged));
            if (target.blocks()) {
                files.add(rebuildIndex(target));
            }
            clearNotes(target);
            return Optional.of(new StepReport(intent.get().bytes(), intent.get().rows(), files));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw FileProblems.writing(target.file(), e);
        }
    }

    /** Deletes the notes of a try that was interrupted right after its file got its name. */
    private static void clearNotes(StagedTarget target) throws IOException {
        try (ParentFolder parent = ParentFolder.of(target.runFolder(), target.file(), false)) {
            parent.delete(target.notesName());
        }
    }

    private StagedFile rebuildIndex(StagedTarget target) throws IOException {
        try (ParentFolder parent = ParentFolder.of(target.runFolder(), target.file(), false);
                FileChannel file = parent.read(target.finalName())) {
            StagedFile index =
                    writeIndex(parent, target, BlockIndex.scan(file), new FolderSpace(parent, settings.spareBytes()));
            parent.rename(target.temporaryIndexName(), target.indexName());
            parent.sync();
            return index;
        }
    }

    /** Writes the index under its temporary name. */
    static StagedFile writeIndex(ParentFolder parent, StagedTarget target, BlockIndex index, FolderSpace space)
            throws IOException {
        try (FileChannel file = parent.create(target.temporaryIndexName())) {
            HashingStream out = new HashingStream(file, space, Long.MAX_VALUE);
            index.write(out);
            out.force();
            return new StagedFile(new RunPath(target.file() + ".gzi"), out.bytes(), out.sha256Hex());
        }
    }

    /**
     * Begins a file. The caller closes the file, committed or not.
     *
     * @param context the step's context, with the largest size of the file and the contract for its data
     * @throws dev.slipway.problem.ProblemException FILE_EXISTS, FILE_CORRUPT, RUN_QUOTA or STORAGE_FULL
     */
    public StagedOutput create(StagedTarget target, StepContext context) {
        return create(target, context, Optional.empty());
    }

    /**
     * Begins a file, or resumes the part that an earlier try left. Resumes only a file that holds the very bytes of its
     * source, and only a part whose bytes still match the notes. The caller closes the file, committed or not.
     *
     * @param origin one line that tells this version of the source from all others
     * @return a file whose {@link StagedOutput#begun} says from which byte on the source must be read
     * @throws dev.slipway.problem.ProblemException as {@link #create(StagedTarget, StepContext)}
     */
    public StagedOutput resume(StagedTarget target, StepContext context, String origin) {
        return create(target, context, Optional.of(origin).filter(any -> target.plain()));
    }

    /** Opens a folder that one step fills. The caller closes the folder. */
    public StagedFolder folder(Path runFolder, RunPath folder, CreationFlag creation, Landing landing)
            throws IOException {
        Path path = folder.in(runFolder);
        occupy(path, folder);
        boolean open = false;
        try {
            StagedFolder staged =
                    StagedFolder.open(runFolder, folder, creation, settings, landing, () -> busy.remove(path));
            open = true;
            return staged;
        } finally {
            if (!open) {
                busy.remove(path);
            }
        }
    }

    /**
     * Reserves a file for one try. Documents in which two steps write one file are refused, so a reserved file belongs
     * to an earlier try of the step that could not be ended yet.
     */
    private void occupy(Path path, RunPath file) {
        if (!busy.add(path)) {
            throw StepProblem.of(
                    ProblemCode.STEP_STALLED,
                    "the file " + file + " is still held by a try that was broken off and has not ended");
        }
    }

    private StagedOutput create(StagedTarget target, StepContext context, Optional<String> origin) {
        Path path = target.file().in(target.runFolder());
        occupy(path, target.file());
        Runnable release = () -> busy.remove(path);
        ParentFolder parent = null;
        try {
            parent = ParentFolder.of(target.runFolder(), target.file(), true);
            return begin(target, parent, context, release, origin);
        } catch (IOException e) {
            release.run();
            closeQuietly(parent);
            throw FileProblems.writing(target.file(), e);
        } catch (RuntimeException e) {
            release.run();
            closeQuietly(parent);
            throw e;
        }
    }

    private StagedOutput begin(
            StagedTarget target, ParentFolder parent, StepContext context, Runnable release, Optional<String> origin)
            throws IOException {
        boolean exists = parent.attributes(target.finalName()).isPresent();
        if (exists && target.creation() == CreationFlag.DONT_OVERWRITE) {
            throw StepProblem.of(ProblemCode.FILE_EXISTS, "the file " + target.file() + " exists already");
        }
        parent.requireNoFolder(target.finalName());
        Optional<PartialFile> part =
                origin.isPresent() ? Optional.of(part(parent, target, origin.get())) : Optional.empty();
        StagedOutput output = new StagedOutput(target, parent, settings, context, release, part);
        try {
            if (exists && target.creation() == CreationFlag.APPEND) {
                try (FileChannel old = parent.read(target.finalName())) {
                    output.startAfter(old);
                }
            } else {
                output.startEmpty();
            }
            output.hold();
            return output;
        } catch (IOException | RuntimeException e) {
            output.removeTemporaries();
            throw e;
        }
    }

    private static PartialFile part(ParentFolder parent, StagedTarget target, String origin) throws IOException {
        Optional<PartialFile> kept = PartialFile.kept(parent, target, origin);
        return kept.isPresent() ? kept.get() : PartialFile.empty(parent, target, origin);
    }

    private static void closeQuietly(ParentFolder parent) {
        try {
            if (parent != null) {
                parent.close();
            }
        } catch (IOException e) {
            throw new IllegalStateException("cannot close a folder", e);
        }
    }

    /** Copies the first {@code bytes} of {@code from}. */
    static void copy(FileChannel from, long bytes, OutputStream to) throws IOException {
        try (java.io.InputStream in = Channels.newInputStream(from.position(0))) {
            byte[] buffer = new byte[64 * 1024];
            long left = bytes;
            while (left > 0) {
                int got = in.read(buffer, 0, (int) Math.min(left, buffer.length));
                if (got < 0) {
                    throw new IOException("the file became shorter while it was copied");
                }
                to.write(buffer, 0, got);
                left -= got;
            }
        }
    }
}
