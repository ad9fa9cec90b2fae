package dev.slipway.template;

import dev.slipway.form.JobForm;
import dev.slipway.journal.Transaction;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The templates of a store, in {@code slipway.template}. All calls throw {@link dev.slipway.journal.JournalUnavailable}. */
final class TemplateRows {
    private static final String COLUMNS = "id, owner, name, description, shared, form, blanks, version, changed_at";
    private static final TypeReference<List<Blank>> BLANKS = new TypeReference<>() {};

    private final Transaction transaction;
    private final JsonMapper json = new JsonMapper();

    TemplateRows(DataSource dataSource) {
        this.transaction = new Transaction(dataSource);
    }

    /** Keeps a new one unless its owner has {@code most} already. @return whether it is kept */
    boolean add(Template template, int most) {
        return transaction.run("keep a template", connection -> {
            lock(connection);
            if (count(connection, template.owner()) >= most) {
                return false;
            }
            String sql = "INSERT INTO slipway.template (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
            try (PreparedStatement insert = connection.prepareStatement(sql)) {
                insert.setString(1, template.id());
                insert.setString(2, template.owner());
                text(insert, 3, template.text());
                insert.setInt(8, template.version());
                insert.setTimestamp(9, Timestamp.from(template.changed()));
                return insert.executeUpdate() == 1;
            }
        });
    }

    private static void lock(Connection connection) throws SQLException {
        try (PreparedStatement lock =
                connection.prepareStatement("LOCK TABLE slipway.template IN SHARE ROW EXCLUSIVE MODE")) {
            lock.execute();
        }
    }

    private static int count(Connection connection, String owner) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT count(*) FROM slipway.template WHERE owner = ?")) {
            select.setString(1, owner);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    private void text(PreparedStatement statement, int from, TemplateText text) throws SQLException {
        statement.setString(from, text.name());
        statement.setString(from + 1, text.description());
        statement.setBoolean(from + 2, text.shared());
        statement.setString(from + 3, text.form().json());
        statement.setString(from + 4, json.writeValueAsString(text.blanks()));
    }

    /** Replaces version {@code template.version() - 1}. @return whether that was the version that is kept */
    boolean change(Template template) {
        String sql =
                "UPDATE slipway.template SET name = ?, description = ?, shared = ?, form = ?, blanks = ?, version = ?,"
                        + " changed_at = ? WHERE id = ? AND version = ?";
        return transaction.single("change a template", connection -> {
            try (PreparedStatement update = connection.prepareStatement(sql)) {
                text(update, 1, template.text());
                update.setInt(6, template.version());
                update.setTimestamp(7, Timestamp.from(template.changed()));
                update.setString(8, template.id());
                update.setInt(9, template.version() - 1);
                return update.executeUpdate() == 1;
            }
        });
    }

    void remove(String id) {
        transaction.single("remove a template", connection -> {
            try (PreparedStatement delete = connection.prepareStatement("DELETE FROM slipway.template WHERE id = ?")) {
                delete.setString(1, id);
                return delete.executeUpdate();
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

    /** The first 1000 by name of the owner's templates. @param everybody of all owners. @param shared of others, too, if they are shared */
    List<Template> of(String owner, boolean everybody, boolean shared) {
        String sql = "SELECT " + COLUMNS + " FROM slipway.template WHERE owner = ? OR ? OR (shared AND ?)"
                + " ORDER BY lower(name), id LIMIT 1000";
        return transaction.single("list templates", connection -> {
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                select.setString(1, owner);
                select.setBoolean(2, everybody);
                select.setBoolean(3, shared);
                return rows(select);
            }
        });
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
