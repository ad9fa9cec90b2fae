package dev.slipway.journal;

import dev.slipway.job.JobFilter;
import dev.slipway.job.JobState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;

/** A filter of jobs or operations as SQL on their table: what a caller gave is bound, never written into the statement. */
final class Filtered {
    private final List<String> conditions = new ArrayList<>();
    private final List<Object> values = new ArrayList<>();

    Filtered(JobFilter filter) {
        filter.owner().ifPresent(owner -> add("owner = ?", owner));
        if (!filter.states().isEmpty()) {
            add("state = ANY (?)", filter.states().stream().map(JobState::name).toArray(String[]::new));
        }
        if (!filter.outcomes().isEmpty()) {
            add("outcome = ANY (?)", filter.outcomes().toArray(String[]::new));
        }
        filter.name().ifPresent(name -> add("position(lower(?) IN lower(name)) > 0", name));
        filter.from().ifPresent(from -> add("accepted_at >= ?", Timestamp.from(from)));
        filter.until().ifPresent(until -> add("accepted_at < ?", Timestamp.from(until)));
        filter.group().ifPresent(group -> add("group_token = ?", group.value()));
    }

    Filtered(OperationFilter filter) {
        filter.by().ifPresent(user -> add("by_user = ?", user));
        filter.kind().ifPresent(kind -> add("kind = ?", kind));
        filter.text().ifPresent(text -> add("position(lower(?) IN lower(text)) > 0", text));
        filter.from().ifPresent(from -> add("at >= ?", Timestamp.from(from)));
        filter.until().ifPresent(until -> add("at < ?", Timestamp.from(until)));
    }

    private void add(String condition, Object value) {
        conditions.add(condition);
        values.add(value);
    }

    /** The clause; empty for all of them. */
    String where() {
        return conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
    }

    /** Binds the values; gives the number of the next parameter. */
    int bind(Connection connection, PreparedStatement statement) throws SQLException {
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
