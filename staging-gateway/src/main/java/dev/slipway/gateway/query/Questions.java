package dev.slipway.gateway.query;

import dev.slipway.gateway.http.SiteQuestion;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.ServiceQuery;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the questions of a step, one for each row of values. */
final class Questions {
    /** The longest query of a URL; servers take little more. */
    private static final int LONGEST_QUERY = 8_000;

    private static final String MARK = "=" + ServiceQuery.PARAMETER;

    private final ServiceQuery step;
    private final String path;
    private final List<String> pairs;
    private final int ofPath;
    private final Optional<BodyTemplate> body;

    /** @throws dev.slipway.problem.ProblemException QUERY_INVALID if the body is malformed */
    Questions(ServiceQuery step) {
        this.step = step;
        this.path = step.path().replaceFirst("\\?.*", "");
        this.pairs = ServiceQuery.query(step.path());
        this.ofPath = ServiceQuery.parametersIn(step.path());
        try {
            this.body = step.body().map(BodyTemplate::of);
        } catch (IllegalArgumentException e) {
            throw StepProblem.of(
                    ProblemCode.QUERY_INVALID, "the body of step " + step.name() + " cannot be sent", e.getMessage());
        }
    }

    /** Returns how many values a question takes. */
    int parameters() {
        return ofPath + body.map(BodyTemplate::parameters).orElse(0);
    }

    /**
     * Returns a question.
     *
     * @param values those of the path before those of the body; null for NULL
     * @param row the origin of the values, for messages
     */
    SiteQuestion with(List<String> values, String row) throws ValueFault {
        Optional<String> query = query(values.subList(0, ofPath));
        Optional<byte[]> bytes = Optional.empty();
        if (body.isPresent()) {
            bytes = Optional.of(body.get().with(values.subList(ofPath, values.size()), ofPath));
        }
        return new SiteQuestion(path, query, Headers.of(step), bytes, step.path() + row);
    }

    /** Returns the query of the URL. A NULL omits its pair. */
    private Optional<String> query(List<String> values) throws ValueFault {
        List<String> filled = new ArrayList<>();
        Iterator<String> next = values.iterator();
        for (String pair : pairs) {
            String value = pair.endsWith(MARK) ? next.next() : "";
            if (!pair.endsWith(MARK)) {
                filled.add(pair);
            } else if (value != null) {
                filled.add(pair.substring(0, pair.length() - 1) + encoded(value));
            }
        }
        String query = String.join("&", filled);
        if (query.length() > LONGEST_QUERY) {
            throw new ValueFault(0, "it makes a URL of more than " + LONGEST_QUERY + " characters");
        }
        return query.isEmpty() ? Optional.empty() : Optional.of(query);
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** The headers that declare the form of the body and of the answer. */
    private static final class Headers {
        private static final String TYPE = "Content-Type";
        private static final String ACCEPT = "Accept";

        static Map<String, String> of(ServiceQuery step) {
            String accept = step.answer().form() == ServiceQuery.AnswerForm.JSON
                    ? "application/json"
                    : "application/xml, text/xml, application/soap+xml";
            if (step.body().isEmpty()) {
                return Map.of(ACCEPT, accept);
            }
            String action = '"' + step.body().get().action().orElse("") + '"';
            return switch (step.body().get().form()) {
                case JSON -> Map.of(ACCEPT, accept, TYPE, "application/json");
                case XML -> Map.of(ACCEPT, accept, TYPE, "application/xml; charset=utf-8");
                case SOAP11 -> Map.of(ACCEPT, accept, TYPE, "text/xml; charset=utf-8", "SOAPAction", action);
                case SOAP12 ->
                    Map.of(
                            ACCEPT,
                            accept,
                            TYPE,
                            "application/soap+xml; charset=utf-8"
                                    + step.body()
                                            .get()
                                            .action()
                                            .map(name -> "; action=\"" + name + '"')
                                            .orElse(""));
            };
        }
    }
}
