package dev.slipway.toolkit.verb;

import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.terminal.Figures;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Parameters;

/**
 * A verb about each of one or more jobs, or about groups where the operation allows that. A failure about one job does
 * not keep the verb from the next job; the verb ends with the first status that is not 0.
 */
public abstract class EachJobVerb extends Verb {
    /** The statuses of failures that would repeat for each further job. */
    private static final Set<Integer> OF_ALL = Set.of(ExitStatus.CALL, ExitStatus.NOT_REACHED, ExitStatus.LOGIN);

    @Parameters(arity = "1..*", paramLabel = "TOKEN", description = JobVerb.TOKEN)
    private List<String> tokens;

    /** Does the work for one job. */
    protected abstract int about(String token);

    @Override
    protected int run() {
        // All tokens are found before the first job is touched, so that a call with a doubtful token changes nothing.
        List<String> whole = tokens.stream().map(this::whole).toList();
        int ended = ExitStatus.DONE;
        for (String token : whole) {
            int status = tried(token);
            ended = ended == ExitStatus.DONE ? status : ended;
        }
        return ended;
    }

    private int tried(String token) {
        try {
            return about(token);
        } catch (Failure failure) {
            if (!isOfSeveral() || OF_ALL.contains(failure.exitStatus())) {
                throw failure;
            }
            terminal().failure(failure.about(token));
            return failure.exitStatus();
        }
    }

    /** Returns whether the call names more than one job. */
    protected boolean isOfSeveral() {
        return tokens.size() > 1;
    }

    /** Prints the token of the job before the output about that job, if the call names more than one job. */
    protected void heading(String token) {
        if (isOfSeveral() && !json()) {
            terminal().line("==> " + token + " <==");
        }
    }

    /** Returns the object, with the token in front if the call names more than one job. */
    protected Map<String, Object> named(String token, Map<String, Object> object) {
        if (!isOfSeveral()) {
            return object;
        }
        Map<String, Object> named = new LinkedHashMap<>();
        named.put("token", token);
        named.putAll(object);
        return named;
    }

    /**
     * Asks for a change of the job, or of each job of the group that allows the change, and prints the new state in
     * {@code words}.
     */
    protected int change(String operation, String token, String words) {
        Optional<Long> jobs = ask(operation, "token", token).find("jobs").map(Long::valueOf);
        if (json()) {
            Map<String, Object> changed = new LinkedHashMap<>();
            changed.put("token", token);
            jobs.ifPresent(count -> changed.put("jobs", count));
            return answer(changed);
        }
        terminal().line(jobs.map(count -> ofGroup(token, count)).orElse("job " + token) + " " + words);
        return ExitStatus.DONE;
    }

    private static String ofGroup(String token, long jobs) {
        return "group " + token + " (" + Figures.count(jobs, "job") + " that it fits)";
    }
}
