package dev.slipway.gateway.files;

import dev.slipway.digest.Sha256;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.RunPath;
import java.nio.file.Path;

/**
 * The target file of a step.
 *
 * @param runFolder absolute
 * @param csv whether the data are CSV rows under a header, so that an append drops the second header
 */
public record StagedTarget(Path runFolder, RunPath file, CreationFlag creation, Compression compression, boolean csv) {

    /** Returns a target whose name tells whether the data are a table. */
    public static StagedTarget named(Path runFolder, RunPath file, CreationFlag creation, Compression compression) {
        return new StagedTarget(runFolder, file, creation, compression, isTable(file));
    }

    /** Returns whether a file that is staged unchanged has rows with a header, judged by its name. */
    static boolean isTable(RunPath file) {
        return file.value().endsWith(".csv") || file.value().endsWith(".csv.gz");
    }

    String finalName() {
        return Path.of(file.value()).getFileName().toString();
    }

    /**
     * Returns a hidden name that is the same after a crash, so that the next try removes the file. The name is a hash,
     * because a suffix could exceed the longest file name.
     */
    String temporaryName() {
        return ".slipway-part-" + Sha256.shortName(finalName());
    }

    String indexName() {
        return finalName() + ".gzi";
    }

    String temporaryIndexName() {
        return temporaryName() + ".gzi";
    }

    /** Returns the name of the notes about an unfinished file. */
    String notesName() {
        return temporaryName() + ".notes";
    }

    /**
     * Returns whether the file holds the very bytes of its source, so that a part of the file is a part of the source.
     */
    public boolean plain() {
        return compression == Compression.NONE && creation != CreationFlag.APPEND;
    }

    boolean blocks() {
        return compression == Compression.BGZF;
    }
}
