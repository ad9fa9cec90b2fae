package dev.slipway.template;

import dev.slipway.desk.Caller;
import dev.slipway.form.JobForm;
import dev.slipway.journal.Transaction;
import dev.slipway.journal.ledger.OperationLedger;
import dev.slipway.problem.ByteCount;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads and writes the table {@code slipway.template}. All calls throw {@link dev.slipway.journal.JournalUnavailable}.
 */
final class TemplateTable {
    private static final String COLUMNS =
            "id, owner, name, description, shared, form, blanks, blank_count, version, changed_at";
    /** Most bytes of all templates of one owner together. */
    private static final long MOST_BYTES = 10L * 1024 * 1024;

    private static final TypeReference<List<Blank>> BLANKS = new TypeReference<>() {};

    private final Transaction transaction;
    private final OperationLedger ledger;
    private final JsonMapper json = new JsonMapper();

    TemplateTable(DataSource dataSource, Clock clock) {
        this.transaction = new Transaction(dataSource);
        this.ledger = new OperationLedger(dataSource, clock);
    }

    /**
     * Keeps a new template.
     *
     * @throws ProblemException FORM_QUOTA if its owner has too many templates already, or too large ones
     */
    void add(Template template, int most) {
        transaction.alone("keep a template", "slipway.template", connection -> {
            requireRoom(connection, template, most);
            String sql = "INSERT INTO slipway.template (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
            try (PreparedStatement insert = connection.prepareStatement(sql)) {
                insert.setString(1, template.id());
                insert.setString(2, template.owner());
                text(insert, 3, template.text());
                insert.setInt(9, template.version());
                insert.setTimestamp(10, Timestamp.from(template.changed()));
                return insert.executeUpdate();
            }
        });
    }

    private void requireRoom(Connection connection, Template template, int most) throws SQLException {
        String sql = "SELECT count(*), coalesce(sum(octet_length(form) + octet_length(blanks)), 0)"
                + " FROM slipway.template WHERE owner = ? AND id <> ?";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, template.owner());
            select.setString(2, template.id());
            try (ResultSet others = select.executeQuery()) {
                others.next();
                if (others.getInt(1) >= most) {
                    throw quota(template, most + " templates, which is the most");
                }
                if (others.getLong(2) + bytes(template.text()) > MOST_BYTES) {
                    throw quota(template, "templates of more than " + ByteCount.words(MOST_BYTES) + " with this one");
                }
            }
        }
    }

    private static ProblemException quota(Template template, String words) {
        return new ProblemException(Problem.of(ProblemCode.FORM_QUOTA, "user " + template.owner() + " has " + words));
    }

    /** Returns how many of its owner's bytes a template takes. */
    long bytes(TemplateText text) {
        return (long) text.form().json().getBytes(StandardCharsets.UTF_8).length
                + json.writeValueAsString(text.blanks()).getBytes(StandardCharsets.UTF_8).length;
    }

    private void text(PreparedStatement statement, int from, TemplateText text) throws SQLException {
        statement.setString(from, text.name());
        statement.setString(from + 1, text.description());
        statement.setBoolean(from + 2, text.shared());
        statement.setString(from + 3, text.form().json());
        statement.setString(from + 4, json.writeValueAsString(text.blanks()));
        statement.setInt(from + 5, text.blanks().size());
    }

    /**
     * Replaces version {@code template.version() - 1}.
     *
     * @return false, without a replacement, if another version is kept
     */
    boolean change(Template template, Caller caller) {
        String sql = "UPDATE slipway.template SET name = ?, description = ?, shared = ?, form = ?, blanks = ?,"
                + " blank_count = ?,"
                + " version = ?, changed_at = ? WHERE id = ? AND version = ?";
        return transaction.alone("change a template", "slipway.template", connection -> {
            requireRoom(connection, template, Integer.MAX_VALUE);
            try (PreparedStatement update = connection.prepareStatement(sql)) {
                text(update, 1, template.text());
                update.setInt(7, template.version());
                update.setTimestamp(8, Timestamp.from(template.changed()));
                update.setString(9, template.id());
                update.setInt(10, template.version() - 1);
                if (update.executeUpdate() == 0) {
                    return false;
                }
            }
            seen(connection, template, caller);
            note(connection, OperationLedger.Kind.TEMPLATE_CHANGED, template, caller);
            return true;
        });
    }

    /**
     * Lets the caller's own schedules of the template run the new version: the caller knows it. Schedules of other
     * owners wait until their owners agree.
     */
    private static void seen(Connection connection, Template template, Caller caller) throws SQLException {
        String sql = "UPDATE slipway.schedule SET template_version = ?"
                + " WHERE template = ? AND template_version = ? AND owner = ?";
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            update.setInt(1, template.version());
            update.setString(2, template.id());
            update.setInt(3, template.version() - 1);
            update.setString(4, caller.user());
            update.executeUpdate();
        }
    }

    /** Records a caller's change of another owner's template in the ledger. */
    private void note(Connection connection, OperationLedger.Kind kind, Template template, Caller caller)
            throws SQLException {
        if (!caller.user().equals(template.owner())) {
            String words = "template " + template.id() + " of " + template.owner() + ": "
                    + template.text().name();
            ledger.note(connection, new OperationLedger.Entry(kind, caller.user(), caller.from(), words));
        }
    }

    void remove(Template template, Caller caller) {
        transaction.run("remove a template", connection -> {
            try (PreparedStatement delete = connection.prepareStatement("DELETE FROM slipway.template WHERE id = ?")) {
                delete.setString(1, template.id());
                if (delete.executeUpdate() == 1) {
                    note(connection, OperationLedger.Kind.TEMPLATE_REMOVED, template, caller);
                }
                return null;
            }
        });
    }

    Optional<Template> find(String id) {
        return transaction.single("look for a template", connection -> {
            try (PreparedStatement select =
                    connection.prepareStatement("SELECT " + COLUMNS + " FROM slipway.template WHERE id = ?")) {
                select.setString(1, id);
                return rows(select).stream().findFirst();
            }
        });
    }

    /**
     * Returns the first 1000 templates by name, the owner's own before those of others.
     *
     * @param everybody whether templates of all owners are wanted
     * @param shared whether templates of others that are shared are wanted
     */
    List<TemplateLine> of(String owner, boolean everybody, boolean shared) {
        String sql = "SELECT id, owner, name, description, shared, blank_count, changed_at FROM slipway.template"
                + " WHERE owner = ? OR ? OR (shared AND ?) ORDER BY owner <> ?, lower(name), id LIMIT 1000";
        return transaction.single("list templates", connection -> {
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                select.setString(1, owner);
                select.setBoolean(2, everybody);
                select.setBoolean(3, shared);
                select.setString(4, owner);
                return lines(select);
            }
        });
    }

    private static List<TemplateLine> lines(PreparedStatement select) throws SQLException {
        List<TemplateLine> lines = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                lines.add(new TemplateLine(
                        row.getString("id"),
                        row.getString("owner"),
                        row.getString("name"),
                        row.getString("description"),
                        row.getBoolean("shared"),
                        row.getInt("blank_count"),
                        row.getTimestamp("changed_at").toInstant()));
            }
        }
        return lines;
    }

    private List<Template> rows(PreparedStatement select) throws SQLException {
        List<Template> templates = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                templates.add(new Template(
                        row.getString("id"),
                        row.getString("owner"),
                        new TemplateText(
                                row.getString("name"),
                                row.getString("description"),
                                row.getBoolean("shared"),
                                JobForm.ofJson(row.getString("form")),
                                json.readValue(row.getString("blanks"), BLANKS)),
                        row.getInt("version"),
                        row.getTimestamp("changed_at").toInstant()));
            }
        }
        return templates;
    }
}
