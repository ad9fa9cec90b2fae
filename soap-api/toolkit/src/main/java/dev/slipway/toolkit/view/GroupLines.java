package dev.slipway.toolkit.view;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.terminal.Figures;
import dev.slipway.toolkit.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;

/** Writes the status of a group as lines. */
public final class GroupLines {
    private final Terminal terminal;

    public GroupLines(Terminal terminal) {
        this.terminal = terminal;
    }

    public List<String> lines(Answer group) {
        List<String> lines = new ArrayList<>();
        String jobs = Figures.count(group.number("jobs"), "job");
        lines.add(terminal.bold(group.text("name")) + "  " + group.text("token") + "  of " + group.text("owner"));
        lines.add("accepted  " + Figures.time(group.text("accepted")));
        lines.add("group     " + group.find("outcome").orElse(group.text("state")) + ", " + jobs);
        group.find("parent").ifPresent(parent -> lines.add("again     does jobs of group " + parent + " again"));
        group.all("count").forEach(count -> lines.add("jobs      " + count(count)));
        some(lines, "blocked   ", group.number("blocked"));
        some(lines, "held      ", group.number("held"));
        group.all("failure").forEach(failure -> lines.add("failed    " + failure(failure)));
        group.find("closed").ifPresent(closed -> lines.add("closed    " + Figures.time(closed)));
        return lines;
    }

    private static void some(List<String> lines, String label, long jobs) {
        if (jobs > 0) {
            lines.add(label + Figures.count(jobs) + " of them");
        }
    }

    static String count(Answer count) {
        String outcome = count.find("outcome").map(word -> " " + word).orElse("");
        return Figures.count(count.number("jobs")) + " " + count.text("state") + outcome;
    }

    private static String failure(Answer failure) {
        return "element " + failure.text("element") + ", job " + failure.text("token") + ", in " + failure.text("phase")
                + ": "
                + failure.child("problem")
                        .map(problem -> problem.text("message"))
                        .orElse("");
    }
}
