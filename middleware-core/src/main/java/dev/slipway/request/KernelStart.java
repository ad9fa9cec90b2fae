package dev.slipway.request;

import java.util.Optional;

/** The way in which the process of a stream kernel starts. */
public sealed interface KernelStart {

    /** The consequence of a kernel's death. */
    enum Loss {
        /** The whole application ends. */
        END,
        /** The other kernels go on, as if the kernel were done. */
        TOLERATE
    }

    /** The ranks of an MPI kernel that open streams. */
    enum Streams {
        /** Rank 0 alone. */
        FIRST,
        /** Each rank opens streams, as if it were a copy. */
        ALL
    }

    /**
     * Processes of the kernel's own.
     *
     * @param copies the number of copies of a stateless kernel, 1 to {@link StreamKernel#MOST_COPIES}
     */
    record Copies(Program program, int copies, Loss loss) implements KernelStart {
        public Copies {
            StreamKernel.requireProgram(program);
            Require.that(StreamKernel.isCount(copies), "copies must be 1 to " + StreamKernel.MOST_COPIES);
        }
    }

    /**
     * One MPI program.
     *
     * @param ranks the number of ranks that mpirun starts, 1 to {@link StreamKernel#MOST_COPIES}
     */
    record Ranks(Program program, int ranks, Streams streams, Loss loss) implements KernelStart {
        public Ranks {
            StreamKernel.requireProgram(program);
            Require.that(StreamKernel.isCount(ranks), "ranks must be 1 to " + StreamKernel.MOST_COPIES);
        }
    }

    /** The kernel has no process and runs in that of the kernel of this name. */
    record With(String kernel) implements KernelStart {
        public With {
            Require.that(StreamApplication.isName(kernel), "not the name of a kernel");
        }
    }

    /** Returns the program that is started for the kernel; empty if there is no such program. */
    default Optional<Program> started() {
        if (this instanceof Copies copies) {
            return Optional.of(copies.program());
        }
        return this instanceof Ranks ranks ? Optional.of(ranks.program()) : Optional.empty();
    }

    /** Returns the number of processes that are started for the kernel. */
    default int processes() {
        if (this instanceof Copies copies) {
            return copies.copies();
        }
        return this instanceof Ranks ranks ? ranks.ranks() : 0;
    }

    /** Returns how many of the kernel's processes open streams: its copies, rank 0, or all ranks. */
    default int ends() {
        if (this instanceof Copies copies) {
            return copies.copies();
        }
        return this instanceof Ranks ranks && ranks.streams() == Streams.ALL ? ranks.ranks() : 1;
    }
}
