package dev.slipway.draft;

import dev.slipway.form.JobForm;
import dev.slipway.job.JobToken;
import dev.slipway.journal.Transaction;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/** Reads and writes the table {@code slipway.draft}. All calls throw {@link dev.slipway.journal.JournalUnavailable}. */
final class DraftTable {
    private static final String COLUMNS = "id, owner, form, version, changed_at, job";

    private final Transaction transaction;

    DraftTable(DataSource store) {
        this.transaction = new Transaction(store);
    }

    /**
     * Keeps the draft.
     *
     * @return false, without keeping the draft, if its owner has {@code most} drafts already
     */
    boolean add(Draft draft, String form, int most) {
        String sql = "INSERT INTO slipway.draft (id, owner, name, form, version, changed_at) SELECT ?, ?, ?, ?, ?, ?"
                + " WHERE (SELECT count(*) FROM slipway.draft WHERE owner = ?) < ?";
        // The lock keeps two concurrent windows from both finding room for the last draft.
        return transaction.alone("keep a draft", "slipway.draft", connection -> {
            try (PreparedStatement insert = connection.prepareStatement(sql)) {
                insert.setString(1, draft.id().value());
                insert.setString(2, draft.owner());
                insert.setString(3, name(draft));
                insert.setString(4, form);
                insert.setInt(5, draft.version());
                insert.setTimestamp(6, Timestamp.from(draft.changed()));
                insert.setString(7, draft.owner());
                insert.setInt(8, most);
                return insert.executeUpdate() == 1;
            }
        });
    }

    /** Returns the owner's drafts without their forms, which may be large and many. */
    List<DraftEntry> of(String owner) {
        String sql = "SELECT id, name, changed_at, job FROM slipway.draft WHERE owner = ? ORDER BY changed_at DESC, id";
        return transaction.single("list drafts", connection -> {
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                select.setString(1, owner);
                return entries(select);
            }
        });
    }

    private static List<DraftEntry> entries(PreparedStatement select) throws SQLException {
        List<DraftEntry> entries = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                entries.add(new DraftEntry(
                        new JobToken(row.getString("id")),
                        row.getString("name"),
                        row.getTimestamp("changed_at").toInstant(),
                        job(row)));
            }
        }
        return entries;
    }

    private static Optional<JobToken> job(ResultSet row) throws SQLException {
        return Optional.ofNullable(row.getString("job")).map(JobToken::new);
    }

    /** Returns the draft's name without the character NUL, which a text of PostgreSQL cannot hold. */
    private static String name(Draft draft) {
        return draft.form().value("name").replace("\0", "");
    }

    Optional<Draft> find(JobToken id, String owner) {
        String sql = "SELECT " + COLUMNS + " FROM slipway.draft WHERE id = ? AND owner = ?";
        return transaction.single("open a draft", connection -> {
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                select.setString(1, id.value());
                select.setString(2, owner);
                return drafts(select).stream().findFirst();
            }
        });
    }

    private static List<Draft> drafts(PreparedStatement select) throws SQLException {
        List<Draft> drafts = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                drafts.add(new Draft(
                        new JobToken(row.getString("id")),
                        row.getString("owner"),
                        JobForm.ofJson(row.getString("form")),
                        row.getInt("version"),
                        row.getTimestamp("changed_at").toInstant(),
                        job(row)));
            }
        }
        return drafts;
    }

    /**
     * Replaces the version before this one.
     *
     * @return false, without a replacement, if another version is there
     */
    boolean replace(Draft draft, String form, String owner) {
        String sql = "UPDATE slipway.draft SET name = ?, form = ?, version = ?, changed_at = ?"
                + " WHERE id = ? AND owner = ? AND version = ?";
        return transaction.single("keep a draft", connection -> {
            try (PreparedStatement update = connection.prepareStatement(sql)) {
                update.setString(1, name(draft));
                update.setString(2, form);
                update.setInt(3, draft.version());
                update.setTimestamp(4, Timestamp.from(draft.changed()));
                update.setString(5, draft.id().value());
                update.setString(6, owner);
                update.setInt(7, draft.version() - 1);
                return update.executeUpdate() == 1;
            }
        });
    }

    void submitted(JobToken id, String owner, JobToken job) {
        String sql = "UPDATE slipway.draft SET job = ? WHERE id = ? AND owner = ?";
        transaction.single("note a draft's job", connection -> {
            try (PreparedStatement update = connection.prepareStatement(sql)) {
                update.setString(1, job.value());
                update.setString(2, id.value());
                update.setString(3, owner);
                return update.executeUpdate();
            }
        });
    }

    boolean remove(JobToken id, String owner) {
        return transaction.single("remove a draft", connection -> {
            try (PreparedStatement delete =
                    connection.prepareStatement("DELETE FROM slipway.draft WHERE id = ? AND owner = ?")) {
                delete.setString(1, id.value());
                delete.setString(2, owner);
                return delete.executeUpdate() == 1;
            }
        });
    }
}
