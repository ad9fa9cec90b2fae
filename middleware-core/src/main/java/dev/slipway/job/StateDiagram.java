package dev.slipway.job;

import java.util.stream.Collectors;

/**
 * Draws {@link JobLifecycle#table()} as the normative page {@code spec/job-states.md}: a Mermaid diagram and the table.
 */
final class StateDiagram {
    private StateDiagram() {}

    static String page() {
        return """
                # The states of a job

                Generated from `JobLifecycle`; a test fails when the two differ. \
                A job starts with `ACCEPTED` and MUST end in `CLOSED`.
                An event that the table does not hold MUST be refused, and the journal then stays as it was. \
                Rows marked "undecided"
                hold only until the job has an outcome (FAILED or CANCELLED; DONE comes with `CLEANED`).

                ```mermaid
                stateDiagram-v2
                %s
                    CLOSED --> [*]
                ```

                Events that do not leave a state:

                | state | event | holds |
                |---|---|---|
                %s

                """.formatted(arrows(), loops()).stripTrailing() + "\n";
    }

    private static String arrows() {
        return JobLifecycle.table().stream()
                .filter(row -> !loop(row))
                .map(row -> "    " + row.from().map(JobState::name).orElse("[*]") + " --> " + row.to() + " : "
                        + row.event() + (row.when() == JobLifecycle.When.UNDECIDED ? " (undecided)" : ""))
                .collect(Collectors.joining("\n"));
    }

    private static String loops() {
        return JobLifecycle.table().stream()
                .filter(StateDiagram::loop)
                .map(row -> "| " + row.to() + " | " + row.event() + " | "
                        + (row.when() == JobLifecycle.When.UNDECIDED ? "undecided" : "always") + " |")
                .collect(Collectors.joining("\n"));
    }

    private static boolean loop(JobLifecycle.Row row) {
        return row.from().filter(from -> from == row.to()).isPresent();
    }
}
