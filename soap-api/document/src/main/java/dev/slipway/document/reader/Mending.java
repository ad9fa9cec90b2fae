package dev.slipway.document.reader;

import dev.slipway.document.grammar.DocumentGrammar;
import dev.slipway.document.grammar.ElementForm;
import dev.slipway.document.grammar.Names;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.Findings;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;

/** Lets the reader accept elements with a slightly wrong name or in a wrong place, where their meaning is certain. */
final class Mending {
    private static final Set<String> FIGURES = Set.of(
            "TotalCPUTime",
            "TotalCPUCount",
            "TotalPhysicalMemory",
            "TotalVirtualMemory",
            "TotalDiskSpace",
            "TotalResourceCount");

    /** Misspelt names in real documents, each with the right name. */
    private static final Map<String, String> SPELLINGS = Map.of("FileSystemName", "FilesystemName", "exact", "Exact");

    private final Findings findings;

    Mending(Findings findings) {
        this.findings = findings;
    }

    void mend(DocumentElement root) {
        root.child(Names.jsdl("JobDescription")).ifPresent(this::strayFigures);
        names(root);
    }

    private void strayFigures(DocumentElement body) {
        body.child(Names.jsdl("Application")).ifPresent(application -> {
            List<DocumentElement> strays = application.children().stream()
                    .filter(child -> child.name().getNamespaceURI().equals(Names.JSDL)
                            && FIGURES.contains(child.name().getLocalPart()))
                    .toList();
            if (!strays.isEmpty()) {
                QName name = Names.jsdl("Resources");
                DocumentElement resources =
                        body.child(name).orElseGet(() -> DocumentElement.missing(name, application));
                strays.forEach(stray -> move(stray, resources));
            }
        });
    }

    private void move(DocumentElement stray, DocumentElement resources) {
        findings.warning(
                stray,
                Names.label(stray.name()) + " stands in jsdl:Application, but belongs into jsdl:Resources",
                "Nothing to do: it is read as if it stood there.");
        resources.adopt(stray);
    }

    private void names(DocumentElement element) {
        Optional<ElementForm> form = DocumentGrammar.form(element.name());
        if (form.isEmpty()) {
            return;
        }
        Set<QName> there = new HashSet<>();
        element.children().forEach(child -> there.add(child.name()));
        for (DocumentElement child : element.children()) {
            if (form.get().position(child.name()) < 0) {
                meant(child, form.get())
                        .filter(name -> there.add(name) || form.get().isMany(name))
                        .ifPresent(name -> rename(child, name));
            }
            names(child);
        }
    }

    private static Optional<QName> meant(DocumentElement child, ElementForm form) {
        QName name = child.name();
        if (name.getNamespaceURI().isEmpty()) {
            return form.named(name.getLocalPart());
        }
        if (name.getNamespaceURI().equals(Names.JSDL) && SPELLINGS.containsKey(name.getLocalPart())) {
            return Optional.of(Names.jsdl(SPELLINGS.get(name.getLocalPart())))
                    .filter(spelled -> form.position(spelled) >= 0);
        }
        return Optional.empty();
    }

    private void rename(DocumentElement child, QName name) {
        boolean bare = child.name().getNamespaceURI().isEmpty();
        findings.warning(
                child,
                bare
                        ? Names.label(child.name()) + " has no namespace"
                        : Names.label(child.name()) + " is not how JSDL spells " + Names.label(name),
                "Nothing to do: it is read as " + Names.label(name) + ".");
        child.mend(name);
    }
}
