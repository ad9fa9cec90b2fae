package dev.slipway.gateway.sql.driver;

import dev.slipway.gateway.sql.driver.value.ColumnType;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the columns to which the parameters of a store belong, where the statement says so plainly: a {@code ?} that is
 * a whole value of {@code INSERT INTO table (columns) VALUES (...)}, or that follows {@code column =}. For drivers that
 * tell no types of parameters, these columns are the only source of types, and bytes must be bound as bytes. Any other
 * parameter is bound as a text.
 */
final class DriverTarget {
    private static final Pattern TOKEN = Pattern.compile(
            "--[^\\n]*|#[^\\n]*|/\\*.*?\\*/|'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\""
                    + "|`(?:[^`]|``)*`|\\[[^\\]]*\\]|[\\p{L}\\p{N}_$]+|\\?|\\S",
            Pattern.DOTALL);

    private static final Set<String> BEFORE_TABLE = Set.of("INTO", "UPDATE");
    private static final Set<String> LIST = Set.of("VALUES", "VALUE");
    private static final Set<String> AFTER_VALUE =
            Set.of("", ",", ")", "WHERE", "AND", "OR", "FROM", "ORDER", "LIMIT", "RETURNING", "ON");
    private static final Set<String> BEFORE_NAME = Set.of("IGNORE", "LOW_PRIORITY");

    private final List<String> tokens;

    /** The index of the next token. */
    private int at;

    private DriverTarget(List<String> tokens) {
        this.tokens = tokens;
    }

    /**
     * Returns the types of the parameters of {@code sql}: those of their columns, as the database lists them, or
     * untold.
     */
    static List<ColumnType> types(DriverSession session, String sql, int parameters) throws SQLException {
        List<ColumnType> untold = Collections.nCopies(parameters, ColumnType.UNTOLD);
        if (parameters == 0 || sql.indexOf('\\') >= 0) {
            // Only the server knows whether a backslash is part of a string.
            return untold;
        }
        DriverTarget target = new DriverTarget(tokens(sql));
        List<String> table = target.table();
        if (table.isEmpty() || Collections.frequency(target.tokens, "?") != parameters) {
            return untold;
        }
        Columns columns = Columns.of(session.connection(), table);
        return target.columns(columns.names()).stream()
                .map(name -> columns.types().getOrDefault(name.toUpperCase(Locale.ROOT), ColumnType.UNTOLD))
                .toList();
    }

    private static List<String> tokens(String sql) {
        List<String> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(sql);
        while (matcher.find()) {
            String token = matcher.group();
            if (!token.startsWith("--") && !token.startsWith("/*") && !token.startsWith("#")) {
                tokens.add(token);
            }
        }
        return tokens;
    }

    private String word(int position) {
        return position < 0 || position >= tokens.size()
                ? ""
                : tokens.get(position).toUpperCase(Locale.ROOT);
    }

    /** Returns the parts of the name of the changed table and moves behind the name; empty if the name is not plain. */
    private List<String> table() {
        while (at < tokens.size() && !BEFORE_TABLE.contains(word(at))) {
            at++;
        }
        at++;
        while (BEFORE_NAME.contains(word(at))) {
            at++;
        }
        List<String> parts = new ArrayList<>();
        while (at < tokens.size() && isName(tokens.get(at))) {
            parts.add(unquoted(tokens.get(at++)));
            if (!word(at).equals(".")) {
                break;
            }
            at++;
        }
        return parts;
    }

    private static boolean isName(String token) {
        return Character.isLetter(token.charAt(0)) || "_`\"[".indexOf(token.charAt(0)) >= 0;
    }

    private static String unquoted(String name) {
        return "`\"[".indexOf(name.charAt(0)) >= 0 ? name.substring(1, name.length() - 1) : name;
    }

    /** Returns the column of each parameter, in their order; an empty name where the column is not plain. */
    private List<String> columns(List<String> all) {
        List<String> listed = word(at).equals("(") && !word(at + 1).equals("SELECT") ? names() : all;
        boolean values = LIST.contains(word(at));
        List<String> columns = new ArrayList<>();
        int depth = 0;
        int place = 0;
        for (int i = at; i < tokens.size(); i++) {
            String token = word(i);
            depth += token.equals("(") ? 1 : token.equals(")") ? -1 : 0;
            place = depth == 0 ? 0 : depth == 1 && token.equals(",") ? place + 1 : place;
            values &= depth > 0 || LIST.contains(token) || token.equals(",") || token.equals(")");
            if (token.equals("?")) {
                boolean whole = values
                        && depth == 1
                        && Set.of("(", ",").contains(word(i - 1))
                        && Set.of(")", ",").contains(word(i + 1));
                columns.add(whole && place < listed.size() ? listed.get(place) : whole ? "" : assigned(i));
            }
        }
        return columns;
    }

    /** Returns the names between the parentheses that begin here, and moves behind them. */
    private List<String> names() {
        List<String> names = new ArrayList<>();
        for (at++; at < tokens.size() && !word(at).equals(")"); at++) {
            if (isName(tokens.get(at))) {
                names.add(unquoted(tokens.get(at)));
            }
        }
        at++;
        return names;
    }

    private String assigned(int parameter) {
        boolean plain = word(parameter - 1).equals("=")
                && parameter > 1
                && isName(tokens.get(parameter - 2))
                && AFTER_VALUE.contains(word(parameter + 1));
        return plain ? unquoted(tokens.get(parameter - 2)) : "";
    }

    /**
     * The columns of a table.
     *
     * @param names in their order
     * @param types by their names in capitals
     */
    private record Columns(List<String> names, Map<String, ColumnType> types) {
        static Columns of(Connection connection, List<String> table) throws SQLException {
            String name = table.get(table.size() - 1);
            String schema = table.size() > 1 ? table.get(table.size() - 2) : connection.getCatalog();
            List<String> names = new ArrayList<>();
            Map<String, ColumnType> types = new HashMap<>();
            try (ResultSet columns = connection.getMetaData().getColumns(schema, null, name, null)) {
                while (columns.next()) {
                    // The driver takes the name for a pattern, in which _ matches any character.
                    if (columns.getString("TABLE_NAME").equalsIgnoreCase(name)) {
                        String column = columns.getString("COLUMN_NAME");
                        names.add(column);
                        types.put(column.toUpperCase(Locale.ROOT), type(columns));
                    }
                }
            }
            return new Columns(names, types);
        }

        private static ColumnType type(ResultSet columns) throws SQLException {
            String name = columns.getString("TYPE_NAME");
            return new ColumnType(columns.getInt("DATA_TYPE"), name == null ? "" : name, 0);
        }
    }
}
