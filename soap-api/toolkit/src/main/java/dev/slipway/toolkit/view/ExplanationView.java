package dev.slipway.toolkit.view;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.terminal.Figures;
import dev.slipway.toolkit.terminal.Terminal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Shows an explanation in lines. Every sentence comes from the service. */
public final class ExplanationView {
    private final Terminal terminal;

    public ExplanationView(Terminal terminal) {
        this.terminal = terminal;
    }

    public List<String> lines(Answer explanation) {
        List<String> lines = new ArrayList<>();
        Instant since = Instant.parse(explanation.text("since"));
        lines.add(terminal.bold(explanation.text("name")) + "  " + explanation.text("token"));
        lines.add(explanation.text("state") + " for "
                + Figures.span(since, terminal.clock().instant()) + ": " + explanation.text("headline"));
        waiting(explanation, lines);
        explanation.child("trouble").ifPresent(trouble -> trouble(trouble, lines));
        add(lines, "remedy", explanation.text("remedy"));
        return lines;
    }

    /** Adds the thing that the job waits for, the job's rank there and the estimate. */
    static void waiting(Answer explanation, List<String> lines) {
        add(lines, "waits for", explanation.text("waitsFor"));
        add(lines, "estimate", explanation.text("about"));
    }

    private static void trouble(Answer trouble, List<String> lines) {
        Answer problem = trouble.child("problem").orElseThrow();
        add(lines, trouble.is("lasting") ? "failed in" : "blocked in", trouble.text("phase"));
        add(lines, "at", trouble.text("thing"));
        add(lines, "whose", trouble.text("owner"));
        add(lines, "problem", problem.text("message"));
        problem.text("detail").lines().forEach(line -> lines.add(" ".repeat(12) + line));
        add(lines, "code", problem.text("code"));
    }

    private static void add(List<String> lines, String label, String text) {
        if (!text.isBlank()) {
            lines.add(String.format("%-12s", label) + text.strip());
        }
    }
}
