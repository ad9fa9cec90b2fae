package dev.slipway.toolkit.view;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.terminal.Figures;
import dev.slipway.toolkit.terminal.Terminal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes the status of a job as lines. */
public final class JobLines {
    private static final int BAR = 30;

    /**
     * Time without news after which a step stands still. A step that moves tells so each 64 KiB; shorter gaps mean
     * nothing.
     */
    private static final Duration STILL = Duration.ofSeconds(10);

    private final Terminal terminal;

    public JobLines(Terminal terminal) {
        this.terminal = terminal;
    }

    /** @param explanation of an open job, if the service was asked for one */
    public List<String> lines(Answer job, Optional<Answer> explanation) {
        List<String> lines = new ArrayList<>();
        lines.add(terminal.bold(job.text("name")) + "  " + job.text("token") + "  of " + job.text("owner"));
        lines.add("accepted  " + Figures.time(job.text("accepted")));
        job.all("phase").forEach(phase -> lines.add("phase     " + phase(phase)));
        job.find("parent").ifPresent(parent -> lines.add("again     does job " + parent + " again"));
        job.find("position").ifPresent(position -> lines.add("position  " + position + " of those that wait"));
        job.child("cluster").ifPresent(at -> lines.add("cluster   " + ClusterWords.of(at)));
        job.child("held").ifPresent(held -> lines.add("held      " + held(held)));
        job.child("blocked").ifPresent(problem -> lines.addAll(problem("blocked", problem)));
        explanation
                .map(words -> words.text("about"))
                .filter(about -> !about.isEmpty())
                .ifPresent(about -> lines.add("estimate  " + about));
        if (job.is("cancelRequested") && job.child("outcome").isEmpty()) {
            lines.add("cancel    asked for");
        }
        job.all("step").forEach(step -> lines.add("step      " + step(step) + motion(step)));
        job.child("transfer")
                .ifPresent(transfer -> lines.add("moving    " + moved(transfer).strip() + motion(transfer)));
        job.child("progress").ifPresent(progress -> lines.addAll(progress(progress)));
        job.child("run").ifPresent(run -> lines.add("run       " + run(run)));
        job.child("outcome").ifPresent(outcome -> lines.addAll(outcome(outcome)));
        return lines;
    }

    private String phase(Answer phase) {
        Instant begun = Instant.parse(phase.text("begun"));
        return String.format("%-12s", phase.text("state"))
                + phase.find("ended")
                        .map(ended -> Figures.span(begun, Instant.parse(ended)))
                        .orElseGet(() -> phase.text("state").equals("CLOSED")
                                ? Figures.time(phase.text("begun"))
                                : "since "
                                        + Figures.span(begun, terminal.clock().instant()));
    }

    private String held(Answer held) {
        return "by " + held.text("by") + ", since "
                + Figures.span(
                        Instant.parse(held.text("since")), terminal.clock().instant());
    }

    static String step(Answer step) {
        String arrow = step.text("direction").equals("IN") ? " <- " : " -> ";
        return String.format("%-8s", step.text("progress")) + step.text("name") + "  group " + step.text("orderGroup")
                + "  " + step.text("file") + arrow + step.text("place") + moved(step);
    }

    private static String moved(Answer of) {
        return of.number("bytes") == 0 && of.number("rows") == 0
                ? ""
                : "  " + Figures.bytes(of.number("bytes"))
                        + (of.number("rows") > 0 ? ", " + Figures.count(of.number("rows")) + " rows" : "");
    }

    /**
     * Says of a step that moves how fast it moves, about how long it still takes, and since when it stands still if it
     * does.
     */
    private String motion(Answer of) {
        if (of.child("movedAt").isEmpty()) {
            return "";
        }
        Instant moved = Instant.parse(of.text("movedAt"));
        Instant now = terminal.clock().instant();
        return (of.number("bytesPerSecond") > 0 ? ", " + Figures.bytes(of.number("bytesPerSecond")) + "/s" : "")
                + of.find("estimateSeconds")
                        .map(left -> ", about " + left + " s left")
                        .orElse("")
                + (Duration.between(moved, now).compareTo(STILL) >= 0
                        ? ", nothing moved for " + Figures.span(moved, now)
                        : "");
    }

    /**
     * Returns whether the program itself has told its progress; the launcher of a stream application tells some before.
     */
    static boolean isTold(Answer progress) {
        return progress.number("of") > 0
                || !progress.all("figure").isEmpty()
                || !progress.text("programPhase").isEmpty();
    }

    List<String> progress(Answer progress) {
        List<String> lines = new ArrayList<>();
        if (!isTold(progress)) {
            return lines;
        }
        String bar = terminal.live() ? Figures.bar(progress.number("done"), progress.number("of"), BAR) + " " : "";
        lines.add("program   " + bar + done(progress));
        String figures = figures(progress);
        if (!figures.isEmpty()) {
            lines.add("figures   " + figures);
        }
        return lines;
    }

    /** Says how much is done of how much, and what the program does now. */
    static String done(Answer progress) {
        return Figures.count(progress.number("done")) + " of " + Figures.count(progress.number("of"))
                + progress.find("programPhase").map(phase -> ", " + phase).orElse("");
    }

    /** Writes each figure; its interval follows if the program told both bounds. */
    static String figures(Answer progress) {
        Map<String, String> figures = new LinkedHashMap<>();
        progress.all("figure").forEach(each -> figures.put(each.text("name"), Figures.figure(each.text("value"))));
        return figures.keySet().stream()
                .filter(name -> !isBound(name, figures))
                .map(name -> name + "=" + figures.get(name) + interval(name, figures))
                .collect(Collectors.joining("  "));
    }

    private static boolean isBound(String name, Map<String, String> figures) {
        String of = name.replaceFirst("_(lower|upper)$", "");
        return !of.equals(name)
                && figures.containsKey(of)
                && !interval(of, figures).isEmpty();
    }

    private static String interval(String name, Map<String, String> figures) {
        String lower = figures.get(name + "_lower");
        String upper = figures.get(name + "_upper");
        return lower == null || upper == null ? "" : " (" + lower + " to " + upper + ")";
    }

    private static String run(Answer run) {
        String signal = run.number("signal") == 0 ? "" : ", signal " + run.text("signal");
        return run.text("reason") + ", exit status " + run.text("exitStatus") + signal + ", "
                + Figures.span(Instant.parse(run.text("started")), Instant.parse(run.text("ended")))
                + ", largest process "
                + Figures.bytes(run.number("maxRssBytes"));
    }

    /** Says how the job ended; of a failure the phase, the thing and the remedy. */
    List<String> outcome(Answer outcome) {
        String word = outcome.text("word");
        List<String> lines = new ArrayList<>();
        lines.add("outcome   "
                + (word.equals("DONE") ? terminal.good(word) : terminal.bad(word))
                + outcome.find("phase").map(phase -> " in " + phase).orElse("")
                + outcome.find("by").map(by -> " by " + by).orElse(""));
        outcome.child("problem").ifPresent(problem -> lines.addAll(problem("problem", problem)));
        return lines;
    }

    private static List<String> problem(String label, Answer problem) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format("%-10s", label) + problem.text("message"));
        problem.text("detail").lines().forEach(line -> lines.add("          " + line));
        lines.add("hint      " + problem.text("hint"));
        return lines;
    }
}
