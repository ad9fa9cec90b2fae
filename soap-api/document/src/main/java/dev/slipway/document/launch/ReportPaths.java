package dev.slipway.document.launch;

import dev.slipway.document.grammar.Names;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.Findings;
import dev.slipway.request.RunPath;
import java.util.Optional;

/**
 * Maps the report's absolute file names to files of the run folder. The run folder stands for the folder that
 * {@code BG_Mpirun_Cwd} names: a file below that folder is named relative to the folder, and any other file keeps its
 * whole path below the run folder.
 */
public record ReportPaths(Optional<String> folder, Findings findings) {

    public static ReportPaths of(DocumentElement body, Findings findings) {
        Optional<String> folder = body.child(Names.jsdl("Application"))
                .flatMap(application -> application.child(ReportReading.APPLICATION))
                .flatMap(form -> form.child(Names.report("BG_Mpirun_Cwd")))
                .map(DocumentElement::stripped)
                .filter(name -> !name.isEmpty())
                .map(name -> name.endsWith("/") ? name : name + "/");
        return new ReportPaths(folder, findings);
    }

    /** Returns the file that an element names. */
    public Optional<RunPath> file(DocumentElement element) {
        String written = element.stripped();
        String below = folder.filter(written::startsWith)
                .map(name -> written.substring(name.length()))
                .orElse(written);
        return told(element, below.startsWith("/") ? below.substring(1) : below);
    }

    /** Returns a file for output of the program, directly in the run folder. */
    Optional<RunPath> stream(DocumentElement element) {
        String written = element.stripped();
        return told(element, written.substring(written.lastIndexOf('/') + 1));
    }

    private Optional<RunPath> told(DocumentElement element, String value) {
        if (!RunPath.isAllowed(value)) {
            findings.problem(
                    element,
                    Names.label(element.name()) + " is not the name of a file: \"" + Names.shown(element.stripped())
                            + "\"",
                    "Name a file, without . or .. in its path; at most 255 characters.");
            return Optional.empty();
        }
        if (element.stripped().startsWith("/")) {
            findings.warning(
                    element,
                    Names.label(element.name()) + " " + Names.shown(element.stripped()) + " is " + Names.shown(value)
                            + " in the run folder",
                    "Nothing to do, unless the program opens the file by its absolute name.");
        }
        return Optional.of(new RunPath(value));
    }
}
