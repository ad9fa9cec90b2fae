package dev.slipway.document.staging;

import dev.slipway.problem.Remedy;
import java.net.URI;
import java.util.Locale;
import java.util.Map;

/** Suggests another way to stage what a {@code jsdl:URI} asks for, where no step can move the URI as it is written. */
final class UriAlternatives {
    /** The remedy on pages for a file that a document cannot bring. */
    static final String UPLOAD_ON_PAGE =
            "Leave this step out, open the document again, and upload the file in a new step.";

    /** Remedy for a file that comes from no place that has a step. */
    static final Remedy BRING = new Remedy(
            UPLOAD_ON_PAGE,
            "Bring the file with the operation upload and name it by sw:Upload, or write a small one into sw:Inline.",
            "Bring the file by `slipway upload FILE` and name it by sw:Upload, or write a small one into sw:Inline.");

    /** Remedy for a file that goes to no place. */
    static final Remedy KEEP =
            Remedy.of("Name the file in sw:Results: it is kept for download when the job has ended.");

    private static final Remedy HOSTS =
            Remedy.of("Write sftp://HOST/PATH or scp://HOST/PATH with the operator's name of a host.");

    private static final Remedy SITE =
            Remedy.of("Write sw:HttpFetch with the operator's name of the site and the path below the site.");

    private static final Remedy FOLDER =
            Remedy.of("Write sw:FolderCopy with the operator's name of a folder and the path in the folder.");

    private static final Map<String, Remedy> IN = Map.of("", BRING, "http", SITE, "https", SITE, "file", FOLDER);

    private static final Map<String, Remedy> OUT = Map.of("", KEEP, "file", KEEP);

    private UriAlternatives() {}

    /**
     * Returns what to write instead of a URI.
     *
     * @param in whether the file comes from the URI; otherwise it goes there
     */
    static Remedy insteadOf(URI uri, boolean in) {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        return (in ? IN : OUT).getOrDefault(scheme, HOSTS);
    }
}
