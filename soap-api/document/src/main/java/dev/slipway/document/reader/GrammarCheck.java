package dev.slipway.document.reader;

import dev.slipway.document.grammar.DocumentGrammar;
import dev.slipway.document.grammar.ElementForm;
import dev.slipway.document.grammar.Names;
import dev.slipway.document.launch.ResourceReading;
import dev.slipway.document.tree.ClearPasswords;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.Findings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;

/** Checks a tree against {@link DocumentGrammar}, and reports every departure that could change the meaning. */
final class GrammarCheck {
    /** {@code StagingReading} reports a missing file name and the name that replaces it. */
    private static final QName FILE_NAME = Names.jsdl("FileName");

    private final Findings findings;

    GrammarCheck(Findings findings) {
        this.findings = findings;
    }

    void check(DocumentElement element) {
        ElementForm form = DocumentGrammar.form(element.name()).orElseThrow();
        attributes(element, form);
        if (form.text()) {
            nil(element);
            for (DocumentElement child : element.children()) {
                findings.problem(
                        child,
                        Names.label(element.name()) + " holds text only, not " + Names.label(child.name()),
                        "Remove the element inside.");
            }
            return;
        }
        if (!element.stripped().isEmpty() && ClearPasswords.mayHold(element)) {
            findings.clearPassword(element, "text directly in " + Names.label(element.name()), ClearPasswords.PLACE);
        } else if (!element.stripped().isEmpty()) {
            findings.problem(element, "text stands directly in " + Names.label(element.name()), remedy(element));
        }
        children(element, form);
    }

    /** Warns about xsi:nil. Only in JSDL's SPMD extension does the attribute have a meaning. */
    private void nil(DocumentElement element) {
        if (element.isNil() && !element.name().getNamespaceURI().equals(Names.SPMD)) {
            findings.warning(
                    element,
                    "xsi:nil of " + Names.label(element.name()) + " has no effect: the element is read as it stands",
                    "Leave the element out if it is to mean nothing.");
        }
    }

    private static String remedy(DocumentElement element) {
        return ResourceReading.unit(element.name())
                .map(unit -> "Write it as jsdl:Exact, a number" + unit + ".")
                .orElse("Put it into one of its elements, or remove it.");
    }

    private void children(DocumentElement element, ElementForm form) {
        Map<QName, Integer> seen = new HashMap<>();
        int furthest = -1;
        for (DocumentElement child : element.children()) {
            if (findings.isFull()) {
                findings.leaveRest();
                return;
            }
            int position = form.position(child.name());
            if (position < 0) {
                stranger(element, form, child);
                continue;
            }
            if (form.ordered() && position < furthest && child.isInPlace(element)) {
                findings.warning(
                        child,
                        Names.label(child.name()) + " stands after "
                                + Names.label(form.children().get(furthest).name()) + ", against the schema's order",
                        "Nothing to do: it is read all the same.");
            }
            furthest = Math.max(furthest, position);
            repeated(child, form.children().get(position), seen.merge(child.name(), 1, Integer::sum));
            known(child);
        }
        for (ElementForm.Child child : form.children()) {
            if (!seen.containsKey(child.name())) {
                absent(element, child);
            }
        }
    }

    private void known(DocumentElement child) {
        if (DocumentGrammar.isForPeople(child.name())) {
            findings.warning(child, Names.label(child.name()) + " is for people and has no effect", "Nothing to do.");
        }
        DocumentGrammar.unsupported(child.name())
                .ifPresentOrElse(
                        hint -> findings.unsupported(child, Names.label(child.name()), hint), () -> check(child));
    }

    private void repeated(DocumentElement child, ElementForm.Child expected, int count) {
        if (count > 1 && expected.occurs() != ElementForm.Occurs.MANY) {
            findings.problem(
                    child,
                    Names.label(child.name()) + " stands more than once in "
                            + Names.label(child.parent().name()),
                    "Keep one of them.");
        }
    }

    private void absent(DocumentElement element, ElementForm.Child child) {
        switch (child.occurs()) {
            case REQUIRED -> findings.problem(element, missing(element, child), "Add it.");
            case EXPECTED -> {
                if (!child.name().equals(FILE_NAME)) {
                    expected(element, missing(element, child));
                }
            }
            case OPTIONAL, MANY -> {
                // Absence is allowed.
            }
        }
    }

    private static String missing(DocumentElement element, ElementForm.Child child) {
        return Names.label(element.name()) + " has no " + Names.label(child.name());
    }

    private void expected(DocumentElement element, String missing) {
        findings.warning(element, missing + ", which the schema requires", "Nothing to do: the usual value is taken.");
    }

    /** Reports an element that the form does not name. */
    private void stranger(DocumentElement element, ElementForm form, DocumentElement child) {
        String namespace = child.name().getNamespaceURI();
        String label = Names.label(child.name());
        String extension = Names.OTHERS_EXTENSIONS.get(namespace);
        if (extension != null) {
            findings.unsupported(
                    child, label + " (" + extension + ")", NameSuggestions.onExtension(child.name(), "Remove it."));
        } else if (Names.known(namespace) || namespace.isEmpty()) {
            findings.problem(
                    child,
                    label + " is not an element that " + Names.label(element.name()) + " holds",
                    NameSuggestions.on(child, form));
        } else if (form.open() && ClearPasswords.in(child)) {
            findings.clearPassword(child, label + " of " + Names.shown(namespace), ClearPasswords.PLACE);
        } else if (form.open()) {
            findings.warning(
                    child,
                    label + " of " + Names.shown(namespace) + " is not known and has no effect",
                    NameSuggestions.onExtension(child.name(), "Nothing to do, unless the job needs it."));
        } else {
            findings.problem(
                    child,
                    label + " of " + Names.shown(namespace) + " stands where no foreign element may",
                    "Remove it, or move it to the end of an element that can be extended.");
        }
    }

    private void attributes(DocumentElement element, ElementForm form) {
        for (QName name : element.attributes().keySet()) {
            String namespace = name.getNamespaceURI();
            String label = Names.label(name);
            if (namespace.equals(Names.XSI) || namespace.equals(XMLConstants.XML_NS_URI)) {
                continue;
            }
            if (List.of("", Names.SW).contains(namespace) && form.attributes().contains(label)) {
                continue;
            }
            if (namespace.equals(Names.SW) || element.name().getNamespaceURI().equals(Names.SW)) {
                findings.problem(
                        element,
                        "attribute " + label + " is not one that " + Names.label(element.name()) + " has",
                        NameSuggestions.onAttribute(name.getLocalPart(), form));
            } else {
                findings.warning(
                        element,
                        "attribute " + label + " of " + Names.label(element.name()) + " is not known and has no effect",
                        "Nothing to do, unless the job needs it.");
            }
        }
    }
}
