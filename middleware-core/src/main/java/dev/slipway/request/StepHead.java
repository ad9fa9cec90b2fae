package dev.slipway.request;

import dev.slipway.request.StagingStep.Direction;

/** The part that the records of all kinds of steps have in common; one record for each direction. */
public sealed interface StepHead {

    /** Returns the step's name, distinct among the job's steps of one direction. */
    String name();

    /** Returns the order group. */
    int orderGroup();

    /** Returns the file of the run folder that the step writes or reads. */
    RunPath file();

    /** Returns the direction in which the step moves data. */
    Direction direction();

    /** Returns how the step handles a file that exists already. */
    default CreationFlag creation() {
        return CreationFlag.OVERWRITE;
    }

    /** Returns how the step stores its file. */
    default Compression compression() {
        return Compression.NONE;
    }

    /** Returns whether the step also runs when the job failed or was cancelled. */
    default boolean always() {
        return false;
    }

    /**
     * The head of a step of stage-in.
     *
     * @param file the file that the step writes
     */
    record In(String name, int orderGroup, RunPath file, CreationFlag creation, Compression compression)
            implements StepHead {
        public In {
            Require.text(name, "step name");
        }

        /** Makes the head of a step that replaces an existing file and leaves the data as they are. */
        public In(String name, int orderGroup, RunPath file) {
            this(name, orderGroup, file, CreationFlag.OVERWRITE, Compression.NONE);
        }

        @Override
        public Direction direction() {
            return Direction.IN;
        }
    }

    /**
     * The head of a step of stage-out.
     *
     * @param file the file that the step reads
     */
    record Out(String name, int orderGroup, RunPath file, boolean always) implements StepHead {
        public Out {
            Require.text(name, "step name");
        }

        @Override
        public Direction direction() {
            return Direction.OUT;
        }
    }
}
