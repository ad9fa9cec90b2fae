package dev.slipway.gateway.files;

import dev.slipway.gateway.blocks.BlockIndex;
import dev.slipway.gateway.blocks.BlockOutputStream;
import dev.slipway.gateway.blocks.ContentForm;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.MovedBytes;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.staging.StagedFile;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A file on its way into the run folder. Write to {@link #data}, then call {@link #commit}. A {@link #close} without a
 * commit leaves nothing behind.
 */
public final class StagedOutput implements Closeable {
    private final StagedTarget target;
    private final ParentFolder parent;
    private final FileSettings settings;
    private final Runnable release;
    private final FileChannel file;
    private final FolderSpace space;
    private final HashingStream hashing;
    private final Optional<PartialFile> part;
    private BlockIndex index;
    private OutputStream data;
    private final Optional<ContractCheck> check;
    private final long room;
    private Optional<Instant> sourceTime = Optional.empty();
    private boolean committed;
    private boolean kept;
    private Optional<FileStamp> stamp = Optional.empty();

    /**
     * @param part the part that an earlier try left, or the place for notes of progress; empty if the file cannot be
     *     resumed
     */
    StagedOutput(
            StagedTarget target,
            ParentFolder parent,
            FileSettings settings,
            StepContext context,
            Runnable release,
            Optional<PartialFile> part)
            throws IOException {
        this.target = target;
        this.parent = parent;
        this.settings = settings;
        this.release = release;
        this.part = part;
        this.file = part.isPresent() ? part.get().file() : parent.create(target.temporaryName());
        this.space = new FolderSpace(parent, settings.spareBytes());
        this.hashing = new HashingStream(file, part, space, context.room().bytes());
        this.room = context.room().bytes();
        this.check = context.expectation().map(expected -> new ContractCheck(target.file(), expected));
    }

    /** Returns how many bytes an earlier try left, which need not be moved again. */
    public long begun() {
        return part.map(PartialFile::bytes).orElse(0L);
    }

    /** Makes {@link #close} keep the received bytes for the next try, under a hidden name. */
    public void keepPart() throws IOException {
        if (part.isPresent()) {
            data.flush();
            hashing.note();
            kept = true;
        }
    }

    void startEmpty() throws IOException {
        space.check();
        index = new BlockIndex();
        data = packed();
    }

    /** Copies the old content. Copies compressed blocks unchanged, without the empty last block. */
    void startAfter(FileChannel old) throws IOException {
        space.check();
        boolean oldBlocks = form(old) == ContentForm.BGZF;
        if (oldBlocks != target.blocks() && old.size() > 0) {
            throw StepProblem.of(
                    ProblemCode.FILE_EXISTS,
                    "cannot append to " + target.file() + ": it is " + (oldBlocks ? "" : "not ")
                            + "block-compressed, the new data is " + (oldBlocks ? "not" : "to be"));
        }
        index = oldBlocks ? BlockIndex.scan(old) : new BlockIndex();
        CsvRow header = target.csv() ? header(old) : null;
        boolean lineOpen = target.csv() && lacksLineEnd(old);
        StagedFiles.copy(old, oldBlocks ? index.fileEnd() : old.size(), hashing);
        data = packed();
        if (lineOpen) {
            data.write('\n');
        }
        if (header != null) {
            data = new CsvAppendStream(data, header.values());
        }
    }

    /** Checks all further data against the contract, if there is one. */
    void hold() throws IOException {
        if (check.isPresent()) {
            // Packed data are found in the file from this position on, so everything before must be in the file.
            data.flush();
            ContractStream held = new ContractStream(data, check.get(), hashing.bytes() - begun());
            if (part.isPresent()) {
                held.passed(part.get());
            }
            data = held;
        }
    }

    /**
     * Unpacks packed data and checks them against the contract. Stops at the bytes that the job may stage, however
     * small the packed file is.
     */
    private void keepContract(Cancellation cancellation) throws IOException, InterruptedException {
        if (check.isEmpty()) {
            return;
        }
        if (data instanceof ContractStream stream && stream.packed()) {
            InputStream packed = ContentForm.decoded(Channels.newInputStream(file.position(stream.begin())));
            byte[] buffer = new byte[64 * 1024];
            long left = room;
            for (int got = packed.read(buffer); got >= 0; got = packed.read(buffer)) {
                cancellation.check();
                left -= got;
                if (left < 0) {
                    throw FileProblems.QuotaException.unpacked(room);
                }
                check.get().add(buffer, 0, got);
            }
        }
        check.get().end(sourceTime);
    }

    /** Sets the time at which the data last changed, as the source reports. */
    public void changedAt(Instant time) {
        sourceTime = Optional.of(time);
    }

    private OutputStream packed() {
        return target.blocks()
                ? new BlockOutputStream(new BufferedOutputStream(hashing, 1 << 16), settings.blocks(), index)
                : new BufferedOutputStream(hashing, 1 << 16);
    }

    private static ContentForm form(FileChannel old) throws IOException {
        return ContentForm.of(new BufferedInputStream(Channels.newInputStream(old.position(0))));
    }

    private static CsvRow header(FileChannel old) throws IOException {
        // The reader stays open, because closing would close the channel that the copy still needs.
        return new CsvReader(ContentForm.decoded(Channels.newInputStream(old.position(0)))).next();
    }

    /** Returns whether the last line of the old content lacks a line end, as in files made by hand. */
    private boolean lacksLineEnd(FileChannel old) throws IOException {
        if (index.blocks() == 0 && old.size() > 0 && !target.blocks()) {
            ByteBuffer last = ByteBuffer.allocate(1);
            old.read(last, old.size() - 1);
            return last.get(0) != '\n';
        }
        if (index.blocks() == 0) {
            return false;
        }
        InputStream in =
                ContentForm.decoded(Channels.newInputStream(old.position(index.fileOffset(index.blocks() - 1))));
        byte[] block = in.readAllBytes();
        return block[block.length - 1] != '\n';
    }

    /** Takes the data, uncompressed. The commit closes the stream. */
    public OutputStream data() {
        return data;
    }

    /** Sets the time and permissions that the commit gives to the file. */
    public void stamp(Optional<FileStamp> given) {
        stamp = given;
    }

    /** Returns the SHA-256 of the content so far, as 64 lower-case hex digits. */
    public String sha256() throws IOException {
        data.flush();
        return hashing.soFar();
    }

    /** Completes the file, makes it durable and gives it its name. */
    public StepReport commit(Landing landing) throws IOException, InterruptedException {
        MovedBytes moved = landing.moved();
        data.close();
        keepContract(landing.cancellation());
        if (stamp.isPresent()) {
            parent.stamp(target.temporaryName(), stamp.get());
        }
        hashing.force();
        StagedFile staged = new StagedFile(target.file(), hashing.bytes(), hashing.sha256Hex());
        List<StagedFile> files = new ArrayList<>(List.of(staged));
        if (target.blocks()) {
            files.add(StagedFiles.writeIndex(parent, target, index, space));
        }
        moved.tell();
        landing.synced();
        landing.intend(new FileIntent(staged.sha256(), moved.bytes(), moved.rows()).key());
        parent.rename(target.temporaryName(), target.finalName());
        committed = true;
        landing.renamed();
        if (target.blocks()) {
            parent.rename(target.temporaryIndexName(), target.indexName());
        }
        parent.delete(target.notesName());
        parent.sync();
        return new StepReport(moved.bytes(), moved.rows(), files);
    }

    void removeTemporaries() throws IOException {
        closeFiles();
        parent.delete(target.temporaryName());
        parent.delete(target.temporaryIndexName());
        parent.delete(target.notesName());
    }

    private void closeFiles() throws IOException {
        if (part.isPresent()) {
            part.get().close();
        }
        file.close();
    }

    @Override
    public void close() throws IOException {
        try (parent) {
            if (committed || kept) {
                closeFiles();
            } else {
                removeTemporaries();
            }
        } finally {
            release.run();
        }
    }
}
