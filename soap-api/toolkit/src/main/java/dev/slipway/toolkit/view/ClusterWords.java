package dev.slipway.toolkit.view;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.terminal.Figures;
import java.util.Optional;

/** Writes the standing of a run at its cluster. */
public final class ClusterWords {
    private ClusterWords() {}

    /** Names the cluster and the run there, and says what the run waits for. */
    static String of(Answer at) {
        return at.text("name") + ", job " + at.text("number")
                + waits(at).map(words -> ": " + words).orElse("");
    }

    /** Says what the run waits for, and until when; empty for a run that is under way or over. */
    public static Optional<String> waits(Answer at) {
        return at.find("words")
                .map(words -> words
                        + at.find("expected")
                                .map(time -> ", expected " + Figures.time(time))
                                .orElse(""));
    }
}
