package dev.slipway.problem;

/** A way by which people reach the service. Each front end has words of its own for what a reader can do next. */
public enum FrontEnd {
    /** Web pages, with buttons and fields. */
    PAGES,
    /** Calls of the SOAP service, with operations and elements. */
    CALLS,
    /** The command line, with verbs and options. */
    SHELL;

    /** The name by which the command line tells itself from other clients in the header {@code User-Agent}. */
    private static final String TOOLKIT = "slipway";

    /**
     * Returns the front end of a call.
     *
     * @param client the header {@code User-Agent}; null if absent
     */
    public static FrontEnd ofCall(String client) {
        return client != null && client.startsWith(TOOLKIT) ? SHELL : CALLS;
    }
}
