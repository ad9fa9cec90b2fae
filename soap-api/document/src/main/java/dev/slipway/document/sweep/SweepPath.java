package dev.slipway.document.sweep;

import dev.slipway.document.grammar.Names;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.DocumentPlace;
import dev.slipway.document.tree.Findings;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jaxen.BaseXPath;
import org.jaxen.Context;
import org.jaxen.ContextSupport;
import org.jaxen.Function;
import org.jaxen.FunctionContext;
import org.jaxen.JaxenException;
import org.jaxen.NamespaceContext;
import org.jaxen.UnresolvableException;
import org.jaxen.XPathFunctionContext;
import org.jaxen.expr.Expr;
import org.jaxen.expr.FunctionCallExpr;
import org.jaxen.function.NumberFunction;
import org.jaxen.function.StringFunction;

/**
 * Finds the places for the values of a sweep by XPath 1.0, evaluated by jaxen in confinement. Only XPath's own
 * functions exist, variables do not, and paths cannot leave the tree. All paths of a document share one allowance of
 * steps.
 */
final class SweepPath {
    private static final int LONGEST = 400;
    private static final FunctionContext FUNCTIONS = new XPathFunctionContext(false);
    private static final Set<String> ALLOWED = Set.of(
            "last",
            "position",
            "count",
            "local-name",
            "namespace-uri",
            "name",
            "string",
            "concat",
            "starts-with",
            "contains",
            "substring-before",
            "substring-after",
            "substring",
            "string-length",
            "normalize-space",
            "translate",
            "boolean",
            "not",
            "true",
            "false",
            "number",
            "sum",
            "floor",
            "ceiling",
            "round");

    /** The functions that search their first argument for the second. */
    private static final Set<String> SEARCHING = Set.of("contains", "substring-before", "substring-after");

    private final DocumentElement root;
    private final DocumentNavigator navigator;
    private final Findings findings;

    SweepPath(DocumentElement root, Findings findings) {
        this.root = root;
        this.navigator = new DocumentNavigator(root);
        this.findings = findings;
    }

    /**
     * Returns the places that an element's path selects; empty, with a finding, if the path is invalid.
     *
     * @param bindings prefixes that the path uses; others are the document's own
     */
    List<Sweep.Slot> slots(DocumentElement match, Map<String, String> bindings) {
        String path = match.stripped();
        if (path.isEmpty() || path.length() > LONGEST) {
            return refuse(match, path.isEmpty() ? "is empty" : "is longer than " + LONGEST + " characters");
        }
        try {
            Expr expression = new BaseXPath(path, navigator) {
                private static final long serialVersionUID = 1L;
            }.getRootExpr();
            Context context = context(match, bindings);
            return expression instanceof FunctionCallExpr call
                            && call.getFunctionName().equals("substring")
                    ? parts(match, call, context)
                    : places(match, expression.evaluate(context)).stream()
                            .map(place -> new Sweep.Slot(place, 0, place.value().length()))
                            .toList();
        } catch (DocumentNavigator.TooMuch e) {
            return refuse(match, "takes too many steps");
        } catch (JaxenException e) {
            String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            return refuse(match, "cannot be followed: " + shown(reason));
        }
    }

    /**
     * Returns a path for a message. A path may name an attribute by an @; a path that holds a URI may hold a password.
     */
    private static String shown(String path) {
        return path.contains("://") ? Names.shown(path) : Names.cut(path);
    }

    private List<Sweep.Slot> refuse(DocumentElement match, String why) {
        findings.problem(
                match,
                "the path " + shown(match.stripped()) + " " + why,
                "Write an XPath 1.0 location path, or substring(PATH, START, LENGTH).");
        return List.of();
    }

    private Context context(DocumentElement match, Map<String, String> bindings) {
        NamespaceContext namespaces = prefix -> Optional.ofNullable(bindings.get(prefix))
                .or(() -> match.namespaceOf(prefix))
                .map(namespace -> Names.canonical(namespace, "x").getNamespaceURI())
                .orElse(null);
        Context context = new Context(new ContextSupport(
                namespaces,
                this::function,
                (namespace, prefix, name) -> {
                    throw new UnresolvableException("there are no variables");
                },
                navigator));
        context.setNodeSet(List.of(DocumentNavigator.DOCUMENT));
        return context;
    }

    private Function function(String namespace, String prefix, String name) throws UnresolvableException {
        if (namespace != null && !namespace.isEmpty() || !ALLOWED.contains(name)) {
            throw new UnresolvableException("no function " + name);
        }
        Function function = FUNCTIONS.getFunction(null, null, name);
        return SEARCHING.contains(name) ? counted(function) : function;
    }

    private Function counted(Function search) {
        return (context, arguments) -> {
            if (arguments.size() == 2) {
                navigator.countSearch(length(arguments.get(0)), length(arguments.get(1)));
            }
            return search.call(context, arguments);
        };
    }

    private int length(Object argument) {
        return StringFunction.evaluate(argument, navigator).length();
    }

    /** Returns parts of texts for substring(PATH, START, LENGTH), by XPath's rules for the bounds. */
    private List<Sweep.Slot> parts(DocumentElement match, FunctionCallExpr call, Context context)
            throws JaxenException {
        List<?> arguments = call.getParameters();
        if (arguments.size() < 2 || arguments.size() > 3) {
            return refuse(match, "calls substring with " + arguments.size() + " arguments");
        }
        double start = Math.rint(number(arguments.get(1), context));
        double length = arguments.size() == 3 ? Math.rint(number(arguments.get(2), context)) : Double.POSITIVE_INFINITY;
        if (Double.isNaN(start) || Double.isNaN(length)) {
            findings.unsupported(
                    match,
                    "sweeping over a part of a text that no number places",
                    "Write numbers as the second and third argument of substring.");
            return List.of();
        }
        List<Sweep.Slot> slots = new ArrayList<>();
        for (DocumentPlace place : places(match, ((Expr) arguments.get(0)).evaluate(context))) {
            int end = place.value().length();
            int from = (int) Math.max(0, Math.min(end, start - 1));
            int to = (int) Math.max(from, Math.min(end, start - 1 + length));
            slots.add(new Sweep.Slot(place, from, to));
        }
        return slots;
    }

    private double number(Object argument, Context context) throws JaxenException {
        return NumberFunction.evaluate(((Expr) argument).evaluate(context), navigator);
    }

    private Set<DocumentPlace> places(DocumentElement match, Object selected) {
        Set<DocumentPlace> places = new LinkedHashSet<>();
        if (!(selected instanceof List<?> nodes)) {
            refuse(match, "selects no part of the document");
            return places;
        }
        for (Object node : nodes) {
            Optional<DocumentPlace> place = DocumentNavigator.place(node).filter(this::isSwept);
            if (place.isEmpty()) {
                refuse(match, "selects something other than a text or an attribute of the job's description");
            }
            place.ifPresent(places::add);
        }
        if (nodes.isEmpty()) {
            refuse(match, "selects nothing");
        } else if (places.size() > 1) {
            findings.warning(
                    match,
                    "the path " + shown(match.stripped()) + " selects " + places.size()
                            + " places; all of them take the value",
                    "Nothing to do, unless one of them was meant.");
        }
        return places;
    }

    /**
     * Returns whether a sweep may put a value here: into an element without children or an attribute, outside of the
     * sweep itself.
     */
    private boolean isSwept(DocumentPlace place) {
        if (place.attribute().isEmpty() && !place.element().children().isEmpty()) {
            return false;
        }
        for (DocumentElement at = place.element(); at != root; at = at.parent()) {
            if (at.name().getNamespaceURI().equals(Names.SWEEP)) {
                return false;
            }
        }
        return true;
    }
}
