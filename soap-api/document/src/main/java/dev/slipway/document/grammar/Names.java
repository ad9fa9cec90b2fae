package dev.slipway.document.grammar;

import java.util.Map;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;

/** Holds the namespaces of job documents, and the prefixes for messages, paths and written documents. */
public final class Names {
    public static final String JSDL = "http://schemas.ggf.org/jsdl/2005/11/jsdl";
    public static final String POSIX = "http://schemas.ggf.org/jsdl/2005/11/jsdl-posix";
    public static final String HPCPA = "http://schemas.ggf.org/jsdl/2006/07/jsdl-hpcpa";
    public static final String SPMD = "http://schemas.ogf.org/jsdl/2007/02/jsdl-spmd";
    public static final String SW = "urn:slipway:job:1";
    public static final String XSI = "http://www.w3.org/2001/XMLSchema-instance";

    /**
     * The namespace of the report's additions to the draft of JSDL of April 2005. The report puts its elements into the
     * draft's own namespace.
     */
    public static final String REPORT = "http://schemas.ggf.org/jsdl/2005/04/jsdl";

    public static final String AC = "http://schemas.ogf.org/hpcp/2007/11/ac";
    public static final String WSSE =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
    public static final String SWEEP = "http://schemas.ogf.org/jsdl/2009/03/sweep";
    public static final String FUNCTIONS = "http://schemas.ogf.org/jsdl/2009/03/sweep/functions";

    /** Namespaces by prefix, for the grammar's table and for written documents. */
    public static final Map<String, String> NAMESPACES = Map.of(
            "jsdl",
            JSDL,
            "posix",
            POSIX,
            "hpcpa",
            HPCPA,
            "spmd",
            SPMD,
            "sw",
            SW,
            "report",
            REPORT,
            "ac",
            AC,
            "wsse",
            WSSE,
            "sweep",
            SWEEP,
            "sweepfunc",
            FUNCTIONS);

    /** Prefixes in messages and paths. The report's elements have the prefix that the report uses. */
    private static final Map<String, String> PREFIXES = Map.of(
            JSDL,
            "jsdl",
            POSIX,
            "posix",
            HPCPA,
            "hpcpa",
            SPMD,
            "spmd",
            SW,
            "sw",
            REPORT,
            "jsdl",
            AC,
            "ac",
            WSSE,
            "wsse",
            SWEEP,
            "sweep",
            FUNCTIONS,
            "sweepfunc");

    /** Namespaces in drafts and real documents, each with the namespace that it stands for. */
    public static final Map<String, String> ALIASES = Map.ofEntries(
            Map.entry("http://schemas.ggf.org/jsdl/2005/06/jsdl", JSDL),
            Map.entry("http://schemas.ggf.org/jsdl/2005/04/jsdl-posix", POSIX),
            Map.entry("http://schemas.ggf.org/jsdl/2005/06/jsdl-posix", POSIX),
            Map.entry("http://schemas.ogf.org/jsdl/2006/07/jsdl-hpcpa", HPCPA),
            Map.entry("http://schemas.ogf.org/hpcp/2007/01/ac", AC),
            Map.entry("http://schemas.ogf.org/hpcp/2007/01/fs", AC),
            Map.entry("http://schemas.ogf.org/jsdl/2007/01/jsdl-sweep", SWEEP),
            Map.entry("http://schemas.ogf.org/jsdl/2007/01/jsdl-sweep/functions", FUNCTIONS),
            Map.entry("http://schemas.ogf.org/jsdl/2007/04/sweep", SWEEP),
            Map.entry("http://schemas.ogf.org/jsdl/2007/04/sweep/functions", FUNCTIONS));

    /** Names in the draft of April 2005, each with the name in JSDL 1.0. */
    private static final Map<String, String> DRAFT_NAMES = Map.of("Resource", "Resources", "URL", "URI");

    /** Extensions of other systems, with elements that this version does not support. */
    public static final Map<String, String> OTHERS_EXTENSIONS = Map.of(
            "http://www.unicore.eu/unicore/jsdl-extensions", "UNICORE's extensions",
            "http://www.nordugrid.org/ws/schemas/jsdl-arc", "ARC's extensions",
            "http://vcgr.cs.virginia.edu/genesisII/2007/02/jsdl-extensions", "Genesis II's extensions",
            "urn:gridsam:mpi", "GridSAM's MPI application",
            "urn:gridsam:myproxy", "GridSAM's MyProxy credentials",
            "http://www.platform.com/CSM", "LSF's extensions");

    /** Other languages that call themselves JSDL, by the namespace of their root element. */
    public static final Map<String, String> OTHER_LANGUAGES = Map.of(
            "http://www.ibm.com/xmlns/prod/scheduling/1.0/jsdl",
            "IBM Workload Automation's job language, which shares only its name with JSDL 1.0");

    private static final int LONGEST = 80;
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    private Names() {}

    public static QName jsdl(String local) {
        return new QName(JSDL, local);
    }

    public static QName report(String local) {
        return new QName(REPORT, local);
    }

    public static QName wsse(String local) {
        return new QName(WSSE, local);
    }

    public static QName sw(String local) {
        return new QName(SW, local);
    }

    /** Returns the name under which the grammar knows an element. */
    public static QName canonical(String namespace, String local) {
        String uri = namespace == null ? "" : namespace;
        if (!uri.equals(REPORT)) {
            return new QName(ALIASES.getOrDefault(uri, uri), local);
        }
        QName own = new QName(REPORT, local);
        return DocumentGrammar.knows(own) ? own : jsdl(DRAFT_NAMES.getOrDefault(local, local));
    }

    /** Returns whether the grammar judges the elements of this namespace. */
    public static boolean known(String namespace) {
        return PREFIXES.containsKey(namespace);
    }

    /** Returns {@code prefix:local}; for a foreign name the local name alone. */
    public static String label(QName name) {
        String prefix = PREFIXES.get(name.getNamespaceURI());
        return (prefix == null ? "" : prefix + ":") + shown(name.getLocalPart());
    }

    /** Returns one step of a path. */
    public static String step(QName name) {
        return PREFIXES.containsKey(name.getNamespaceURI())
                ? label(name)
                : "*[local-name()='" + shown(name.getLocalPart()) + "']";
    }

    /**
     * Returns a value of the document for a message: short, on one line, and without anything that may be a user's name
     * and password.
     */
    public static String shown(String value) {
        return value.contains("@") ? "(not shown: it holds an @)" : cut(value);
    }

    /**
     * Returns a text for a message: short and without control characters. An @ stays, so callers pass only text that
     * cannot hold a password.
     */
    public static String cut(String value) {
        String cut = value.length() > LONGEST ? value.substring(0, LONGEST) + "..." : value;
        return CONTROL.matcher(cut).replaceAll(" ");
    }
}
