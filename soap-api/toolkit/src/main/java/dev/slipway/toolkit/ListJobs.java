package dev.slipway.toolkit;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists jobs, newest first. */
@Command(name = "list", description = "Lists your jobs, newest first; operators and auditors see everybody's.")
final class ListJobs extends Verb {
    @Option(
            names = "--offset",
            paramLabel = "N",
            defaultValue = "0",
            description = "Leaves out the N newest (default 0).")
    private int offset;

    @Option(names = "--limit", paramLabel = "N", defaultValue = "50", description = "At most N jobs (default 50).")
    private int limit;

    @Override
    int run() {
        Answer answer = ask("list", "offset", Integer.toString(offset), "limit", Integer.toString(limit));
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
        if (answer.number("total") > offset + jobs.size()) {
            terminal().note(jobs.size() + " of " + answer.number("total") + " jobs; --offset and --limit show others");
        }
        return ExitStatus.OK;
    }
}
