package dev.slipway.request;

import java.util.List;

/** The program or programs that a job runs. */
public sealed interface Application permits MpiProgram, StreamApplication {

    /** Returns the number of processes, at least 1, which is the number of slots of the run. */
    int processes();

    /** Returns all programs, one for each start that the document describes. */
    List<Program> programs();

    /**
     * Returns the name for messages: for an MPI program, the program as the document names it; else "stream application
     * NAME".
     */
    String title();
}
