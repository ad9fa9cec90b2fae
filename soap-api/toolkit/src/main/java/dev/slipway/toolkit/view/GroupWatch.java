package dev.slipway.toolkit.view;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.terminal.Figures;
import dev.slipway.toolkit.terminal.Terminal;
import java.util.stream.Collectors;

/** Prints one line, with its time, whenever the counts of a group's jobs change; in JSON the whole view. */
public final class GroupWatch {
    /** Stands for a group that has no exit status yet. */
    public static final int OPEN = -1;

    private final Terminal terminal;
    private final boolean json;
    private String told = "";

    public GroupWatch(Terminal terminal, boolean json) {
        this.terminal = terminal;
        this.json = json;
    }

    /** @return the exit status once all jobs are closed; {@link #OPEN} before */
    public int show(Answer group) {
        String line = json
                ? Json.of(Json.object(group, "counts", "failures"))
                : group.all("count").stream().map(GroupLines::count).collect(Collectors.joining(", "));
        if (!line.equals(told)) {
            told = line;
            String time = Figures.time(terminal.clock().instant().toString());
            terminal.line(json ? line : time + "  " + line);
        }
        if (!group.text("state").equals("CLOSED")) {
            return OPEN;
        }
        return group.text("outcome").equals("DONE") ? ExitStatus.DONE : ExitStatus.JOB_FAILED;
    }
}
