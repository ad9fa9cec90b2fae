package dev.slipway.toolkit.verb;

import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.terminal.Figures;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Parameters;

/** A verb about one job, or about a group where the operation allows that. */
public abstract class JobVerb extends Verb {
    @Parameters(index = "0", paramLabel = "TOKEN", description = "The job's token, from submit.")
    private String token;

    protected String token() {
        return token;
    }

    /**
     * Asks for a change of the job, or of each job of the group that allows the change, and prints the new state in
     * {@code words}.
     */
    protected int change(String operation, String words) {
        Optional<Long> jobs = ask(operation, "token", token).find("jobs").map(Long::valueOf);
        if (json()) {
            Map<String, Object> changed = new LinkedHashMap<>();
            changed.put("token", token);
            jobs.ifPresent(count -> changed.put("jobs", count));
            return answer(changed);
        }
        terminal().line(jobs.map(this::ofGroup).orElse("job " + token) + " " + words);
        return ExitStatus.DONE;
    }

    private String ofGroup(long jobs) {
        return "group " + token + " (" + Figures.count(jobs, "job") + " that it fits)";
    }
}
