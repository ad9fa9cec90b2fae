package dev.slipway.document;

import java.util.Map;
import javax.xml.namespace.QName;

/** The namespaces of job documents and the prefixes under which messages, paths and written documents show them. */
final class Names {
    static final String JSDL = "http://schemas.ggf.org/jsdl/2005/11/jsdl";
    static final String POSIX = "http://schemas.ggf.org/jsdl/2005/11/jsdl-posix";
    static final String HPCPA = "http://schemas.ggf.org/jsdl/2006/07/jsdl-hpcpa";
    static final String SPMD = "http://schemas.ogf.org/jsdl/2007/02/jsdl-spmd";
    static final String SW = "urn:slipway:job:1";
    static final String XSI = "http://www.w3.org/2001/XMLSchema-instance";

    /** Prefix to namespace, for the grammar's table and for written documents. */
    static final Map<String, String> NAMESPACES =
            Map.of("jsdl", JSDL, "posix", POSIX, "hpcpa", HPCPA, "spmd", SPMD, "sw", SW);

    private static final Map<String, String> PREFIXES =
            Map.of(JSDL, "jsdl", POSIX, "posix", HPCPA, "hpcpa", SPMD, "spmd", SW, "sw");

    /** Spellings of a namespace that real documents use for another. */
    private static final Map<String, String> ALIASES = Map.of("http://schemas.ogf.org/jsdl/2006/07/jsdl-hpcpa", HPCPA);

    /** Namespaces whose elements mean something that this version cannot do; what to say about them. */
    static final Map<String, String> UNSUPPORTED_NAMESPACES = Map.ofEntries(
            Map.entry(
                    "http://schemas.ogf.org/hpcp/2007/11/ac",
                    "credentials in documents; named sources and hosts need none"),
            Map.entry(
                    "http://schemas.ogf.org/hpcp/2007/01/ac",
                    "credentials in documents; named sources and hosts need none"),
            Map.entry(
                    "http://schemas.ogf.org/hpcp/2007/01/fs",
                    "credentials in documents; named sources and hosts need none"),
            Map.entry("http://schemas.ogf.org/jsdl/2009/03/sweep", "parameter sweeps"),
            Map.entry("http://schemas.ogf.org/jsdl/2007/04/sweep", "parameter sweeps"),
            Map.entry("http://schemas.ogf.org/jsdl/2007/01/jsdl-sweep", "parameter sweeps"));

    /** Other languages that call themselves JSDL, by the namespace of their root. */
    static final Map<String, String> OTHER_LANGUAGES = Map.of(
            "http://www.ibm.com/xmlns/prod/scheduling/1.0/jsdl",
            "IBM Workload Automation's job language, which shares only its name with JSDL 1.0",
            "http://schemas.ggf.org/jsdl/2005/04/jsdl",
            "the draft of JSDL of April 2005, which this version does not read yet",
            "http://schemas.ggf.org/jsdl/2005/06/jsdl",
            "the draft of JSDL of June 2005, which this version does not read");

    private static final int LONGEST = 80;

    private Names() {}

    static QName jsdl(String local) {
        return new QName(JSDL, local);
    }

    static QName sw(String local) {
        return new QName(SW, local);
    }

    /** The name under which the grammar knows an element. */
    static QName canonical(String namespace, String local) {
        String uri = namespace == null ? "" : namespace;
        return new QName(ALIASES.getOrDefault(uri, uri), local);
    }

    /** Whether the grammar is the judge of elements of this namespace. */
    static boolean known(String namespace) {
        return PREFIXES.containsKey(namespace);
    }

    /** {@code prefix:local}; a foreign name without its namespace. */
    static String label(QName name) {
        String prefix = PREFIXES.get(name.getNamespaceURI());
        return (prefix == null ? "" : prefix + ":") + shown(name.getLocalPart());
    }

    /** One step of a path. */
    static String step(QName name) {
        return PREFIXES.containsKey(name.getNamespaceURI())
                ? label(name)
                : "*[local-name()='" + shown(name.getLocalPart()) + "']";
    }

    /** A value of the document as messages show it: short, one line, no control characters. */
    static String shown(String value) {
        String cut = value.length() > LONGEST ? value.substring(0, LONGEST) + "..." : value;
        return cut.replaceAll("\\p{Cntrl}", " ");
    }
}
