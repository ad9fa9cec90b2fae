package dev.slipway.gateway.files;

import dev.slipway.digest.Sha256;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.RunPath;
import java.nio.file.Path;

/**
 * A file that a step is to write.
 *
 * @param runFolder absolute
 * @param csv whether the data are CSV rows under a header, so that an append drops the second header
 */
public record StagedTarget(Path runFolder, RunPath file, CreationFlag creation, Compression compression, boolean csv) {

    /** A file whose name says what its data are. */
    public static StagedTarget named(Path runFolder, RunPath file, CreationFlag creation, Compression compression) {
        return new StagedTarget(runFolder, file, creation, compression, isTable(file));
    }

    /** Whether a file that is brought as it is has rows with a header, by its name. */
    static boolean isTable(RunPath file) {
        return file.value().endsWith(".csv") || file.value().endsWith(".csv.gz");
    }

    String finalName() {
        return Path.of(file.value()).getFileName().toString();
    }

    /** Hidden, and the same after a crash, so that the next try clears it away. Not derived by adding: the name may be of full length. */
    String temporaryName() {
        return ".slipway-part-" + Sha256.shortName(finalName());
    }

    String indexName() {
        return finalName() + ".gzi";
    }

    String temporaryIndexName() {
        return temporaryName() + ".gzi";
    }

    /** Of what is known of an unfinished file. */
    String notesName() {
        return temporaryName() + ".notes";
    }

    /** Whether the bytes of the file are those of its source, so that a part of it is a part of the source. */
    public boolean plain() {
        return compression == Compression.NONE && creation != CreationFlag.APPEND;
    }

    boolean blocks() {
        return compression == Compression.BGZF;
    }
}
