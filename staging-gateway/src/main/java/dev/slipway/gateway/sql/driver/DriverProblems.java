package dev.slipway.gateway.sql.driver;

import dev.slipway.gateway.sql.SourceProblems;
import dev.slipway.gateway.sql.StoreFailures;
import dev.slipway.gateway.sql.driver.value.DriverMake;
import dev.slipway.gateway.sql.driver.value.TypedBinder;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.problem.ProblemKind;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientException;
import java.sql.SQLWarning;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Maps a failure that an operator's driver reports to a problem. Uses the error number where the make is known to share
 * its SQLSTATEs among many errors; otherwise the class of the SQLSTATE; otherwise the type of the exception.
 */
final class DriverProblems implements StoreFailures {
    /** Problems by prefixes of SQLSTATEs that mean the same for all makes (ISO/IEC 9075-2, JDBC, ODBC). */
    private static final Map<String, ProblemCode> STATES = Map.ofEntries(
            Map.entry("08", ProblemCode.DATABASE_UNREACHABLE),
            Map.entry("28", ProblemCode.DATABASE_LOGIN),
            Map.entry("3D", ProblemCode.DATABASE_LOGIN),
            Map.entry("40", ProblemCode.DATABASE_UNREACHABLE),
            Map.entry("HYT", ProblemCode.DATABASE_UNREACHABLE),
            // PostgreSQL and its kin: insufficient resources, operator intervention, system error.
            Map.entry("53", ProblemCode.DATABASE_UNREACHABLE),
            Map.entry("57P", ProblemCode.DATABASE_UNREACHABLE),
            Map.entry("58", ProblemCode.DATABASE_UNREACHABLE),
            Map.entry("42501", ProblemCode.DATABASE_RIGHT),
            Map.entry("0A", ProblemCode.STATEMENT_REFUSED),
            Map.entry("2", ProblemCode.STATEMENT_REFUSED),
            Map.entry("42", ProblemCode.STATEMENT_REFUSED),
            // Raised by the code of a procedure.
            Map.entry("45", ProblemCode.STATEMENT_REFUSED));

    /**
     * Errors of MariaDB and MySQL (MariaDB manual, Error Codes) with a number that is more precise than the SQLSTATE.
     */
    private static final Map<Integer, ProblemCode> MYSQL = Map.ofEntries(
            // too many connections: of the server, of the user
            Map.entry(1040, ProblemCode.DATABASE_UNREACHABLE),
            Map.entry(1203, ProblemCode.DATABASE_UNREACHABLE),
            Map.entry(1226, ProblemCode.DATABASE_UNREACHABLE),
            // shutting down; a timeout for a lock; read-only for now; the server's disk
            Map.entry(1053, ProblemCode.DATABASE_UNREACHABLE),
            Map.entry(1205, ProblemCode.DATABASE_UNREACHABLE),
            Map.entry(1290, ProblemCode.DATABASE_UNREACHABLE),
            Map.entry(1021, ProblemCode.DATABASE_UNREACHABLE),
            Map.entry(1114, ProblemCode.DATABASE_UNREACHABLE),
            // no such database; no right to the database
            Map.entry(1049, ProblemCode.DATABASE_LOGIN),
            Map.entry(1044, ProblemCode.DATABASE_LOGIN),
            // no right to a table, a column, a routine, another thing
            Map.entry(1142, ProblemCode.DATABASE_RIGHT),
            Map.entry(1143, ProblemCode.DATABASE_RIGHT),
            Map.entry(1370, ProblemCode.DATABASE_RIGHT),
            Map.entry(1227, ProblemCode.DATABASE_RIGHT),
            // a packet that is too large for the server
            Map.entry(1153, ProblemCode.STEP_MEMORY),
            // the time limit of a statement, also reported by MySQL; a write in a read-only transaction
            Map.entry(1969, ProblemCode.STATEMENT_REFUSED),
            Map.entry(3024, ProblemCode.STATEMENT_REFUSED),
            Map.entry(1792, ProblemCode.STATEMENT_REFUSED));

    /**
     * Exceptions of MySQL's family for a row that is larger than the server takes. Their states are those of a broken
     * connection.
     */
    private static final Set<String> TOO_LARGE = Set.of("MaxAllowedPacketException", "PacketTooBigException");

    private static final Set<Integer> MYSQL_TIME_LIMITS = Set.of(1969, 3024);
    private static final Set<Integer> MYSQL_CROWDED = Set.of(1040, 1203, 1226);
    /** Result codes of SQLite (its manual, "Result and Error Codes"). SQLite's driver reports no SQLSTATE. */
    private static final Map<Integer, ProblemCode> SQLITE = Map.of(
            // another connection writes; the disk is full, or fails
            5, ProblemCode.DATABASE_UNREACHABLE,
            6, ProblemCode.DATABASE_UNREACHABLE,
            10, ProblemCode.DATABASE_UNREACHABLE,
            13, ProblemCode.DATABASE_UNREACHABLE,
            // the file may not be read, or written
            3, ProblemCode.DATABASE_RIGHT,
            23, ProblemCode.DATABASE_RIGHT);

    /** A value that is too large, a constraint, a value of the wrong type. */
    private static final Set<Integer> SQLITE_ROWS = Set.of(18, 19, 20);

    /** The mask of SQLite's primary result code within an extended one. */
    private static final int SQLITE_CODE = 0xff;

    /** First words of DuckDB's messages. DuckDB's driver reports nothing else. */
    private static final Map<String, ProblemCode> DUCKDB = Map.of(
            "IO Error", ProblemCode.DATABASE_UNREACHABLE,
            "TransactionContext Error", ProblemCode.DATABASE_UNREACHABLE,
            "Transaction Error", ProblemCode.DATABASE_UNREACHABLE,
            "Permission Error", ProblemCode.DATABASE_RIGHT,
            "Out of Memory Error", ProblemCode.STEP_MEMORY);

    private static final Set<String> DUCKDB_ROWS =
            Set.of("Constraint Error", "Conversion Error", "Out of Range Error", "Invalid Input Error");

    /** Errors of truncated, wrong and missing values, to which MySQL gives various SQLSTATEs. */
    private static final Set<Integer> MYSQL_VALUES = Set.of(1264, 1265, 1292, 1366, 1406);

    private static final int MYSQL_READ_ONLY = 1290;

    /** The warning that a rollback did not reach some of the changed tables. */
    private static final int MYSQL_NOT_ROLLED_BACK = 1196;

    /**
     * Classes by which a server refuses the values of one row: those of PostgreSQL, and the class that SIGNAL raises.
     */
    private static final Set<String> ROW_CLASSES = Set.of("21", "22", "23", "44", "45");

    private static final Logger LOG = LoggerFactory.getLogger(DriverProblems.class);
    private static final int CLASS = 2;

    private final String source;
    private final DriverMake make;
    private final boolean mysql;

    DriverProblems(String source, String address) {
        this.source = source;
        this.make = DriverMake.of(address);
        this.mysql = make == DriverMake.MARIADB;
    }

    /** Returns whether the address is one of MariaDB or MySQL. */
    boolean isMysql() {
        return mysql;
    }

    ProblemCode code(SQLException e) {
        SQLException root = rootOf(e);
        if (isTooLarge(root)) {
            return ProblemCode.STEP_MEMORY;
        }
        if (mysql && MYSQL.containsKey(root.getErrorCode())) {
            return MYSQL.get(root.getErrorCode());
        }
        return own(root).or(() -> SourceProblems.longest(STATES, state(root))).orElseGet(() -> byType(root));
    }

    /** Maps the failure of a driver that knows no SQLSTATEs. */
    private Optional<ProblemCode> own(SQLException e) {
        return switch (make) {
            case SQLITE -> Optional.ofNullable(SQLITE.get(e.getErrorCode() & SQLITE_CODE));
            case DUCKDB -> Optional.ofNullable(DUCKDB.get(beginning(e)));
            default -> Optional.empty();
        };
    }

    /** Returns the words of a failure up to the first colon. */
    private static String beginning(SQLException e) {
        String words = String.valueOf(e.getMessage());
        return words.substring(0, Math.max(0, words.indexOf(':')));
    }

    private static boolean isTooLarge(SQLException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutOfMemoryError
                    || TOO_LARGE.contains(cause.getClass().getSimpleName())) {
                return true;
            }
        }
        return false;
    }

    private static ProblemCode byType(SQLException e) {
        if (e instanceof SQLTimeoutException) {
            return ProblemCode.STATEMENT_REFUSED;
        }
        if (e instanceof SQLInvalidAuthorizationSpecException) {
            return ProblemCode.DATABASE_LOGIN;
        }
        boolean away = e instanceof SQLTransientException
                || e instanceof SQLRecoverableException
                || e instanceof SQLNonTransientConnectionException
                || e.getCause() instanceof IOException;
        return away ? ProblemCode.DATABASE_UNREACHABLE : ProblemCode.STATEMENT_REFUSED;
    }

    boolean isOutage(SQLException e) {
        return code(e).kind() == ProblemKind.OUTAGE;
    }

    private static String state(SQLException e) {
        return e.getSQLState() == null ? "" : e.getSQLState();
    }

    /** Returns the error behind a failed batch. */
    private static SQLException rootOf(SQLException e) {
        SQLException found = e;
        if (e instanceof java.sql.BatchUpdateException) {
            if (e.getCause() instanceof SQLException cause) {
                found = cause;
            } else if (e.getNextException() != null) {
                found = e.getNextException();
            }
        }
        return found;
    }

    @Override
    public boolean rejectsRow(SQLException e) {
        SQLException root = rootOf(e);
        String state = state(root);
        return rejectsValue(root)
                || make == DriverMake.SQLITE && SQLITE_ROWS.contains(root.getErrorCode() & SQLITE_CODE)
                || make == DriverMake.DUCKDB && DUCKDB_ROWS.contains(beginning(root))
                || root instanceof SQLIntegrityConstraintViolationException
                || state.length() > CLASS && ROW_CLASSES.contains(state.substring(0, CLASS));
    }

    /** Returns whether the server or the service could not take a bound value. */
    boolean rejectsValue(SQLException e) {
        SQLException root = rootOf(e);
        return root instanceof SQLDataException
                || state(root).startsWith("22")
                || mysql && MYSQL_VALUES.contains(root.getErrorCode());
    }

    /** Returns whether a row with the same key exists already. */
    boolean isThereAlready(SQLException e) {
        return e instanceof SQLIntegrityConstraintViolationException || state(e).startsWith("23");
    }

    @Override
    public Optional<Integer> parameter(SQLException e) {
        return e instanceof TypedBinder.MisfitException misfit ? Optional.of(misfit.parameter()) : Optional.empty();
    }

    @Override
    public String words(SQLException e) {
        SQLException root = rootOf(e);
        return root.getMessage() + (root.getSQLState() == null ? "" : " (SQLSTATE " + root.getSQLState() + ")");
    }

    /** Returns the problem of a failed login. @param words of the failure, for a driver without SQLSTATEs */
    ProblemException connecting(SQLException e, String words) {
        return unusable(e, e.getSQLState() == null ? words : "SQLSTATE " + e.getSQLState());
    }

    /** Returns the problem of a failure to set up a connection, before any statement of a document runs. */
    ProblemException preparing(SQLException e) {
        return e instanceof DriverFailureException
                ? running("the setting up of a connection", e)
                : unusable(e, words(e));
    }

    private ProblemException unusable(SQLException e, String detail) {
        ProblemCode code = e instanceof SQLTimeoutException ? ProblemCode.DATABASE_UNREACHABLE : code(e);
        boolean crowded = mysql && MYSQL_CROWDED.contains(e.getErrorCode());
        return SourceProblems.connecting(code, crowded, source, detail);
    }

    /** Returns whether a statement exceeded its time limit. */
    boolean isTooLong(SQLException e) {
        SQLException root = rootOf(e);
        return root instanceof SQLTimeoutException || mysql && MYSQL_TIME_LIMITS.contains(root.getErrorCode());
    }

    /** Returns the problem of a failure while {@code what} ran. */
    ProblemException running(String what, SQLException e) {
        if (rootOf(e) instanceof UnreadableValueException value) {
            return StepProblem.of(
                    ProblemCode.VALUE_INEXACT,
                    "the driver of source " + source + " does not give " + value.place() + " of " + what,
                    words(value));
        }
        if (rootOf(e) instanceof DriverFailureException failure) {
            LOG.warn("the driver of source {} fails at {}", source, what, failure);
            return StepProblem.of(
                    ProblemCode.DRIVER_FAILED, "the driver of source " + source + " fails at " + what, words(failure));
        }
        return isTooLong(e)
                ? SourceProblems.tooLong(what, source, words(e))
                : SourceProblems.running(code(e), what, source, words(e));
    }

    @Override
    public boolean leftRows(Connection connection) throws SQLException {
        for (SQLWarning each = mysql ? connection.getWarnings() : null; each != null; each = each.getNextWarning()) {
            if (each.getErrorCode() == MYSQL_NOT_ROLLED_BACK) {
                return true;
            }
        }
        return false;
    }

    @Override
    public ProblemException storing(String what, String named, SQLException e) {
        return mysql && rootOf(e).getErrorCode() == MYSQL_READ_ONLY
                ? SourceProblems.readOnly(named, words(e))
                : running(what, e);
    }
}
