package dev.slipway.document.launch;

import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.Findings;
import dev.slipway.request.LaunchWords;

/** Finds words that no service accepts, whatever the operator lists. */
final class WordsReading {
    private WordsReading() {}

    /** Reports an argument on an mpirun command line that mpirun would take as its own option. */
    static void argument(Findings findings, DocumentElement argument) {
        if (LaunchWords.takenByLaunch(argument.text())) {
            findings.unsupported(
                    argument,
                    "passing the argument " + argument.text() + ", which mpirun would take for itself,",
                    "Leave it out: the service alone tells mpirun what to do.");
        }
    }

    /** Reports a variable that no document may set, and returns whether there is one. */
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
