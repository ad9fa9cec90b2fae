package dev.slipway.toolkit.verb;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Selects a part of a long list. */
public final class Paging {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec verb;

    private int offset;
    private int limit;

    @Option(names = "--offset", paramLabel = "N", defaultValue = "0", description = "Skips the N newest (default 0).")
    void offset(int number) {
        offset = counted("--offset", number);
    }

    @Option(names = "--limit", paramLabel = "N", defaultValue = "50", description = "At most N (default 50).")
    void limit(int number) {
        limit = counted("--limit", number);
    }

    private int counted(String option, int number) {
        if (number < 0) {
            throw new ParameterException(verb.commandLine(), option + " is a number from 0, not " + number);
        }
        return number;
    }

    /** Returns how many entries are left out before the part. */
    public int before() {
        return offset;
    }

    public String offset() {
        return Integer.toString(offset);
    }

    public String limit() {
        return Integer.toString(limit);
    }
}
