package dev.slipway.toolkit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows one job as it is, or a line for each of several. */
@Command(
        name = "status",
        description = {
            "Shows a job: its phases, what holds it up, what it moved, how far it is, how it ended.",
            "Of several jobs it shows a line each, and ends with the status of the first one that has none."
        })
final class Status extends Verb {
    /** What one call may ask for. */
    private static final int MOST = 200;

    @Parameters(arity = "1..*", paramLabel = "TOKEN", description = "The job's token, as submit printed it.")
    private List<String> tokens;

    @Override
    int run() {
        return tokens.size() == 1 ? one(tokens.get(0)) : several();
    }

    private int one(String token) {
        Answer status = ask("status", "token", token).child("status").orElseThrow();
        if (json()) {
            return answer(Json.object(status, "phases", "steps"));
        }
        Optional<Answer> explanation = status.text("state").equals("CLOSED")
                ? Optional.empty()
                : ask("explain", "token", token).child("explanation");
        new JobView(terminal()).lines(status, explanation).forEach(terminal()::line);
        return ExitStatus.OK;
    }

    private int several() {
        List<Answer> answers = answers();
        if (json()) {
            answer(Map.of("answers", answers.stream().map(Status::object).toList()));
        } else {
            Table table = ListJobs.table();
            answers.forEach(answer -> answer.child("status")
                    .ifPresentOrElse(
                            job -> ListJobs.row(
                                    table,
                                    job,
                                    job.child("blocked").isPresent(),
                                    job.child("held").isPresent()),
                            () -> table.row(answer.text("token"), "-", "-", "-", problem(answer))));
            table.lines().forEach(terminal()::line);
        }
        return answers.stream()
                .flatMap(answer -> answer.child("problem").stream())
                .map(problem -> Failure.of(problem).exitStatus())
                .findFirst()
                .orElse(ExitStatus.OK);
    }

    private static String problem(Answer answer) {
        return answer.child("problem").map(problem -> problem.text("message")).orElse("");
    }

    private List<Answer> answers() {
        List<Answer> answers = new ArrayList<>();
        for (int i = 0; i < tokens.size(); i += MOST) {
            List<Map.Entry<String, String>> fields = tokens.subList(i, Math.min(tokens.size(), i + MOST)).stream()
                    .map(token -> Map.entry("token", token))
                    .toList();
            answers.addAll(ask("statuses", fields).all("answer"));
        }
        return answers;
    }

    private static Map<String, Object> object(Answer answer) {
        Map<String, Object> object = new LinkedHashMap<>(Json.object(answer));
        answer.child("status").ifPresent(status -> object.put("status", Json.object(status, "phases", "steps")));
        return object;
    }
}
