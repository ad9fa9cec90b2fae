package dev.slipway.document.reader;

import dev.slipway.document.ReadDocument;
import dev.slipway.document.grammar.Names;
import dev.slipway.document.sweep.Sweep;
import dev.slipway.document.sweep.SweepReading;
import dev.slipway.document.tree.ClearPasswords;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.Findings;
import dev.slipway.request.Credential;
import dev.slipway.request.JobRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import javax.xml.namespace.QName;

/** Reads a whole tree in four steps: mend, check against the grammar, expand a sweep, read the requests. */
final class DocumentReading {
    private static final QName SWEEP = new QName(Names.SWEEP, "Sweep");

    private final Findings findings = new Findings();
    private final Set<Credential> taken = new HashSet<>();

    ReadDocument read(DocumentElement root) {
        if (!root.name().equals(Names.jsdl("JobDefinition"))) {
            return refuseRoot(root);
        }
        new Mending(findings).mend(root);
        new GrammarCheck(findings).check(root);
        ClearPasswords.reportUris(root, findings);
        List<DocumentElement> sweeps = root.children(SWEEP);
        return sweeps.isEmpty() ? one(root) : swept(root, sweeps);
    }

    /** Returns the elements of the sweep in a document that was accepted before; empty if the document has no sweep. */
    List<Supplier<Sweep.Element>> elements(DocumentElement root) {
        new Mending(findings).mend(root);
        List<DocumentElement> sweeps = root.children(SWEEP);
        return sweeps.isEmpty() ? List.of() : new SweepReading(findings, root).read(sweeps);
    }

    private ReadDocument refuseRoot(DocumentElement root) {
        QName name = root.name();
        String namespace = name.getNamespaceURI();
        String other = Names.OTHER_LANGUAGES.get(namespace);
        String message = "the root element is " + Names.label(name)
                + (namespace.isEmpty() ? " without a namespace" : " of " + Names.shown(namespace))
                + (other == null ? ", not a jsdl:JobDefinition" : ": " + other);
        findings.problem(root, message, "Write a JobDefinition of the namespace " + Names.JSDL + ".");
        return new ReadDocument.Refused(findings.all());
    }

    private ReadDocument one(DocumentElement root) {
        Optional<JobRequest> request = new RequestReading(findings, taken).read(root, submissionId(root, findings));
        return withoutRequest(request)
                .orElseGet(() -> new ReadDocument.Accepted(
                        request.orElseThrow(() -> new IllegalStateException("no request, but no problem either")),
                        findings.all()));
    }

    private ReadDocument swept(DocumentElement root, List<DocumentElement> sweeps) {
        List<JobRequest> requests = new ArrayList<>();
        List<Supplier<Sweep.Element>> elements = new SweepReading(findings, root).read(sweeps);
        for (int i = 0; i < elements.size() && (i == 0 || !findings.hasErrors()); i++) {
            int ordinal = i + 1;
            DocumentElement copy = root.copy(null, elements.get(i).get().values());
            Findings ofElement = new Findings();
            Optional<String> id = submissionId(copy, ofElement).map(sid -> sid + "." + ordinal);
            new RequestReading(ofElement, taken).read(copy, id).ifPresent(requests::add);
            findings.addAll(ofElement);
        }
        return withoutRequest(Optional.empty()).orElseGet(() -> new ReadDocument.Swept(requests, findings.all()));
    }

    private static Optional<String> submissionId(DocumentElement root, Findings findings) {
        Optional<String> id = root.ownAttribute("sid").map(String::strip);
        if (id.filter(String::isEmpty).isPresent()) {
            findings.problem(
                    root,
                    "attribute sid of jsdl:JobDefinition is empty",
                    "Write an id of your own that no other job of yours has, or leave the attribute out.");
        }
        return id.filter(sid -> !sid.isEmpty());
    }

    /** Returns the result for a document that cannot be submitted; empty if the document can be submitted. */
    private Optional<ReadDocument> withoutRequest(Optional<JobRequest> part) {
        if (findings.hasErrors()) {
            return Optional.of(new ReadDocument.Refused(findings.all()));
        }
        return findings.isClean() ? Optional.empty() : Optional.of(new ReadDocument.NotOffered(part, findings.all()));
    }
}
