package dev.slipway.gateway.sql.postgres;

import dev.slipway.gateway.files.CsvRow;
import dev.slipway.gateway.files.CsvWriter;
import dev.slipway.gateway.files.ParameterColumns;
import dev.slipway.gateway.files.ParameterFile;
import dev.slipway.gateway.sql.ExtractRows;
import dev.slipway.gateway.sql.RowSink;
import dev.slipway.gateway.sql.StatementDigest;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemKind;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Runs a statement once for many parameter rows. The rows go to the server as one bound JSON value, and there the
 * statement is joined to them, with a column in place of each {@code ?}. COPY takes no parameters, so a setting of the
 * transaction holds the value; nothing is created.
 *
 * <p>A statement that the server refuses in this form (for example an aggregate of a {@code ?} alone) must run
 * {@link RowByRow}.
 */
final class OnePass implements ExtractRows {
    private static final String SETTING = "slipway.rows";

    /** The prefix of the service's own names. */
    private static final String OURS = "slipway_";

    /**
     * Matches a statement that could contain the service's names or the setting, in any case, or spelled in another
     * way.
     */
    private static final Pattern OURS_IN = Pattern.compile("(?i)slipway|u&");

    private static final int FIRST_ROWS = 100;
    private static final int MOST_ROWS = 10_000;
    private static final int MOST_CHARACTERS = 1 << 20;

    /**
     * The intended size of one pass, because the server sorts the rows, and the intended duration, because no bytes
     * move during the sort.
     */
    private static final double PASS_BYTES = 64 << 20;

    private static final double PASS_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final BoundExtract extract;
    private final String copy;
    private int rowsOfPass = FIRST_ROWS;

    private OnePass(BoundExtract extract, String copy) {
        this.extract = extract;
        this.copy = copy;
    }

    /** Returns the pass; empty if the server does not accept the statement in this form. */
    static Optional<OnePass> of(BoundExtract extract) throws SQLException {
        UserStatement query = extract.query();
        if (query.parameters() == 0
                || OURS_IN.matcher(AsOf.without(query.sql())).find()) {
            return Optional.empty();
        }
        String joined = joined(query);
        if (UserStatement.parts(joined).get(0).bindPositions.length > 0) {
            // The statement has an operator with a question mark, which the driver would take for a parameter.
            return Optional.empty();
        }
        try (PreparedStatement described = extract.connection().prepareStatement(joined)) {
            described.getMetaData();
            return Optional.of(
                    new OnePass(extract, "COPY (\n" + joined + "\n) TO STDOUT (FORMAT csv, ENCODING 'UTF8')"));
        } catch (SQLException e) {
            requireServer(e);
            extract.again().begin();
            return Optional.empty();
        }
    }

    /** Throws {@code e} again if another way to run the statement would fail as well. */
    static void requireServer(SQLException e) throws SQLException {
        if (PostgresProblems.code(e).kind() == ProblemKind.OUTAGE
                || PostgresProblems.code(e) == ProblemCode.DATABASE_LOGIN) {
            throw e;
        }
    }

    /**
     * Joins the statement to the rows. The casts stand behind a fence (OFFSET 0), so that each value is cast once and
     * not for each compared row.
     */
    private static String joined(UserStatement query) throws SQLException {
        int values = query.parameters();
        String names = list(values, i -> "v" + i);
        String texts = list(values, i -> "v" + i + " text");
        String typed = list(
                values,
                i -> "CAST(v" + i + " AS " + quoted(query.parameterTypes().get(i)) + ") AS v" + i);
        String columns = list(query.columns().size(), i -> "c" + i);
        return "SELECT " + list(query.columns().size(), i -> OURS + "result.c" + i) + " FROM (SELECT " + typed + ", at"
                + " FROM ROWS FROM (json_to_recordset(current_setting('" + SETTING + "')::json) AS (" + texts + "))"
                + " WITH ORDINALITY AS given(" + names + ", at) OFFSET 0) " + OURS + "row"
                + " CROSS JOIN LATERAL (SELECT " + OURS + "statement.*, row_number() OVER () AS place FROM (\n"
                + query.with(i -> OURS + "row.v" + i)
                + "\n) " + OURS + "statement(" + columns + ")) " + OURS + "result"
                + " ORDER BY " + OURS + "row.at, " + OURS + "result.place";
    }

    private static String list(int count, IntFunction<String> item) {
        return IntStream.range(0, count).mapToObj(item).collect(Collectors.joining(", "));
    }

    /** Quotes a type, because the driver quotes only names that need a schema. */
    private static String quoted(String type) {
        return type.startsWith("\"") ? type : '"' + type.replace("\"", "\"\"") + '"';
    }

    @Override
    public void writeTo(RowSink out, StatementDigest digest) throws SQLException, IOException, InterruptedException {
        out.moved().add(new CsvWriter(out.data()).row(extract.query().columns()), 0);
        try (ParameterFile rows = extract.open();
                PreparedStatement give =
                        extract.connection().prepareStatement("SELECT set_config('" + SETTING + "', ?, true)")) {
            ParameterColumns columns = extract.columns(rows);
            JsonRows json = new JsonRows();
            for (CsvRow row = rows.next(); row != null; row = rows.next()) {
                columns.require(row, ProblemCode.PARAMETER_INVALID);
                List<String> values = columns.values(row);
                json.add(values);
                digest.row(values);
                if (json.rows() == rowsOfPass || json.characters() >= MOST_CHARACTERS) {
                    pass(give, json, out);
                }
            }
            if (json.rows() > 0) {
                pass(give, json, out);
            }
        }
    }

    private void pass(PreparedStatement give, JsonRows json, RowSink out)
            throws SQLException, IOException, InterruptedException {
        extract.cancellation().check();
        long begun = System.nanoTime();
        long before = out.moved().bytes();
        int rows = json.rows();
        give.setString(1, json.end());
        give.execute();
        CopyOutput.write(extract.connection(), copy, false, out);
        double full = Math.max((out.moved().bytes() - before) / PASS_BYTES, (System.nanoTime() - begun) / PASS_NANOS);
        rowsOfPass = (int) Math.max(1, Math.min(MOST_ROWS, rows / full));
    }
}
