package dev.slipway.gateway.files;

import dev.slipway.gateway.blocks.BlockIndex;
import dev.slipway.gateway.blocks.BlockOutputStream;
import dev.slipway.gateway.blocks.ContentForm;
import dev.slipway.gateway.step.Moved;
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

/** A file on its way into the run folder: write {@link #data}, then {@link #commit}; {@link #close} without commit leaves nothing. */
public final class StagedOutput implements Closeable {
    private final StagedTarget target;
    private final ParentFolder parent;
    private final FileSettings settings;
    private final Runnable release;
    private final FileChannel file;
    private final Space space;
    private final HashingStream hashing;
    private BlockIndex index;
    private OutputStream data;
    private final Optional<ContractCheck> check;
    private Optional<Instant> sourceTime = Optional.empty();
    private boolean committed;

    StagedOutput(StagedTarget target, ParentFolder parent, FileSettings settings, StepContext context, Runnable release)
            throws IOException {
        this.target = target;
        this.parent = parent;
        this.settings = settings;
        this.release = release;
        this.file = parent.create(target.temporaryName());
        this.space = new Space(parent, settings.spareBytes());
        this.hashing = new HashingStream(file, space, context.room());
        this.check = context.expectation().map(expected -> new ContractCheck(target.file(), expected));
    }

    void startEmpty() throws IOException {
        space.check();
        index = new BlockIndex();
        data = packed();
    }

    /** Copies the old content; blocks are copied as they are, without their empty last one. */
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

    /** From now on the data are held against the contract, if there is one. */
    void hold() throws IOException {
        if (check.isPresent()) {
            // So that what is packed already is found in the file from here on.
            data.flush();
            data = new ContractStream(data, check.get(), hashing.bytes());
        }
    }

    private void keepContract() throws IOException {
        if (check.isEmpty()) {
            return;
        }
        if (data instanceof ContractStream stream && stream.packed()) {
            InputStream packed = ContentForm.decoded(Channels.newInputStream(file.position(stream.begin())));
            byte[] buffer = new byte[64 * 1024];
            for (int got = packed.read(buffer); got >= 0; got = packed.read(buffer)) {
                check.get().add(buffer, 0, got);
            }
        }
        check.get().end(sourceTime);
    }

    /** Tells when the source says that its data were changed last. */
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
        // Not closed: that would close the channel, which the copy still needs.
        return new CsvReader(ContentForm.decoded(Channels.newInputStream(old.position(0)))).next();
    }

    /** Whether the last line of the old content has no end, as files made by hand may. */
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

    /** Takes the data, uncompressed. The commit closes it. */
    public OutputStream data() {
        return data;
    }

    /** Makes the file whole, durable and visible under its name. */
    public StepReport commit(Landing landing) throws IOException {
        Moved moved = landing.moved();
        data.close();
        keepContract();
        hashing.force();
        StagedFile staged = new StagedFile(target.file(), hashing.bytes(), hashing.sha256Hex());
        List<StagedFile> files = new ArrayList<>(List.of(staged));
        if (target.blocks()) {
            files.add(StagedFiles.writeIndex(parent, target, index, space));
        }
        moved.tell();
        landing.synced();
        landing.intend(new FileIntent(staged.sha256(), moved.bytes(), moved.rows()));
        parent.rename(target.temporaryName(), target.finalName());
        committed = true;
        landing.renamed();
        if (target.blocks()) {
            parent.rename(target.temporaryIndexName(), target.indexName());
        }
        parent.sync();
        return new StepReport(moved.bytes(), moved.rows(), files);
    }

    void removeTemporaries() throws IOException {
        file.close();
        parent.delete(target.temporaryName());
        parent.delete(target.temporaryIndexName());
    }

    @Override
    public void close() throws IOException {
        try (parent) {
            if (committed) {
                file.close();
            } else {
                removeTemporaries();
            }
        } finally {
            release.run();
        }
    }
}
