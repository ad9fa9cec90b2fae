package dev.slipway.toolkit.view;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.terminal.Figures;
import dev.slipway.toolkit.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Redraws the view in place. The last line gives the time of the look. Lines are cut to the terminal's width, so that
 * each takes one row; the last lines that fit are shown.
 */
public final class LiveWatch implements WatchView {
    private final Terminal terminal;
    private int drawn;

    public LiveWatch(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public void show(Answer job, Supplier<Optional<Answer>> explanation) {
        List<String> all = new ArrayList<>(new JobLines(terminal)
                .lines(job, job.text("state").equals("CLOSED") ? Optional.empty() : explanation.get()));
        all.add(terminal.dim(
                "seen      " + Figures.time(terminal.clock().instant().toString())));
        List<String> lines = all.subList(Math.max(0, all.size() - terminal.height() + 1), all.size());
        StringBuilder frame = new StringBuilder();
        if (drawn > 0) {
            frame.append("\u001b[").append(drawn).append("A");
        }
        for (String line : lines) {
            frame.append("\u001b[2K").append(cut(line)).append('\n');
        }
        frame.append("\u001b[J");
        drawn = lines.size();
        terminal.out().print(frame);
        terminal.out().flush();
    }

    /** Keeps the drawn lines, because other output follows them. The next look is drawn below. */
    @Override
    public void interrupted() {
        drawn = 0;
    }

    /** Cuts a line to the width, not counting styles, so that the line takes one row. An ellipsis marks the cut. */
    private String cut(String line) {
        int width = terminal.width() - 1;
        StringBuilder out = new StringBuilder();
        int columns = 0;
        boolean full = false;
        for (int i = 0; i < line.length(); ) {
            int c = line.codePointAt(i);
            if (c == '\u001b') {
                int end = line.indexOf('m', i) + 1;
                out.append(line, i, end);
                i = end;
                continue;
            }
            i += Character.charCount(c);
            boolean last =
                    i >= line.length() || line.indexOf('\u001b', i) == i && line.indexOf('m', i) == line.length() - 1;
            if (full) {
                continue;
            }
            if (columns + columns(c) > width - (last ? 0 : 1)) {
                full = true;
                out.append('\u2026');
            } else {
                columns += columns(c);
                out.appendCodePoint(c);
            }
        }
        return out.toString();
    }

    /**
     * Returns the columns of a character on a terminal: 0 for marks, 2 for East Asian characters and pictures, else 1.
     */
    private static int columns(int c) {
        int type = Character.getType(c);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        boolean wide = c >= 0x1100 && c <= 0x115F
                || c >= 0x2E80 && c <= 0xA4CF
                || c >= 0xAC00 && c <= 0xD7A3
                || c >= 0xF900 && c <= 0xFAFF
                || c >= 0xFE30 && c <= 0xFE6F
                || c >= 0xFF00 && c <= 0xFF60
                || c >= 0xFFE0 && c <= 0xFFE6
                || c >= 0x1F300 && c <= 0x1FAFF
                || c >= 0x20000;
        return wide ? 2 : 1;
    }
}
