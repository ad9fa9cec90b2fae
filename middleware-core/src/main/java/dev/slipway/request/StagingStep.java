package dev.slipway.request;

import java.util.Optional;

/**
 * One movement of data. A new kind of source or sink is one record that implements this interface, named in
 * {@link StepKinds}, and one handler in the staging gateway. Documents name databases and hosts, and the operator's
 * configuration defines them. A document carries no secrets except sealed ones.
 */
public interface StagingStep {

    /** The direction in which a step moves data, seen from the run. */
    enum Direction {
        IN,
        OUT
    }

    /** Returns the part that all kinds of steps have in common. */
    StepHead head();

    /** Returns the place from which the step takes its data or to which it brings them. */
    Place place();

    /** Returns the step's name, distinct among the job's steps of one direction. */
    default String name() {
        return head().name();
    }

    /**
     * Returns the order group. Groups start in ascending order, each when all steps of the group before have ended
     * well.
     */
    default int orderGroup() {
        return head().orderGroup();
    }

    /** Returns the direction in which this step moves data. */
    default Direction direction() {
        return head().direction();
    }

    /** Returns the place, for people: the operator's name, or a word for the job's own data. */
    default String placeName() {
        return place().name();
    }

    /** Returns the file of the run folder that this step writes (in) or reads (out). */
    default RunPath file() {
        return head().file();
    }

    /** Returns whether {@link #file} is a folder, all files of which the step moves. */
    default boolean isFolder() {
        return false;
    }

    /** Returns whether the step also runs when the job failed or was cancelled; only ever true of stage-out. */
    default boolean always() {
        return head().always();
    }

    /** Returns how a step of stage-in handles a file that exists already. */
    default CreationFlag creation() {
        return head().creation();
    }

    /** Returns how a step of stage-in stores its file. */
    default Compression compression() {
        return head().compression();
    }

    /**
     * Returns what the step takes of the rows of a file; empty if the step reads no file or moves the file as it is. A
     * step of an earlier order group must write the file that a step of stage-in reads.
     */
    default Optional<StepInput> input() {
        return Optional.empty();
    }

    /** Returns the login at the place, if the document names one. */
    default Optional<Credential> credential() {
        return Optional.empty();
    }
}
