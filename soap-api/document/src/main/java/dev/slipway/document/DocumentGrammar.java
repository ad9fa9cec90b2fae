package dev.slipway.document;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;

/**
 * The structure of job documents as one table. A test keeps it equal to the schemas beside it; the table exists because
 * a schema
 * can only refuse, while the reader tells harmless departures from harmful ones.
 */
final class DocumentGrammar {
    /**
     * One element a line: {@code @attribute}, then its children in order. {@code !} exactly one, {@code ^} one by the
     * schema but its
     * absence is clear, {@code ?} at most one, {@code *} any number; {@code ...} an extension point; {@code #text}
     * text.
     * A leading {@code ~} marks what only people read, a leading {@code -} what this version cannot do ({@link
     * #UNSUPPORTED} says why). Names without a prefix have the element's own.
     */
    private static final String TABLE = """
            jsdl:JobDefinition @id @sid JobDescription! ...
            jsdl:JobDescription JobIdentification? Application! Resources? DataStaging* sw:Results? ...
            jsdl:JobIdentification JobName? Description? ~JobAnnotation* ~JobProject* ...
            jsdl:JobName #text
            jsdl:Description #text
            jsdl:JobAnnotation #text
            jsdl:JobProject #text
            jsdl:Application ~ApplicationName? ~ApplicationVersion? Description? posix:POSIXApplication? \
            hpcpa:HPCProfileApplication? spmd:SPMDApplication? ...
            jsdl:ApplicationName #text
            jsdl:ApplicationVersion #text
            jsdl:Resources -CandidateHosts? -FileSystem* ExclusiveExecution? OperatingSystem? -CPUArchitecture? \
            -IndividualCPUSpeed? -IndividualCPUTime? -IndividualCPUCount? -IndividualNetworkBandwidth? \
            -IndividualPhysicalMemory? -IndividualVirtualMemory? -IndividualDiskSpace? -TotalCPUTime? TotalCPUCount? \
            -TotalPhysicalMemory? -TotalVirtualMemory? -TotalDiskSpace? -TotalResourceCount? sw:Partition? ...
            jsdl:ExclusiveExecution #text
            jsdl:OperatingSystem OperatingSystemType? ~OperatingSystemVersion? Description? ...
            jsdl:OperatingSystemType OperatingSystemName! ...
            jsdl:OperatingSystemName #text
            jsdl:OperatingSystemVersion #text
            jsdl:TotalCPUCount UpperBoundedRange? LowerBoundedRange? Exact* Range*
            jsdl:UpperBoundedRange @exclusiveBound #text
            jsdl:LowerBoundedRange @exclusiveBound #text
            jsdl:Exact @epsilon #text
            jsdl:Range LowerBound! UpperBound!
            jsdl:LowerBound @exclusiveBound #text
            jsdl:UpperBound @exclusiveBound #text
            jsdl:DataStaging @name FileName! -FilesystemName? CreationFlag^ DeleteOnTermination? Source? Target? sw:Ssh? ...
            jsdl:FileName #text
            jsdl:CreationFlag #text
            jsdl:DeleteOnTermination #text
            jsdl:Source URI? sw:SqlExtract? ...
            jsdl:Target URI? sw:SqlStore? ...
            jsdl:URI #text
            posix:POSIXApplication @name Executable! Argument* -Input? Output? Error? -WorkingDirectory? Environment* \
            WallTimeLimit? -FileSizeLimit? -CoreDumpLimit? -DataSegmentLimit? -LockedMemoryLimit? -MemoryLimit? \
            -OpenDescriptorsLimit? -PipeSizeLimit? -StackSizeLimit? -CPUTimeLimit? -ProcessCountLimit? \
            -VirtualMemoryLimit? -ThreadCountLimit? -UserName? -GroupName?
            posix:Executable @filesystemName #text
            posix:Argument @filesystemName #text
            posix:Output @filesystemName #text
            posix:Error @filesystemName #text
            posix:Environment @name @filesystemName #text
            posix:WallTimeLimit #text
            hpcpa:HPCProfileApplication @name Executable! Argument* -Input? Output? Error? -WorkingDirectory? Environment* \
            -UserName?
            hpcpa:Executable #text
            hpcpa:Argument #text
            hpcpa:Output #text
            hpcpa:Error #text
            hpcpa:Environment @name #text
            spmd:SPMDApplication @name posix:Executable! posix:Argument* -posix:Input? posix:Output? posix:Error? \
            -posix:WorkingDirectory? posix:Environment* posix:WallTimeLimit? -posix:UserName? NumberOfProcesses? \
            -ProcessesPerHost? ThreadsPerProcess? SPMDVariation^ ...
            spmd:NumberOfProcesses @actualtotalcpucount @actualTotalCPUCount #text
            spmd:ThreadsPerProcess @actualindividualcpucount @actualIndividualCPUCount #text
            spmd:SPMDVariation #text
            sw:Partition #text
            sw:SqlExtract @source @orderGroup @compression Statement! ParameterRows?
            sw:Statement #text
            sw:ParameterRows @file Column*
            sw:Column #text
            sw:SqlStore @source @orderGroup @always Statement! Parameter*
            sw:Parameter @column @token
            sw:Ssh @orderGroup @compression @always
            sw:Results Result*
            sw:Result @name @file @role
            """;

    /**
     * What to say of elements that are known and cannot be done; the default line serves the resource figures and
     * limits.
     */
    private static final Map<String, String> UNSUPPORTED = Map.ofEntries(
            Map.entry("CandidateHosts", "Name a partition with sw:Partition instead; the operator ties it to hosts."),
            Map.entry("FileSystem", "Name files relative to the run folder, which every file of a job lives in."),
            Map.entry(
                    "FilesystemName", "Name the file relative to the run folder, which every file of a job lives in."),
            Map.entry("CPUArchitecture", "Name a partition with sw:Partition instead."),
            Map.entry("Input", "Give the program the file's name as an argument."),
            Map.entry("WorkingDirectory", "Leave it out: programs start in the run folder."),
            Map.entry("UserName", "Leave it out: the operator sets the identity that programs run under."),
            Map.entry("GroupName", "Leave it out: the operator sets the identity that programs run under."),
            Map.entry("ProcessesPerHost", "Leave it out: the partition places the processes."));

    private static final String UNSUPPORTED_FIGURE =
            "Leave it out and name a partition that fits with sw:Partition; of the limits, WallTimeLimit works.";

    private static final Set<QName> REFUSED = new HashSet<>();
    private static final Set<QName> FOR_PEOPLE = new HashSet<>();
    private static final Map<QName, ElementForm> FORMS = forms();

    private DocumentGrammar() {}

    static Optional<ElementForm> form(QName name) {
        return Optional.ofNullable(FORMS.get(name));
    }

    static Map<QName, ElementForm> all() {
        return FORMS;
    }

    /** The hint to give when this version cannot do what the element says. */
    static Optional<String> unsupported(QName name) {
        return REFUSED.contains(name)
                ? Optional.of(UNSUPPORTED.getOrDefault(name.getLocalPart(), UNSUPPORTED_FIGURE))
                : Optional.empty();
    }

    /** Whether the element is read by people only. */
    static boolean isForPeople(QName name) {
        return FOR_PEOPLE.contains(name);
    }

    private static Map<QName, ElementForm> forms() {
        Map<QName, ElementForm> forms = new LinkedHashMap<>();
        for (String line : TABLE.split("\n")) {
            String[] words = line.strip().split(" +");
            String prefix = words[0].substring(0, words[0].indexOf(':'));
            forms.put(name(words[0], prefix), form(words, prefix));
        }
        return Map.copyOf(forms);
    }

    private static ElementForm form(String[] words, String prefix) {
        List<ElementForm.Child> children = new ArrayList<>();
        Set<String> attributes = new HashSet<>();
        boolean open = false;
        boolean text = false;
        for (String word : List.of(words).subList(1, words.length)) {
            if (word.startsWith("@")) {
                attributes.add(word.substring(1));
            } else if (word.equals("...")) {
                open = true;
            } else if (word.equals("#text")) {
                text = true;
            } else {
                children.add(child(word, prefix));
            }
        }
        return new ElementForm(List.copyOf(children), Set.copyOf(attributes), open, text);
    }

    private static ElementForm.Child child(String word, String prefix) {
        boolean refused = word.startsWith("-");
        boolean forPeople = word.startsWith("~");
        QName name = name(word.substring(refused || forPeople ? 1 : 0, word.length() - 1), prefix);
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
