package dev.slipway.toolkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists jobs, newest first. */
@Command(name = "list", description = "Lists your jobs, newest first; operators and auditors see everybody's.")
final class ListJobs extends Verb {
    @Mixin
    private Paging paging;

    @Mixin
    private Filter filter;

    static Table table() {
        return new Table("TOKEN", "NAME", "OWNER", "STATE", "ACCEPTED");
    }

    /** Adds a job to a {@link #table}. */
    static void row(Table table, Answer job, boolean blocked, boolean held) {
        String outcome = job.child("outcome")
                .map(ended -> ended.find("word").orElseGet(ended::text))
                .orElse(job.text("state"));
        table.row(
                job.text("token"),
                job.text("name"),
                job.text("owner"),
                outcome + (blocked ? " (blocked)" : "") + (held ? " (held)" : ""),
                Figures.time(job.text("accepted")));
    }

    @Override
    int run() {
        List<Map.Entry<String, String>> fields = new ArrayList<>();
        fields.add(Map.entry("offset", paging.offset()));
        fields.add(Map.entry("limit", paging.limit()));
        filter.addTo(fields, terminal().clock().instant());
        Answer answer = ask("list", fields);
        if (json()) {
            return answer(Json.object(answer, "jobs"));
        }
        List<Answer> jobs = answer.all("job");
        Table table = table();
        jobs.forEach(job -> row(table, job, job.is("blocked"), job.is("held")));
        table.lines().forEach(terminal()::line);
        if (answer.number("total") > paging.before() + jobs.size()) {
            terminal().note(jobs.size() + " of " + answer.number("total") + " jobs; --offset and --limit show others");
        }
        return ExitStatus.OK;
    }
}
