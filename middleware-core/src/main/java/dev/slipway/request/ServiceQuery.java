package dev.slipway.request;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A question to a web service whose answer becomes rows of a CSV file of the run folder; with parameters, one question for each row of an
 * earlier file, in its order.
 *
 * @param site the operator's name for the address that {@code path} is below
 * @param path the rest of the address as a URL writes it; a value of its query that is {@code ?} alone marks a parameter
 * @param body what is sent; empty: nothing is, and the method is GET instead of POST
 * @param parameters where the parameters' values come from; the {@code ?} of the path come before those of the body
 * @param answer where the rows are in what comes back
 */
public record ServiceQuery(
        String name,
        int orderGroup,
        String site,
        String path,
        Optional<Body> body,
        Optional<SqlExtract.ParameterRows> parameters,
        Answer answer,
        RunPath file,
        CreationFlag creation,
        Compression compression)
        implements StagingStep {
    /** What marks a parameter. */
    public static final String PARAMETER = "?";

    public ServiceQuery {
        Require.text(name, "step name");
        Require.text(site, "site");
        Require.that(HttpFetch.isPath(path), "not a path below a site: " + path);
        Require.that(parameters.isPresent() || parametersIn(path) == 0, "no rows for the parameters of the path");
    }

    /** How many parameters the query of a path has. */
    public static int parametersIn(String path) {
        return (int) query(path).stream()
                .filter(pair -> pair.endsWith("=" + PARAMETER))
                .count();
    }

    /** The pairs of a path's query, as they stand there. */
    public static List<String> query(String path) {
        int begin = path.indexOf('?');
        return begin < 0 ? List.of() : Arrays.asList(path.substring(begin + 1).split("&"));
    }

    /**
     * What is sent with each question.
     *
     * @param text JSON or XML; a JSON string, an XML attribute or the whole text of an XML element that is {@code ?} alone marks a
     *     parameter, as do the JSON strings {@code ?number} and {@code ?boolean}
     * @param action SOAP's name for what is asked
     */
    public record Body(Form form, String text, Optional<String> action) {
        /** The most characters: the journal keeps them. */
        public static final int MOST = 64 * 1024;

        private static final String ACTION = "[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,1000}";

        public Body {
            Require.text(text, "body");
            Require.that(text.length() <= MOST, "a body of more than " + MOST + " characters");
            Require.that(action.isEmpty() || form.isSoap(), "an action without SOAP");
            Require.that(action.map(Body::isAction).orElse(true), "not an action: " + action);
        }

        /** Whether {@code text} can stand in a header between quotes. */
        public static boolean isAction(String text) {
            return text.matches(ACTION);
        }
    }

    /** How a body is written. */
    public enum Form {
        JSON,
        XML,
        SOAP11,
        SOAP12;

        /** Whether it is an envelope. */
        public boolean isSoap() {
            return this == SOAP11 || this == SOAP12;
        }
    }

    /**
     * Where the rows of the file are in an answer.
     *
     * @param rows of JSON, a pointer (RFC 6901) to an array, or to an object for one row; of XML, the names of elements from the first down
     *     to the one that repeats, as {@code /rates/rate}, without prefixes
     * @param columns of the file, at least one
     */
    public record Answer(AnswerForm form, String rows, List<Column> columns) {
        private static final Pattern POINTER = Pattern.compile("(?:/(?:[^/~]|~0|~1)*)*");
        private static final Pattern NAMES = Pattern.compile("(?:/[^/@\\s]+)+");

        public Answer {
            columns = List.copyOf(columns);
            Require.that(!columns.isEmpty(), "an answer without columns");
            Require.distinct(columns.stream().map(Column::name).toList(), "column");
            Require.that(isRows(form, rows), "not where rows can be: " + rows);
        }

        /** Whether {@code text} can say where rows are. */
        public static boolean isRows(AnswerForm form, String text) {
            return (form == AnswerForm.JSON ? POINTER : NAMES).matcher(text).matches();
        }
    }

    /** How an answer is written. */
    public enum AnswerForm {
        JSON,
        XML
    }

    /**
     * A column of the file.
     *
     * @param name in the header
     * @param from where its values are
     * @param at in the answer, names from the row down, as {@code quote/bid}, {@code @id} for an attribute, {@code .} for the row itself;
     *     in the parameters, a column
     */
    public record Column(String name, Origin from, String at) {
        public Column {
            Require.text(name, "column name");
            Require.text(at, "place of a column");
        }
    }

    /** Where values of a column are. */
    public enum Origin {
        ANSWER,
        PARAMETERS
    }

    @Override
    public Direction direction() {
        return Direction.IN;
    }

    @Override
    public String place() {
        return site;
    }

    @Override
    public Optional<RunPath> input() {
        return parameters.map(SqlExtract.ParameterRows::file);
    }
}
