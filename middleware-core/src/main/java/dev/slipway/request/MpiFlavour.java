package dev.slipway.request;

/** The implementation of MPI for which a program was built. */
public enum MpiFlavour {
    /** The partition's own implementation, of any kind. */
    ANY("any MPI"),
    OPEN_MPI("Open MPI"),
    MPICH("MPICH");

    private final String words;

    MpiFlavour(String words) {
        this.words = words;
    }

    /** Returns the name that people know. */
    public String words() {
        return words;
    }
}
