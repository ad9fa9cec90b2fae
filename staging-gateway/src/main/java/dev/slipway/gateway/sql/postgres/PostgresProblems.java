package dev.slipway.gateway.sql.postgres;

import dev.slipway.gateway.sql.SourceProblems;
import dev.slipway.gateway.sql.StoreFailures;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.security.cert.CertificateException;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLState;
import org.postgresql.util.ServerErrorMessage;

/**
 * Maps SQLSTATEs (PostgreSQL manual, appendix A) to problems, and chooses the words of the server that the owner may
 * read.
 */
final class PostgresProblems {
    static final String QUERY_CANCELED = "57014";

    /** Problems by SQLSTATE or a prefix of one; the longest matching entry counts. */
    private static final Map<String, ProblemCode> TABLE = Map.ofEntries(
            // 08 connection exception
            Map.entry("08", ProblemCode.DATABASE_UNREACHABLE),
            // 08004 the server demands a way of login that the gateway does not offer
            Map.entry("08004", ProblemCode.DATABASE_LOGIN),
            // 28 invalid authorization; 3D no such database, so the operator's address is wrong
            Map.entry("28", ProblemCode.DATABASE_LOGIN),
            Map.entry("3D", ProblemCode.DATABASE_LOGIN),
            // 40 deadlock, serialization: a later try can succeed
            Map.entry("40", ProblemCode.DATABASE_UNREACHABLE),
            // 53 out of disk, memory, connections; 57P shutting or starting up; 58030 the server's disk
            Map.entry("53", ProblemCode.DATABASE_UNREACHABLE),
            // 53400 is a limit of the server's configuration, which the same statement would meet again
            Map.entry("53400", ProblemCode.STATEMENT_REFUSED),
            Map.entry("57P", ProblemCode.DATABASE_UNREACHABLE),
            Map.entry("58030", ProblemCode.DATABASE_UNREACHABLE),
            // 55P03 lock not available
            Map.entry("55P03", ProblemCode.DATABASE_UNREACHABLE),
            // 42501 the role lacks a right
            Map.entry("42501", ProblemCode.DATABASE_RIGHT),
            // 57014 stands for the time limit here, because a cancel is handled earlier
            Map.entry(QUERY_CANCELED, ProblemCode.STATEMENT_REFUSED),
            // 0A, 22, 25, 42 and all others: the statement is wrong, or wrong for this database
            Map.entry("", ProblemCode.STATEMENT_REFUSED));

    /**
     * Classes by which a server refuses the values of one row: cardinality, data, integrity, check option, raised by a
     * trigger.
     */
    private static final Map<String, ProblemCode> ROW_TABLE = Map.of(
            "21", ProblemCode.ROW_REJECTED,
            "22", ProblemCode.ROW_REJECTED,
            "23", ProblemCode.ROW_REJECTED,
            "44", ProblemCode.ROW_REJECTED,
            "P0001", ProblemCode.ROW_REJECTED);

    /** States by which a server refuses a bound value of a query: range, dates and times, encoding, representation. */
    private static final Set<String> VALUE_STATES =
            Set.of("22003", "22007", "22008", "22009", "22021", "22P02", "22P03", "22P05");

    /** The state of a store that meets a read-only server: a standby, or one that is about to become the primary. */
    private static final String READ_ONLY = "25006";

    /** The state of a server without a free connection. */
    private static final String TOO_MANY_CONNECTIONS = "53300";

    /**
     * The server's context of an error in a bound value. No field of the protocol carries the number of the parameter,
     * so a message finds the column by these words. Nothing else depends on them. On a server with messages in another
     * language, the message does not name the column.
     */
    private static final Pattern PARAMETER = Pattern.compile("portal .*parameter \\$(\\d+)");

    /** The interpretation of failures for stores at PostgreSQL. */
    static final StoreFailures FAULTS = new StoreFailures() {
        @Override
        public boolean rejectsRow(SQLException e) {
            return PostgresProblems.rejectsRow(e);
        }

        @Override
        public Optional<Integer> parameter(SQLException e) {
            return PostgresProblems.parameter(e);
        }

        @Override
        public String words(SQLException e) {
            return PostgresProblems.words(e);
        }

        @Override
        public ProblemException storing(String what, String source, SQLException e) {
            return PostgresProblems.storing(what, source, e);
        }
    };

    private PostgresProblems() {}

    static ProblemCode code(SQLException e) {
        if (server(e) == null && state(e).equals(PSQLState.OUT_OF_MEMORY.getState())) {
            // The driver ran out of memory. The server uses the same state for its own memory.
            return ProblemCode.STEP_MEMORY;
        }
        return SourceProblems.longest(TABLE, state(e)).orElseThrow();
    }

    /** Returns whether the server refused one row and not the statement. */
    static boolean rejectsRow(SQLException e) {
        return SourceProblems.longest(ROW_TABLE, state(e)).isPresent();
    }

    /** Returns whether the server could not take a bound value of a query. */
    static boolean rejectsValue(SQLException e) {
        return VALUE_STATES.contains(state(e));
    }

    /** Returns the SQLSTATE of the server's error. Searches the causes, because a pool wraps the error. */
    static String state(SQLException e) {
        String state = rootOf(e).getSQLState();
        return state == null ? "08000" : state;
    }

    private static SQLException rootOf(SQLException e) {
        SQLException found = e;
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof PSQLException server) {
                found = server;
            }
        }
        return found;
    }

    /** Returns the problem of a failed connection. */
    static ProblemException connecting(String source, SQLException e) {
        Optional<CertificateException> disbelieved = disbelieved(e);
        if (disbelieved.isPresent()) {
            return StepProblem.of(
                    ProblemCode.DATABASE_LOGIN,
                    "source " + source + " shows a certificate that is not believed",
                    String.valueOf(disbelieved.get().getMessage()));
        }
        return SourceProblems.connecting(
                code(e), state(e).equals(TOO_MANY_CONNECTIONS), source, "SQLSTATE " + state(e));
    }

    /**
     * Finds a refused certificate. The driver reports one as a broken line, but a retry would meet the same
     * certificate.
     */
    private static Optional<CertificateException> disbelieved(SQLException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException certificate) {
                return Optional.of(certificate);
            }
        }
        return Optional.empty();
    }

    /** Returns the problem of a failure while storing {@code what}. A server that is read-only for now is an outage. */
    static ProblemException storing(String what, String source, SQLException e) {
        return state(e).equals(READ_ONLY) ? SourceProblems.readOnly(source, words(e)) : running(what, source, e);
    }

    /** Returns the problem of a failure while {@code what} ran on a connection. */
    static ProblemException running(String what, String source, SQLException e) {
        return state(e).equals(QUERY_CANCELED)
                ? SourceProblems.tooLong(what, source, words(e))
                : SourceProblems.running(code(e), what, source, words(e));
    }

    /** Returns the number of the refused bound value, 1 for the first. */
    static Optional<Integer> parameter(SQLException e) {
        ServerErrorMessage server = server(e);
        if (server == null || server.getWhere() == null) {
            return Optional.empty();
        }
        Matcher matcher = PARAMETER.matcher(server.getWhere());
        return matcher.find() ? Optional.of(Integer.valueOf(matcher.group(1))) : Optional.empty();
    }

    /**
     * Returns the problem of a statement that the server rejects when parsing. The reported position then counts in the
     * text as sent.
     */
    static ProblemException describing(SentStatement sent, String source, SQLException e) {
        ServerErrorMessage server = server(e);
        OptionalInt place = server == null ? OptionalInt.empty() : sent.placeInWritten(server.getPosition());
        return state(e).equals(QUERY_CANCELED)
                ? running("the statement", source, e)
                : SourceProblems.running(code(e), "the statement", source, words(e, place));
    }

    /**
     * Returns the server's own words. Leaves out the driver's words, because they may quote the statement with all
     * values.
     */
    static String words(SQLException e) {
        return words(e, OptionalInt.empty());
    }

    /** @param place in the statement as its owner wrote the text, which may differ from the text sent */
    private static String words(SQLException e, OptionalInt place) {
        ServerErrorMessage server = server(e);
        if (server == null) {
            return "SQLSTATE " + state(e);
        }
        StringBuilder words = new StringBuilder(String.valueOf(server.getMessage()));
        if (server.getDetail() != null) {
            words.append("; ").append(server.getDetail());
        }
        if (server.getHint() != null) {
            words.append("; ").append(server.getHint());
        }
        place.ifPresent(at -> words.append("; at character ").append(at).append(" of the statement"));
        return words.append(" (SQLSTATE ").append(state(e)).append(')').toString();
    }

    private static ServerErrorMessage server(SQLException e) {
        return rootOf(e) instanceof PSQLException server ? server.getServerErrorMessage() : null;
    }
}
