package dev.slipway.toolkit.job;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.terminal.Figures;
import dev.slipway.toolkit.terminal.TextTable;
import dev.slipway.toolkit.verb.Paging;
import dev.slipway.toolkit.verb.Verb;
import dev.slipway.toolkit.view.ClusterWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists jobs, newest first. */
@Command(name = "list", description = "Lists your jobs, newest first; operators and auditors see all jobs.")
public final class ListJobs extends Verb {
    private static final int LONGEST_VALUE = 40;

    @Mixin
    private Paging paging;

    @Mixin
    private Filter filter;

    static TextTable table() {
        return new TextTable("TOKEN", "NAME", "OWNER", "STATE", "ACCEPTED");
    }

    /** Adds a job to a {@link #table}. */
    static void row(TextTable table, Answer job, boolean blocked, boolean held) {
        table.row(
                job.text("token"),
                job.text("name"),
                job.text("owner"),
                state(job, blocked, held),
                Figures.time(job.text("accepted")));
    }

    private static String state(Answer job, boolean blocked, boolean held) {
        String outcome = job.child("outcome")
                .map(ended -> ended.find("word").orElseGet(ended::text))
                .orElse(job.text("state"));
        String cluster = job.child("cluster")
                .flatMap(ClusterWords::waits)
                .map(words -> ": " + words)
                .orElse("");
        return outcome + cluster + (blocked ? " (blocked)" : "") + (held ? " (held)" : "");
    }

    private static TextTable all(List<Answer> jobs) {
        TextTable table = table();
        jobs.forEach(job -> row(table, job, job.is("blocked"), job.is("held")));
        return table;
    }

    /** Lists the jobs of a group, each with its number in the sweep and its values from the sweep. */
    private static TextTable members(List<Answer> jobs) {
        TextTable table = new TextTable("ELEMENT", "TOKEN", "STATE", "ACCEPTED", "VALUES");
        for (Answer job : jobs) {
            table.row(
                    job.text("element"),
                    job.text("token"),
                    state(job, job.is("blocked"), job.is("held")),
                    Figures.time(job.text("accepted")),
                    job.all("swept").stream()
                            .map(Answer::text)
                            .map(ListJobs::shortened)
                            .collect(Collectors.joining(", ")));
        }
        return table;
    }

    private static String shortened(String value) {
        String line = value.replace('\n', ' ').strip();
        return line.length() <= LONGEST_VALUE ? line : line.substring(0, LONGEST_VALUE - 1) + "\u2026";
    }

    @Override
    protected int run() {
        List<Map.Entry<String, String>> fields = new ArrayList<>();
        fields.add(Map.entry("offset", paging.offset()));
        fields.add(Map.entry("limit", paging.limit()));
        filter.addTo(fields, terminal().clock().instant(), this::whole);
        Answer answer = ask("list", fields);
        if (json()) {
            return answer(Json.object(answer, "jobs"));
        }
        List<Answer> jobs = answer.all("job");
        (filter.isOfGroup() ? members(jobs) : all(jobs)).lines().forEach(terminal()::line);
        if (answer.number("total") > paging.before() + jobs.size()) {
            terminal().note(jobs.size() + " of " + answer.number("total") + " jobs; --offset and --limit show others");
        }
        return ExitStatus.DONE;
    }
}
