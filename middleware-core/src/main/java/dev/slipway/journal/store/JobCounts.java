package dev.slipway.journal.store;

import dev.slipway.job.JobState;
import dev.slipway.journal.JournalUnavailable;
import dev.slipway.journal.Transaction;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/** Counts the jobs of the store by state and outcome. Calls throw {@link JournalUnavailable}. */
public final class JobCounts {
    private final Transaction transaction;

    /**
     * The number of jobs with one state and outcome.
     *
     * @param outcome as {@link dev.slipway.job.JobOutcome#word()}
     */
    public record Count(JobState state, Optional<String> outcome, boolean blocked, boolean held, long jobs) {}

    public JobCounts(DataSource dataSource) {
        this.transaction = new Transaction(dataSource);
    }

    /** Counts all jobs, each once. */
    public List<Count> all() {
        String sql = "SELECT state, outcome, blocked, held, count(*) FROM slipway.job"
                + " GROUP BY state, outcome, blocked, held";
        return transaction.single("count jobs", connection -> {
            List<Count> counts = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(sql);
                    ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    counts.add(new Count(
                            JobState.valueOf(row.getString(1)),
                            Optional.ofNullable(row.getString(2)),
                            row.getBoolean(3),
                            row.getBoolean(4),
                            row.getLong(5)));
                }
            }
            return counts;
        });
    }
}
