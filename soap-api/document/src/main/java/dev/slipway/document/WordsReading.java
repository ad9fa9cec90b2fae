package dev.slipway.document;

import dev.slipway.request.LaunchWords;

/** Words that no service takes, whatever its operator lists. */
final class WordsReading {
    private WordsReading() {}

    /** Tells of an argument on a command line of mpirun's that mpirun would take for itself. */
    static void argument(Findings findings, DocumentElement argument) {
        if (LaunchWords.takenByLaunch(argument.text())) {
            findings.unsupported(
                    argument,
                    "passing the argument " + argument.text() + ", which mpirun would take for itself,",
                    "Leave it out: the service alone tells mpirun what to do.");
        }
    }

    /** Whether no document may set this variable, and tells of it if so. */
    static boolean isRefused(Findings findings, DocumentElement variable, String name) {
        if (!LaunchWords.steers(name)) {
            return false;
        }
        findings.unsupported(
                variable,
                "setting the variable " + name
                        + ", which steers the loader, the launch command or a shell, or is the run's own,",
                "Leave it out; no operator can list it.");
        return true;
    }
}
