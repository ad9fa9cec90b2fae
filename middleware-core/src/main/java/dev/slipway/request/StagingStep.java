package dev.slipway.request;

import java.util.Optional;

/**
 * One movement of data. A new kind of source or sink is one more record here and one class in the staging gateway.
 * Connections and hosts are named; who they are is the operator's configuration. A document carries no secret, or a sealed one.
 */
public sealed interface StagingStep
        permits FolderCopy,
                HttpFetch,
                InlineData,
                ServiceQuery,
                SheetExtract,
                SqlExtract,
                SqlStore,
                SshDeliver,
                SshFetch,
                UploadFetch {

    /** Which way a step moves data, seen from the run. */
    enum Direction {
        IN,
        OUT
    }

    /** The step's name, distinct among the job's steps of one direction. */
    String name();

    /** The order group: groups start in ascending order, each when all steps of the one before have ended well. */
    int orderGroup();

    /** Which way this step moves data. */
    Direction direction();

    /** Where the data comes from or goes to, for people: the operator's name for it, or what the job has itself. */
    String place();

    /** The file of the run folder that this step writes (in) or reads (out). */
    RunPath file();

    /** Whether {@link #file} is a folder, of which the step moves the files. */
    default boolean isFolder() {
        return false;
    }

    /** Whether the step also runs when the job failed or was cancelled; only ever true of stage-out. */
    default boolean always() {
        return false;
    }

    /** What a step of stage-in does with a file that exists already. */
    default CreationFlag creation() {
        return CreationFlag.OVERWRITE;
    }

    /** How a step of stage-in stores its file. */
    default Compression compression() {
        return Compression.NONE;
    }

    /** The file of the run folder that a step of stage-in reads, and that a step of an earlier order group must write. */
    default Optional<RunPath> input() {
        return Optional.empty();
    }

    /** Who logs in at the place, if the document says so. */
    default Optional<Credential> credential() {
        return Optional.empty();
    }
}
