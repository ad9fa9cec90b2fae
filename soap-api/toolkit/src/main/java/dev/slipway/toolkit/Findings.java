package dev.slipway.toolkit;

import java.nio.file.Path;
import java.util.Locale;

/** Findings in a document, one line each, in the form that editors jump to. */
final class Findings {
    private Findings() {}

    static String line(Path file, Answer finding) {
        long line = finding.number("line");
        String place = line > 0 ? ":" + line + ":" + finding.number("column") : "";
        return file + place + ": " + finding.text("severity").toLowerCase(Locale.ROOT) + ": " + finding.text("message");
    }
}
