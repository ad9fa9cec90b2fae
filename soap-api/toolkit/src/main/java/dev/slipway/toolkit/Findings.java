package dev.slipway.toolkit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Findings in a document, each with a first line in the form that editors jump to, its element and what to do. */
final class Findings {
    private Findings() {}

    static List<String> lines(Path file, List<Answer> findings) {
        List<String> lines = new ArrayList<>();
        for (Answer finding : findings) {
            lines.add(place(file, finding) + ": " + finding.text("severity").toLowerCase(Locale.ROOT) + ": "
                    + finding.text("message"));
            lines.add("    " + finding.text("xpath"));
            lines.add("    " + finding.text("hint"));
        }
        return lines;
    }

    private static String place(Path file, Answer finding) {
        long line = finding.number("line");
        return file + (line > 0 ? ":" + line + ":" + finding.number("column") : "");
    }
}
