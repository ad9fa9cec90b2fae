package dev.slipway.journal.ledger;

import dev.slipway.journal.ledger.Checkpoints.Head;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Verifies the ledger against its hashes, and every head that a checkpoint covers against the present event. */
public final class LedgerVerification {
    private static final int AT_ONCE = 100;

    private final Connection connection;
    private final Consumer<String> findings;
    private String hash = EventChain.ORIGIN;
    private long sequence;
    private long checkpoints;
    private String checkpoint = "";

    public LedgerVerification(Connection connection, Consumer<String> findings) {
        this.connection = connection;
        this.findings = findings;
    }

    /** Returns the number of checkpoints. */
    public long checkpoints() {
        return checkpoints;
    }

    /** Returns the hash of the latest checkpoint; empty if there is no checkpoint. */
    public String checkpoint() {
        return checkpoint;
    }

    public void run() throws SQLException {
        String sql = "SELECT " + OperationLedger.COLUMNS
                + " FROM slipway.operation WHERE sequence > ? ORDER BY sequence LIMIT " + AT_ONCE;
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            for (List<OperationRow> rows = next(select); !rows.isEmpty(); rows = next(select)) {
                for (OperationRow row : rows) {
                    check(row);
                }
            }
        }
        head();
    }

    private List<OperationRow> next(PreparedStatement select) throws SQLException {
        select.setLong(1, sequence);
        return OperationLedger.rows(select);
    }

    private void check(OperationRow row) throws SQLException {
        if (row.sequence() != sequence + 1) {
            findings.accept("operation " + (sequence + 1) + " is missing from the ledger");
        }
        if (!row.expectedHash(hash).equals(row.hash())) {
            findings.accept("operation " + row.sequence() + " (" + firstLine(row.kind()) + ") does not match its hash");
        }
        if (!row.wellFormed()) {
            findings.accept("operation " + row.sequence() + " (" + firstLine(row.kind())
                    + ") has not the form of one: its fields were moved");
        }
        sequence = row.sequence();
        hash = row.hash();
        if (row.checkpoint()) {
            checkpoints++;
            checkpoint = row.hash();
            heads(row);
        }
    }

    private static String firstLine(String field) {
        return field.lines().findFirst().orElse("");
    }

    private void head() throws SQLException {
        try (PreparedStatement select =
                        connection.prepareStatement("SELECT sequence, hash FROM slipway.operation_head");
                ResultSet row = select.executeQuery()) {
            if (!row.next() || row.getLong(1) < sequence) {
                findings.accept("the ledger's head is not that of operation " + sequence);
            } else if (row.getLong(1) > sequence) {
                findings.accept(
                        "operation " + (sequence + 1) + " is missing from the ledger, whose head is " + row.getLong(1));
            } else if (!row.getString(2).equals(hash)) {
                findings.accept("the ledger's head is not the hash of operation " + sequence);
            }
        }
    }

    private void heads(OperationRow row) throws SQLException {
        List<Head> heads = parse(row);
        Map<String, String> there = hashes(heads);
        for (Head head : heads) {
            String now = there.get(head.token());
            String covered = ", which checkpoint " + row.sequence() + " covers, ";
            if (now == null) {
                findings.accept("job " + head.token() + ": event " + head.version() + covered + "is missing");
            } else if (!now.equals(head.hash())) {
                findings.accept("job " + head.token() + ": event " + head.version() + covered + "has another hash now");
            }
        }
    }

    private List<Head> parse(OperationRow row) {
        List<Head> heads = new ArrayList<>();
        try {
            row.payload()
                    .lines()
                    .map(line -> line.split(" "))
                    .forEach(line -> heads.add(new Head(line[0], Long.parseLong(line[1]), line[2])));
        } catch (RuntimeException e) {
            findings.accept("checkpoint " + row.sequence() + " cannot be read");
        }
        return heads;
    }

    /** Returns the present hashes of the covered events, by token; a checkpoint names a job once. */
    private Map<String, String> hashes(List<Head> heads) throws SQLException {
        String sql = """
                SELECT e.token, e.hash FROM unnest(?::text[], ?::bigint[]) AS h (token, version)
                JOIN slipway.job_event e ON e.token = h.token AND e.sequence = h.version
                JOIN slipway.job j ON j.token = e.token""";
        Map<String, String> hashes = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setArray(
                    1,
                    connection.createArrayOf(
                            "text", heads.stream().map(Head::token).toArray()));
            select.setArray(
                    2,
                    connection.createArrayOf(
                            "bigint", heads.stream().map(Head::version).toArray()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    hashes.put(row.getString(1), row.getString(2));
                }
            }
        }
        return hashes;
    }
}
