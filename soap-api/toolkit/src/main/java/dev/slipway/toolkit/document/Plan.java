package dev.slipway.toolkit.document;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.terminal.Figures;
import dev.slipway.toolkit.terminal.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/** Asks the service what a document's job would meet now. */
@Command(
        name = "plan",
        description = {
            "Says what a job would meet if it were submitted now, and changes nothing.",
            "The service connects to every source and host in the document, lets databases explain its statements,"
                    + " checks files, space and rights, and reports all findings, with estimates.",
            "Ends with the exit status of the first problem, or 0. A problem of the document itself gives"
                    + " the status of validate --service, which equals that of submit."
        })
public final class Plan extends DocumentVerb {
    @Override
    protected int run() {
        Answer plan = ask("plan", "document", base64(bytes()));
        if (json()) {
            answer(Json.object(plan, "findings", "obstacles", "steps"));
        } else {
            tell(plan);
        }
        return status(plan);
    }

    private static int status(Answer plan) {
        int document = FindingLines.status(plan.all("finding"));
        return document != ExitStatus.DONE
                ? document
                : obstacles(plan)
                        .map(problem -> Failure.of(problem).exitStatus())
                        .findFirst()
                        .orElse(ExitStatus.DONE);
    }

    /** Returns the code of the problem that decides the status; empty without a problem. */
    private static String code(Answer plan) {
        String document = FindingLines.code(plan.all("finding"));
        return document.isEmpty()
                ? obstacles(plan)
                        .map(problem -> problem.text("code"))
                        .findFirst()
                        .orElse("")
                : document;
    }

    private static Stream<Answer> obstacles(Answer plan) {
        return Stream.concat(
                plan.all("obstacle").stream(),
                plan.all("step").stream().flatMap(step -> step.all("obstacle").stream()));
    }

    private void tell(Answer plan) {
        FindingLines.lines(name(), bytes(), plan.all("finding")).forEach(terminal()::line);
        if (plan.number("jobs") == 0) {
            terminal().line(name() + ": " + FindingLines.verdict(code(plan)) + ", so that no place was looked at");
            return;
        }
        steps(plan.all("step")).forEach(terminal()::line);
        remarks(plan).forEach(terminal()::line);
        long obstacles = obstacles(plan).count();
        String stageIn = plan.text("estimate").isEmpty() ? "" : "; stage-in " + plan.text("estimate");
        terminal()
                .line(name() + ": "
                        + (plan.is("ready") ? "ready" + stageIn : "not ready, " + Figures.count(obstacles, "problem")));
    }

    /** Returns a line for each step, with the remarks on that step below. */
    private static List<String> steps(List<Answer> steps) {
        TextTable table = new TextTable("STEP", "", "GROUP", "PLACE", "BYTES", "ROWS", "READY");
        for (Answer step : steps) {
            table.row(
                    step.text("name"),
                    step.text("direction").equals("IN") ? "in" : "out",
                    step.text("orderGroup"),
                    step.text("place"),
                    step.find("bytes")
                            .map(bytes -> Figures.bytes(Long.parseLong(bytes)))
                            .orElse("?"),
                    step.find("rows")
                            .map(rows -> Figures.count(Long.parseLong(rows)))
                            .orElse("?"),
                    step.all("obstacle").isEmpty() ? "yes" : "no");
        }
        List<String> rows = table.lines();
        List<String> lines = new ArrayList<>(rows.subList(0, steps.isEmpty() ? 0 : 1));
        for (int i = 0; i < steps.size(); i++) {
            lines.add(rows.get(i + 1));
            lines.addAll(remarks(steps.get(i)));
            Stream.of(steps.get(i).text("basis"), steps.get(i).text("estimate"))
                    .filter(words -> !words.isEmpty())
                    .map(words -> "    " + words)
                    .forEach(lines::add);
        }
        return lines;
    }

    private static List<String> remarks(Answer of) {
        List<String> lines = new ArrayList<>();
        for (Answer obstacle : of.all("obstacle")) {
            lines.add("    problem: " + obstacle.text("message") + " [" + obstacle.text("code") + "]");
            obstacle.text("detail").lines().forEach(detail -> lines.add("      " + detail));
            lines.add("      " + obstacle.text("hint"));
        }
        of.text("notes").lines().forEach(note -> lines.add("    " + note));
        return lines;
    }
}
