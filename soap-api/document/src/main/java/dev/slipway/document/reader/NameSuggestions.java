package dev.slipway.document.reader;

import dev.slipway.document.grammar.DocumentGrammar;
import dev.slipway.document.grammar.ElementForm;
import dev.slipway.document.grammar.Names;
import dev.slipway.document.launch.ApplicationReading;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.problem.NearestNames;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;

/** Suggests which element an author may have meant by an element that is not known. */
final class NameSuggestions {
    /** Most letters in which a misspelt name differs from the name that is meant. */
    private static final int MOST_LETTERS = 2;

    private static final String MPI = "Write spmd:SPMDApplication, with spmd:NumberOfProcesses and spmd:SPMDVariation "
            + ApplicationReading.VARIATIONS + "MPI.";

    private NameSuggestions() {}

    static String on(DocumentElement stranger, ElementForm form) {
        QName name = stranger.name();
        if (name.getLocalPart().equals("MPIApplication")) {
            return MPI;
        }
        if (!Names.report(name.getLocalPart()).equals(name) && ofReport(name)) {
            return Names.label(name) + " is of the dialect of 2005/04: write it in the namespace " + Names.REPORT
                    + ", or use " + standard(name.getLocalPart()) + ".";
        }
        List<QName> here = offered(form, stranger);
        return meant(here, same(name))
                .or(() -> within(stranger, here, same(name)))
                .or(() -> meant(here, near(name)))
                .or(() -> within(stranger, here, near(name)))
                .map(meant -> meant + (name.getNamespaceURI().isEmpty() ? " The element has no namespace." : ""))
                .orElseGet(() -> known(here));
    }

    /**
     * Says what to do about an element of another system's extension. An MPI program has a standard element; for others
     * {@code usual} is returned.
     */
    static String onExtension(QName name, String usual) {
        return name.getLocalPart().equals("MPIApplication") ? MPI : usual;
    }

    /** Says what to write in place of an attribute that the element does not have. */
    static String onAttribute(String name, ElementForm form) {
        List<String> known = form.attributes().stream().sorted().toList();
        return known.stream()
                .filter(attribute -> isNear(name, attribute))
                .findFirst()
                .map(attribute -> "Did you mean " + attribute + "?")
                .orElse(known.isEmpty() ? "Remove it." : "Known here: " + String.join(", ", known) + ".");
    }

    private static boolean ofReport(QName name) {
        return name.getNamespaceURI().equals(Names.JSDL) && DocumentGrammar.knows(Names.report(name.getLocalPart()));
    }

    private static String standard(String local) {
        if (local.endsWith("Staging")) {
            return "jsdl:DataStaging of JSDL 1.0";
        }
        return local.startsWith("BG_") ? "spmd:SPMDApplication of JSDL's SPMD extension" : "an element of JSDL 1.0";
    }

    /**
     * Returns the names of elements that may stand there and are not refused. Elements of the report count in documents
     * that declare its namespace.
     */
    private static List<QName> offered(ElementForm form, DocumentElement at) {
        boolean report = at.declares(Names.REPORT);
        return form.children().stream()
                .map(ElementForm.Child::name)
                .filter(child -> DocumentGrammar.unsupported(child).isEmpty() && !DocumentGrammar.isAdded(child))
                .filter(child -> report || !child.getNamespaceURI().equals(Names.REPORT))
                .toList();
    }

    private static Predicate<QName> same(QName name) {
        return child -> child.getLocalPart().equalsIgnoreCase(name.getLocalPart());
    }

    private static Predicate<QName> near(QName name) {
        return child -> isNear(name.getLocalPart(), child.getLocalPart());
    }

    private static boolean isNear(String written, String known) {
        return Math.abs(written.length() - known.length()) <= MOST_LETTERS
                && known.length() > 2 * MOST_LETTERS
                && NearestNames.letters(written.toLowerCase(Locale.ROOT), known.toLowerCase(Locale.ROOT))
                        <= MOST_LETTERS;
    }

    private static Optional<String> meant(List<QName> names, Predicate<QName> fits) {
        return names.stream().filter(fits).findFirst().map(name -> "Did you mean " + Names.label(name) + "?");
    }

    /** Finds an element that belongs one level further down. */
    private static Optional<String> within(DocumentElement at, List<QName> names, Predicate<QName> fits) {
        return names.stream()
                .flatMap(name -> DocumentGrammar.form(name).stream()
                        .flatMap(form -> offered(form, at).stream())
                        .filter(fits)
                        .map(inside -> "Did you mean " + Names.label(inside) + ", in " + Names.label(name) + "?"))
                .findFirst();
    }

    private static String known(List<QName> names) {
        return names.isEmpty()
                ? "Remove it."
                : "Known here: " + names.stream().map(Names::label).collect(Collectors.joining(", ")) + ".";
    }
}
