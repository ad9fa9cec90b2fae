package dev.slipway.document.staging;

import java.net.URI;
import java.util.Locale;
import java.util.Map;

/** Suggests another way to stage what a {@code jsdl:URI} asks for, where no step can move the URI as it is written. */
final class UriAlternatives {
    /** Hint for a file that comes from no place that has a step. */
    static final String BRING =
            "Bring the file by `slipway upload FILE` and name it by sw:Upload, or write a small one into sw:Inline.";

    /** Hint for a file that goes to no place. */
    static final String KEEP = "Name the file in sw:Results: it is kept for download when the job has ended.";

    private static final String HOSTS = "Write sftp://HOST/PATH or scp://HOST/PATH with the operator's name of a host.";

    private static final String SITE =
            "Write sw:HttpFetch with the operator's name of the site and the path below the site.";

    private static final String FOLDER =
            "Write sw:FolderCopy with the operator's name of a folder and the path in the folder.";

    private static final Map<String, String> IN = Map.of("", BRING, "http", SITE, "https", SITE, "file", FOLDER);

    private static final Map<String, String> OUT = Map.of("", KEEP, "file", KEEP);

    private UriAlternatives() {}

    /**
     * Returns what to write instead of a URI.
     *
     * @param in whether the file comes from the URI; otherwise it goes there
     */
    static String insteadOf(URI uri, boolean in) {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        return (in ? IN : OUT).getOrDefault(scheme, HOSTS);
    }
}
