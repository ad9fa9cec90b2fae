package dev.slipway.document.grammar;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;

/**
 * Gives the structure of job documents as one table. The table exists because a schema can only refuse, while the
 * reader tells harmless departures from harmful ones. {@code DocumentGrammarTest} keeps the table equal to the schemas.
 */
public final class DocumentGrammar {
    /** The hint about hosts and networks. */
    public static final String OWN_MACHINE =
            "Leave it out: a job's graph runs on its own machine. stream-launch by hand takes graphs of several hosts.";

    /**
     * The hints for elements that are known but not supported. The default hint serves the resource figures and limits.
     */
    private static final Map<String, String> UNSUPPORTED = Map.ofEntries(
            Map.entry(
                    "HostName",
                    "Name a partition with sw:Partition, or a feature of the hosts with sw:Constraint: a cluster takes"
                            + " a list of hosts as all of them."),
            Map.entry("FileSystem", "Name files relative to the run folder, which every file of a job lives in."),
            Map.entry(
                    "FilesystemName", "Name the file relative to the run folder, which every file of a job lives in."),
            Map.entry(
                    "CPUArchitecture",
                    "Name a partition with sw:Partition, or the cluster's own name of the feature with sw:Constraint."),
            Map.entry("Host", OWN_MACHINE),
            Map.entry("Network", OWN_MACHINE),
            Map.entry("UserName", "Leave it out: the operator sets the identity that programs run under."),
            Map.entry("GroupName", "Leave it out: the operator sets the identity that programs run under."),
            Map.entry("BinarySecurityToken", "Write wsse:UsernameToken with a sealed password."),
            Map.entry("SecurityTokenReference", "Write wsse:UsernameToken with a sealed password."),
            Map.entry(
                    "SupplementalTokens", "Leave it out: a user and a sealed password are all that a host asks for."));

    private static final String UNSUPPORTED_FIGURE =
            "Leave it out and name a partition that fits with sw:Partition; of the limits, those on time,"
                    + " memory and processes work.";

    private static final Set<QName> REFUSED = new HashSet<>();
    private static final Set<QName> FOR_PEOPLE = new HashSet<>();
    private static final Set<QName> ADDED = new HashSet<>();
    private static final Map<QName, ElementForm> FORMS = forms();

    private DocumentGrammar() {}

    public static Optional<ElementForm> form(QName name) {
        return Optional.ofNullable(FORMS.get(name));
    }

    /** Returns whether the table names the element, including elements that are not supported. */
    public static boolean knows(QName name) {
        return FORMS.containsKey(name) || REFUSED.contains(name);
    }

    static Map<QName, ElementForm> all() {
        return FORMS;
    }

    /** Returns the hint for an element that this version does not support; empty for all others. */
    public static Optional<String> unsupported(QName name) {
        return REFUSED.contains(name)
                ? Optional.of(UNSUPPORTED.getOrDefault(name.getLocalPart(), UNSUPPORTED_FIGURE))
                : Optional.empty();
    }

    /** Returns whether the element is for people only. */
    public static boolean isForPeople(QName name) {
        return FOR_PEOPLE.contains(name);
    }

    /** Returns whether the element is an addition of others to a namespace of JSDL. */
    public static boolean isAdded(QName name) {
        return ADDED.contains(name);
    }

    private static Map<QName, ElementForm> forms() {
        Map<QName, ElementForm> forms = new LinkedHashMap<>();
        for (String line : GrammarTable.ROWS.split("\n")) {
            String[] words = line.strip().split(" +");
            String prefix = words[0].substring(0, words[0].indexOf(':'));
            ElementForm form = form(words, prefix);
            for (String element : words[0].split("\\|")) {
                forms.put(name(element, prefix), form);
            }
        }
        return Map.copyOf(forms);
    }

    private static ElementForm form(String[] words, String prefix) {
        List<ElementForm.Child> children = new ArrayList<>();
        Set<String> attributes = new HashSet<>();
        boolean open = false;
        boolean text = false;
        boolean ordered = true;
        for (String word : List.of(words).subList(1, words.length)) {
            if (word.startsWith("@")) {
                attributes.add(word.substring(1));
            } else if (word.equals("...")) {
                open = true;
            } else if (word.equals("#text")) {
                text = true;
            } else if (word.equals("#any-order")) {
                ordered = false;
            } else {
                children.add(child(word, prefix));
            }
        }
        return new ElementForm(List.copyOf(children), Set.copyOf(attributes), open, text, ordered);
    }

    private static ElementForm.Child child(String word, String prefix) {
        String bare = word.replaceFirst("^[-~+]+", "");
        String marks = word.substring(0, word.length() - bare.length());
        boolean refused = marks.contains("-");
        boolean forPeople = marks.contains("~");
        boolean added = marks.contains("+");
        QName name = name(bare.substring(0, bare.length() - 1), prefix);
        if (added) {
            ADDED.add(name);
        }
        if (refused) {
            REFUSED.add(name);
        }
        if (forPeople) {
            FOR_PEOPLE.add(name);
        }
        ElementForm.Occurs occurs =
                switch (word.charAt(word.length() - 1)) {
                    case '!' -> ElementForm.Occurs.REQUIRED;
                    case '^' -> ElementForm.Occurs.EXPECTED;
                    case '?' -> ElementForm.Occurs.OPTIONAL;
                    case '*' -> ElementForm.Occurs.MANY;
                    default -> throw new IllegalStateException("no occurrence mark: " + word);
                };
        return new ElementForm.Child(name, occurs);
    }

    private static QName name(String word, String prefix) {
        int colon = word.indexOf(':');
        return colon < 0
                ? new QName(Names.NAMESPACES.get(prefix), word)
                : new QName(Names.NAMESPACES.get(word.substring(0, colon)), word.substring(colon + 1));
    }
}
