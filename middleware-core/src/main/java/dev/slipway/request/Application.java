package dev.slipway.request;

import java.util.List;

/** What a job runs. */
public sealed interface Application permits MpiProgram, StreamApplication {

    /** The number of processes that it starts, at least 1: the slots that its run takes. */
    int processes();

    /** All programs that it starts, one for each start that the document describes. */
    List<Program> programs();

    /** What messages call it: the program of an MPI program, as the document names it, or "stream application NAME". */
    String title();
}
