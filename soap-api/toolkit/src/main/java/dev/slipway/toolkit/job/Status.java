package dev.slipway.toolkit.job;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.terminal.TextTable;
import dev.slipway.toolkit.verb.Verb;
import dev.slipway.toolkit.view.GroupLines;
import dev.slipway.toolkit.view.JobLines;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows one job in full, or a line for each of several. */
@Command(
        name = "status",
        description = {
            "Shows a job: phases, reason for waiting, moved data, progress and outcome.",
            "Shows a group: the number of jobs in each state, and the first failed job.",
            "Shows one line for each of several tokens, and ends with the status of the first failing token."
        })
public final class Status extends Verb {
    /** The most jobs in one call. */
    private static final int MOST = 200;

    @Parameters(
            arity = "1..*",
            paramLabel = "TOKEN",
            description = "The token of a job or a group, from submit, or its first characters (at least 4).")
    private List<String> tokens;

    @Override
    protected int run() {
        List<String> whole = tokens.stream().map(this::whole).toList();
        return whole.size() == 1 ? one(whole.get(0)) : several(whole);
    }

    private int one(String token) {
        Answer standing = ask("status", "token", token);
        Optional<Answer> group = standing.child("group");
        if (group.isPresent()) {
            return group(group.get());
        }
        Answer status = standing.child("status").orElseThrow();
        if (json()) {
            return answer(Json.object(status, "phases", "steps"));
        }
        Optional<Answer> explanation = status.text("state").equals("CLOSED")
                ? Optional.empty()
                : ask("explain", "token", token).child("explanation");
        new JobLines(terminal()).lines(status, explanation).forEach(terminal()::line);
        return ExitStatus.DONE;
    }

    private int group(Answer group) {
        if (json()) {
            return answer(Json.object(group, "counts", "failures"));
        }
        new GroupLines(terminal()).lines(group).forEach(terminal()::line);
        return ExitStatus.DONE;
    }

    private int several(List<String> whole) {
        List<Answer> answers = answers(whole);
        if (json()) {
            answer(Map.of("answers", answers.stream().map(Status::object).toList()));
        } else {
            TextTable table = ListJobs.table();
            answers.forEach(answer -> row(table, answer));
            table.lines().forEach(terminal()::line);
        }
        return answers.stream()
                .flatMap(answer -> answer.child("problem").stream())
                .map(problem -> Failure.of(problem).exitStatus())
                .findFirst()
                .orElse(ExitStatus.DONE);
    }

    private static void row(TextTable table, Answer answer) {
        Optional<Answer> job = answer.child("status");
        Optional<Answer> group = answer.child("group");
        if (job.isPresent()) {
            boolean blocked = job.get().child("blocked").isPresent();
            ListJobs.row(table, job.get(), blocked, job.get().child("held").isPresent());
        } else if (group.isPresent()) {
            ListJobs.row(
                    table,
                    group.get(),
                    group.get().number("blocked") > 0,
                    group.get().number("held") > 0);
        } else {
            table.row(answer.text("token"), "-", "-", "-", problem(answer));
        }
    }

    private static String problem(Answer answer) {
        return answer.child("problem").map(problem -> problem.text("message")).orElse("");
    }

    private List<Answer> answers(List<String> whole) {
        List<Answer> answers = new ArrayList<>();
        for (int i = 0; i < whole.size(); i += MOST) {
            List<Map.Entry<String, String>> fields = whole.subList(i, Math.min(whole.size(), i + MOST)).stream()
                    .map(token -> Map.entry("token", token))
                    .toList();
            answers.addAll(ask("statuses", fields).all("answer"));
        }
        return answers;
    }

    private static Map<String, Object> object(Answer answer) {
        Map<String, Object> object = new LinkedHashMap<>(Json.object(answer));
        answer.child("status").ifPresent(status -> object.put("status", Json.object(status, "phases", "steps")));
        answer.child("group").ifPresent(group -> object.put("group", Json.object(group, "counts", "failures")));
        return object;
    }
}
