package dev.slipway.toolkit;

import picocli.CommandLine.Option;

/** Which part of a long list is shown. */
final class Paging {
    @Option(
            names = "--offset",
            paramLabel = "N",
            defaultValue = "0",
            description = "Leaves out the N newest (default 0).")
    private int offset;

    @Option(names = "--limit", paramLabel = "N", defaultValue = "50", description = "At most N (default 50).")
    private int limit;

    /** How many are left out before the part. */
    int before() {
        return offset;
    }

    String offset() {
        return Integer.toString(offset);
    }

    String limit() {
        return Integer.toString(limit);
    }
}
