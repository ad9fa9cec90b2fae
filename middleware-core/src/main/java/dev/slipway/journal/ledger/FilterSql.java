package dev.slipway.journal.ledger;

import dev.slipway.job.JobFilter;
import dev.slipway.job.JobState;
import dev.slipway.job.TextSearch;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;

/**
 * A filter of jobs or operations as an SQL condition on their table. Values that a caller gave are bound, never written
 * into the statement.
 */
public final class FilterSql {
    private final List<String> conditions = new ArrayList<>();
    private final List<Object> values = new ArrayList<>();

    public FilterSql(JobFilter filter) {
        filter.owner().ifPresent(owner -> add("owner = ?", owner));
        if (!filter.states().isEmpty()) {
            add("state = ANY (?)", (Object)
                    filter.states().stream().map(JobState::name).toArray(String[]::new));
        }
        if (!filter.outcomes().isEmpty()) {
            add("outcome = ANY (?)", (Object) filter.outcomes().toArray(String[]::new));
        }
        filter.text().ifPresent(this::text);
        filter.from().ifPresent(from -> add("accepted_at >= ?", Timestamp.from(from)));
        filter.until().ifPresent(until -> add("accepted_at < ?", Timestamp.from(until)));
        filter.group().ifPresent(group -> add("group_token = ?", group.value()));
        filter.token()
                .ifPresent(token ->
                        add("(starts_with(token, ?) OR starts_with(group_token, ?) AND element = 1)", token, token));
    }

    private void text(TextSearch search) {
        String text = search.text();
        switch (search.within()) {
            case NAME -> add("position(lower(?) IN lower(name)) > 0", text);
            case ANYWHERE ->
                add(
                        "(position(lower(?) IN lower(name)) > 0 OR position(lower(?) IN lower(program)) > 0"
                                + " OR position(lower(?) IN lower(template)) > 0"
                                + " OR starts_with(token, lower(?)) OR starts_with(group_token, lower(?)))",
                        text,
                        text,
                        text,
                        text,
                        text);
            // The second condition lets the store use the index of the jobs that have a template.
            case TEMPLATE -> add("template = ? AND template <> ''", text);
        }
    }

    FilterSql(OperationFilter filter) {
        filter.by().ifPresent(user -> add("by_user = ?", user));
        filter.kind().ifPresent(kind -> add("kind = ?", kind));
        filter.text().ifPresent(text -> add("position(lower(?) IN lower(text)) > 0", text));
        filter.from().ifPresent(from -> add("at >= ?", Timestamp.from(from)));
        filter.until().ifPresent(until -> add("at < ?", Timestamp.from(until)));
    }

    private void add(String condition, Object... bound) {
        conditions.add(condition);
        values.addAll(List.of(bound));
    }

    /** Returns the clause; empty for a filter that lets all rows through. */
    public String where() {
        return conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
    }

    /** Binds the values; returns the number of the next parameter. */
    public int bind(Connection connection, PreparedStatement statement) throws SQLException {
        int next = 1;
        for (Object value : values) {
            if (value instanceof String[] words) {
                statement.setArray(next++, connection.createArrayOf("text", words));
            } else {
                statement.setObject(next++, value);
            }
        }
        return next;
    }
}
