package dev.slipway.toolkit;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists jobs, newest first. */
@Command(name = "list", description = "Lists your jobs, newest first; operators and auditors see everybody's.")
final class ListJobs extends Verb {
    @Mixin
    private Paging paging;

    @Option(names = "--group", paramLabel = "TOKEN", description = "Only the jobs of this group.")
    private String group;

    @Override
    int run() {
        Answer answer = group == null
                ? ask("list", "offset", paging.offset(), "limit", paging.limit())
                : ask("list", "offset", paging.offset(), "limit", paging.limit(), "group", group);
        if (json()) {
            return answer(Json.object(answer, "jobs"));
        }
        Table table = new Table("TOKEN", "NAME", "OWNER", "STATE", "ACCEPTED");
        List<Answer> jobs = answer.all("job");
        for (Answer job : jobs) {
            String state = job.find("outcome").orElse(job.text("state"))
                    + (job.is("blocked") ? " (blocked)" : "")
                    + (job.is("held") ? " (held)" : "");
            table.row(
                    job.text("token"), job.text("name"), job.text("owner"), state, Figures.time(job.text("accepted")));
        }
        table.lines().forEach(terminal()::line);
        if (answer.number("total") > paging.before() + jobs.size()) {
            terminal().note(jobs.size() + " of " + answer.number("total") + " jobs; --offset and --limit show others");
        }
        return ExitStatus.OK;
    }
}
