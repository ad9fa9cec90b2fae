package dev.slipway.problem;

import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/**
 * Says what a reader can do next, in the words of each front end. Pages name buttons and fields, calls name operations
 * and elements, and the command line names verbs, options and the operator's settings.
 */
public record Remedy(String pages, String calls, String shell) {
    public static final Remedy NONE = of("");

    /** The place of a job's token in the words, which {@link #about} fills. */
    private static final String TOKEN = "TOKEN";

    /** Returns a remedy with the same words at each front end. */
    public static Remedy of(String words) {
        return new Remedy(words, words, words);
    }

    /** Returns this remedy with other words on pages. */
    public Remedy onPages(String words) {
        return new Remedy(words, calls, shell);
    }

    /** Returns this remedy with other words at the command line. */
    public Remedy atShell(String words) {
        return new Remedy(pages, calls, words);
    }

    /** Returns the words of a front end. */
    public String at(FrontEnd frontEnd) {
        return switch (frontEnd) {
            case PAGES -> pages;
            case CALLS -> calls;
            case SHELL -> shell;
        };
    }

    public boolean isNone() {
        return equals(NONE);
    }

    /** Returns this remedy for one job or group, so that commands can be copied. */
    public Remedy about(String token) {
        return each(words -> words.replace(TOKEN, token));
    }

    /** Returns this remedy for the group of a job in place of the job. */
    public Remedy moved(String job, String group) {
        return each(words -> words.replace(job, group));
    }

    /** Returns this remedy with other words behind it. */
    public Remedy then(Remedy next) {
        return each(next, (words, more) -> (words + " " + more).strip());
    }

    private Remedy each(UnaryOperator<String> change) {
        return new Remedy(change.apply(pages), change.apply(calls), change.apply(shell));
    }

    private Remedy each(Remedy other, BinaryOperator<String> join) {
        return new Remedy(
                join.apply(pages, other.pages), join.apply(calls, other.calls), join.apply(shell, other.shell));
    }
}
