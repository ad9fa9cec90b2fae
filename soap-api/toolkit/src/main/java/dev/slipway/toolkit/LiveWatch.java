package dev.slipway.toolkit;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Redraws the view in place. Lines are cut to the terminal's width, so that each takes one row; the last that fit are shown. */
final class LiveWatch implements WatchView {
    private final Terminal terminal;
    private int drawn;

    LiveWatch(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public void show(Answer job, Supplier<Optional<Answer>> explanation) {
        List<String> all = new JobView(terminal)
                .lines(job, job.text("state").equals("CLOSED") ? Optional.empty() : explanation.get());
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

    /** Cuts to the width, not counting styles. */
    private String cut(String line) {
        StringBuilder out = new StringBuilder();
        int visible = 0;
        int width = terminal.width() - 1;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\u001b') {
                int end = line.indexOf('m', i);
                out.append(line, i, end + 1);
                i = end;
            } else if (visible < width) {
                out.append(c);
                visible++;
            }
        }
        return out.toString();
    }
}
