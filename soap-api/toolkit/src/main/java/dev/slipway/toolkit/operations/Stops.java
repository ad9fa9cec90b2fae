package dev.slipway.toolkit.operations;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.terminal.Figures;

/** Describes in words how an operator has stopped something. */
final class Stops {
    private Stops() {}

    /** Returns the state in words, such as "drained by olga since TIME (reason)". */
    static String words(String state, Answer stoppage) {
        String reason = stoppage.text("reason").replace('\n', ' ');
        return state + " by " + stoppage.text("by") + " since " + Figures.time(stoppage.text("since"))
                + (reason.isEmpty() ? "" : " (" + reason + ")");
    }
}
