package dev.slipway.request;

import java.util.Optional;

/**
 * One movement of data. A new kind of source or sink needs one more record here and one class in the staging gateway.
 * Documents name databases and hosts, and the operator's configuration defines them. A document carries no secrets
 * except sealed ones.
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

    /** The direction in which a step moves data, seen from the run. */
    enum Direction {
        IN,
        OUT
    }

    /** Returns the step's name, distinct among the job's steps of one direction. */
    String name();

    /**
     * Returns the order group. Groups start in ascending order, each when all steps of the group before have ended
     * well.
     */
    int orderGroup();

    /** Returns the direction in which this step moves data. */
    Direction direction();

    /** Returns the source or target of the data, for people: the operator's name, or a word for the job's own data. */
    String place();

    /** Returns the file of the run folder that this step writes (in) or reads (out). */
    RunPath file();

    /** Returns whether {@link #file} is a folder, all files of which the step moves. */
    default boolean isFolder() {
        return false;
    }

    /** Returns whether the step also runs when the job failed or was cancelled; only ever true of stage-out. */
    default boolean always() {
        return false;
    }

    /** Returns how a step of stage-in handles a file that exists already. */
    default CreationFlag creation() {
        return CreationFlag.OVERWRITE;
    }

    /** Returns how a step of stage-in stores its file. */
    default Compression compression() {
        return Compression.NONE;
    }

    /**
     * Returns the file of the run folder that a step of stage-in reads; a step of an earlier order group must write
     * that file.
     */
    default Optional<RunPath> input() {
        return Optional.empty();
    }

    /** Returns the login at the place, if the document names one. */
    default Optional<Credential> credential() {
        return Optional.empty();
    }
}
