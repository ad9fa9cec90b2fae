package dev.slipway.request;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A question to a web service. Rows of its answer become rows of a CSV file in the run folder. With parameters, the
 * step asks one question for each row of an earlier file, in the file's order.
 *
 * @param site the operator's name for the base address of {@code path}
 * @param path the rest of the address as a URL writes it; a query value of {@code ?} alone marks a parameter
 * @param body the body to send by POST; if empty, the method is GET
 * @param parameters the origin of the parameters' values; the {@code ?} of the path come before those of the body
 * @param answer the location of the rows in the answer
 */
public record ServiceQuery(
        StepHead.In head,
        String site,
        String path,
        Optional<Body> body,
        Optional<SqlExtract.ParameterRows> parameters,
        Answer answer)
        implements StagingStep {
    /** The mark of a parameter. */
    public static final String PARAMETER = "?";

    public ServiceQuery {
        Require.text(site, "site");
        Require.that(HttpFetch.isPath(path), "not a path below a site: " + path);
        Require.that(parameters.isPresent() || parametersIn(path) == 0, "no rows for the parameters of the path");
    }

    /** Counts the parameters in the query of a path. */
    public static int parametersIn(String path) {
        return (int) query(path).stream()
                .filter(pair -> pair.endsWith("=" + PARAMETER))
                .count();
    }

    /** Returns the pairs of a path's query, as written. */
    public static List<String> query(String path) {
        int begin = path.indexOf('?');
        return begin < 0 ? List.of() : Arrays.asList(path.substring(begin + 1).split("&"));
    }

    /**
     * The body of each question.
     *
     * @param text JSON or XML; a JSON string, an XML attribute or the whole text of an XML element that is {@code ?}
     *     alone marks a parameter, as do the JSON strings {@code ?number} and {@code ?boolean}
     * @param action the SOAP action
     */
    public record Body(Form form, String text, Optional<String> action) {
        /** The most characters of a body, which the journal stores. */
        public static final int MOST = 64 * 1024;

        private static final String ACTION = "[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,1000}";

        public Body {
            Require.text(text, "body");
            Require.that(text.length() <= MOST, "a body of more than " + MOST + " characters");
            Require.that(action.isEmpty() || form.isSoap(), "an action without SOAP");
            Require.that(action.map(Body::isAction).orElse(true), "not an action: " + action);
        }

        /** Returns whether {@code text} can stand in a header between quotes. */
        public static boolean isAction(String text) {
            return text.matches(ACTION);
        }
    }

    /** The format of a body. */
    public enum Form {
        JSON,
        XML,
        SOAP11,
        SOAP12;

        /** Returns whether the body is a SOAP envelope. */
        public boolean isSoap() {
            return this == SOAP11 || this == SOAP12;
        }
    }

    /**
     * The location of the file's rows in an answer.
     *
     * @param rows for JSON, a pointer (RFC 6901) to an array, or to an object for a single row; for XML, the names of
     *     elements from the root down to the repeated element, as {@code /rates/rate}, without prefixes
     * @param columns the columns of the file, at least one
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

        /** Returns whether {@code text} is a valid location of rows. */
        public static boolean isRows(AnswerForm form, String text) {
            return (form == AnswerForm.JSON ? POINTER : NAMES).matcher(text).matches();
        }
    }

    /** The format of an answer. */
    public enum AnswerForm {
        JSON,
        XML
    }

    /**
     * A column of the file.
     *
     * @param name the name in the header
     * @param from the origin of the values
     * @param at for the answer, names from the row down, as {@code quote/bid}, {@code @id} for an attribute, {@code .}
     *     for the row; for the parameters, a column
     */
    public record Column(String name, Origin from, String at) {
        public Column {
            Require.text(name, "column name");
            Require.text(at, "place of a column");
        }
    }

    /** The origin of a column's values. */
    public enum Origin {
        ANSWER,
        PARAMETERS
    }

    @Override
    public Place place() {
        return new Place.Site(site);
    }

    @Override
    public Optional<StepInput> input() {
        Stream<String> answered = answer.columns().stream()
                .filter(column -> column.from() == Origin.PARAMETERS)
                .map(Column::at);
        return parameters
                .map(SqlExtract.ParameterRows::input)
                .map(rows -> new StepInput(
                        rows.file(),
                        Stream.concat(rows.columns().stream(), answered)
                                .distinct()
                                .toList(),
                        rows.byNumber()));
    }
}
