package dev.slipway.document.staging;

import dev.slipway.document.grammar.Names;
import dev.slipway.document.launch.ReportPaths;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.Findings;
import dev.slipway.document.tree.ValueReader;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.Credential;
import dev.slipway.request.RunPath;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SqlStore;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Reads data staging in the report's form (figures 2 and 3). The section decides the direction: PreDataStaging moves
 * data in, PostDataStaging moves data out. The figures show stage-in only; the report's text says that stage-out is
 * analogous.
 */
final class ReportStaging {
    private final Findings findings;
    private final ValueReader values;
    private final CredentialReading credentials;
    private final ReportPaths paths;
    private final Set<Optional<RunPath>> unread = new HashSet<>();

    ReportStaging(Findings findings, CredentialReading credentials, ReportPaths paths) {
        this.findings = findings;
        this.values = new ValueReader(findings);
        this.credentials = credentials;
        this.paths = paths;
    }

    /**
     * Reads one section.
     *
     * @param name makes a step's name from the name of its file
     */
    void read(DocumentElement section, UnaryOperator<String> name, BiConsumer<StagingStep, DocumentElement> into) {
        boolean in = section.name().getLocalPart().equals("PreDataStaging");
        for (DocumentElement element : section.children()) {
            Optional<? extends StagingStep> step = Optional.empty();
            if (element.name().equals(Names.report("SCPDataStaging"))) {
                step = scp(element, in, name);
            } else if (element.name().equals(Names.report("SQLQueryDataStaging"))) {
                step = in ? extract(element, name) : store(element, name);
            }
            step.ifPresent(read -> into.accept(read, element));
            if (in && step.isEmpty()) {
                unread.add(Stream.of("TargetFileName", "SQLOutputFileName")
                        .flatMap(local -> element.child(Names.report(local)).stream())
                        .findFirst()
                        .flatMap(paths::file));
            }
        }
    }

    /**
     * Returns the files of the unreadable steps before the run; an empty entry stands for a step that names no file.
     */
    Set<Optional<RunPath>> unread() {
        return unread;
    }

    private Optional<? extends StagingStep> scp(DocumentElement element, boolean in, UnaryOperator<String> name) {
        direction(element, in);
        int group = group(element, "ArrangingOrder");
        Optional<String> host = host(element);
        Optional<DocumentElement> local = element.child(Names.report(in ? "TargetFileName" : "SourceFileName"));
        Optional<String> remote = remote(element, in ? "SourceFileName" : "TargetFileName");
        Optional<RunPath> file = local.flatMap(paths::file);
        Optional<Credential> credential = credentials.report(element);
        if (host.isEmpty() || remote.isEmpty() || file.isEmpty()) {
            return Optional.empty();
        }
        String step = name.apply(file.get().value());
        return Optional.of(
                in
                        ? new SshFetch(
                                new StepHead.In(step, group, file.get()),
                                host.get(),
                                remote.get(),
                                credential,
                                Optional.empty(),
                                false)
                        : new SshDeliver(
                                new StepHead.Out(step, group, file.get(), false),
                                host.get(),
                                remote.get(),
                                credential,
                                Optional.empty(),
                                false));
    }

    private Optional<String> host(DocumentElement element) {
        Optional<DocumentElement> child = element.child(Names.report("RemoteHostName"));
        Optional<String> host = child.flatMap(values::name);
        if (host.filter(name -> !RemoteFileUri.isHost(name)).isPresent()) {
            findings.problem(
                    child.orElse(element),
                    "jsdl:RemoteHostName is not the name of a host",
                    "Write the operator's name of the host: letters, digits, dots, hyphens and underscores.");
            return Optional.empty();
        }
        return host;
    }

    /** Returns the file on the host. */
    private Optional<String> remote(DocumentElement element, String local) {
        Optional<DocumentElement> child = element.child(Names.report(local));
        Optional<String> path = child.flatMap(values::name);
        if (path.filter(name -> !name.startsWith("/")).isPresent()) {
            findings.unsupported(
                    child.orElse(element),
                    "a remote path without a / at its start (jsdl:" + local + ")",
                    "Write the whole path on the host.");
        } else if (path.filter(name -> !RemoteFileUri.isFile(name)).isPresent()) {
            findings.problem(
                    child.orElse(element), "jsdl:" + local + " names no file on a host", "Write the path of a file.");
            return Optional.empty();
        } else if (path.filter(SshFetch::climbs).isPresent()) {
            RemoteFileUri.climbs(child.orElse(element), "jsdl:" + local, findings);
            return Optional.empty();
        }
        return path;
    }

    /**
     * Checks the direction. Figure 2 writes transmit for a file that comes in, so transmit is accepted in both
     * sections.
     */
    private void direction(DocumentElement element, boolean in) {
        element.child(Names.report("Direction")).ifPresent(direction -> {
            String word = direction.stripped();
            String section = in ? "jsdl:PreDataStaging" : "jsdl:PostDataStaging";
            if (word.equals("transmit") && in) {
                findings.warning(
                        direction,
                        "jsdl:Direction transmit stands in jsdl:PreDataStaging, which decides: the file is fetched",
                        "Nothing to do; move the element to jsdl:PostDataStaging to deliver the file.");
            } else if (word.equals("receive") && !in) {
                findings.problem(
                        direction,
                        "jsdl:Direction receive contradicts " + section,
                        "Move the element to jsdl:PreDataStaging to fetch the file, or write transmit.");
            } else if (!word.equals("transmit") && !word.equals("receive")) {
                findings.problem(
                        direction,
                        "no such direction: \"" + Names.shown(word) + "\"",
                        "Write transmit or receive, or leave it out: " + section + " decides.");
            }
        });
    }

    private Optional<SqlExtract> extract(DocumentElement element, UnaryOperator<String> name) {
        int group = group(element, "ExecutionOrderGroup");
        Optional<String> source = source(element);
        Optional<String> statement = statement(element);
        Optional<RunPath> file = file(element, "SQLOutputFileName");
        Optional<RunPath> rows = element.child(Names.report("SQLInputFileName")).flatMap(paths::file);
        Compression compression = compression(element, "SQLOutputFileCompression");
        CreationFlag creation = creation(element);
        if (source.isEmpty() || statement.isEmpty() || file.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new SqlExtract(
                new StepHead.In(name.apply(file.get().value()), group, file.get(), creation, compression),
                source.get(),
                statement.get(),
                rows.map(path -> new SqlExtract.ParameterRows(path, List.of()))));
    }

    private Optional<SqlStore> store(DocumentElement element, UnaryOperator<String> name) {
        int group = group(element, "ExecutionOrderGroup");
        Optional<String> source = source(element);
        Optional<String> statement = statement(element);
        Optional<RunPath> rows = file(element, "SQLInputFileName");
        for (String local : List.of("SQLOutputFileName", "SQLOutputFileCreationFlag", "SQLOutputFileCompression")) {
            element.child(Names.report(local))
                    .ifPresent(child -> findings.problem(
                            child,
                            "jsdl:" + local + " makes no sense in jsdl:PostDataStaging, which stores rows",
                            "Remove it; jsdl:SQLInputFileName names the file whose rows are stored."));
        }
        if (source.isEmpty() || statement.isEmpty() || rows.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new SqlStore(
                new StepHead.Out(name.apply(rows.get().value()), group, rows.get(), false),
                source.get(),
                statement.get(),
                List.of()));
    }

    private int group(DocumentElement element, String local) {
        return element.child(Names.report(local))
                .flatMap(group -> values.whole(group, "jsdl:" + local, group.text(), 0))
                .orElse(1);
    }

    private Optional<String> source(DocumentElement element) {
        Optional<DocumentElement> database = element.child(Names.sw("Database"));
        if (database.isEmpty()) {
            findings.problem(
                    element,
                    "jsdl:SQLQueryDataStaging does not name its database",
                    "Write sw:Database (namespace " + Names.SW + ") with the operator's name of it as the first"
                            + " element; the report leaves the connection's elements out.");
        }
        return database.flatMap(values::name);
    }

    private Optional<String> statement(DocumentElement element) {
        return element.child(Names.report("SQLStatement"))
                .filter(statement -> values.name(statement).isPresent())
                .map(DocumentElement::text);
    }

    private Optional<RunPath> file(DocumentElement element, String local) {
        Optional<DocumentElement> child = element.child(Names.report(local));
        if (child.isEmpty()) {
            findings.problem(element, "jsdl:SQLQueryDataStaging has no jsdl:" + local, "Add it.");
        }
        return child.flatMap(paths::file);
    }

    /** Returns the compression of a file. An invalid flag is reported and means no compression. */
    private Compression compression(DocumentElement element, String local) {
        return element.child(Names.report(local)).flatMap(this::flagged).orElse(Compression.NONE);
    }

    private Optional<Compression> flagged(DocumentElement flag) {
        String value = flag.stripped().toLowerCase(Locale.ROOT);
        return switch (value) {
            case "yes" -> Optional.of(Compression.BGZF);
            case "no" -> Optional.of(Compression.NONE);
            default -> {
                findings.problem(
                        flag,
                        Names.label(flag.name()) + " is neither yes nor no: \"" + Names.shown(value) + "\"",
                        "Write yes or no.");
                yield Optional.empty();
            }
        };
    }

    private CreationFlag creation(DocumentElement element) {
        return element.child(Names.report("SQLOutputFileCreationFlag"))
                .map(values::creation)
                .orElse(CreationFlag.OVERWRITE);
    }

    /**
     * Checks the flags about the compression of inputs. A flag must agree with the step that writes the file. For a
     * file that no step writes the flag has no effect, because the file's content shows the compression.
     */
    void inputs(DocumentElement section) {
        List<DocumentElement> queries = section.children(Names.report("SQLQueryDataStaging"));
        boolean in = section.name().getLocalPart().equals("PreDataStaging");
        Map<String, Compression> written = new HashMap<>();
        for (DocumentElement query : in ? queries : List.<DocumentElement>of()) {
            query.child(Names.report("SQLOutputFileName"))
                    .ifPresent(file -> written.put(file.stripped(), compression(query, "SQLOutputFileCompression")));
        }
        for (DocumentElement query : queries) {
            query.child(Names.report("SQLInputFileCompression")).ifPresent(flag -> input(query, flag, written));
        }
    }

    private void input(DocumentElement query, DocumentElement flag, Map<String, Compression> written) {
        Optional<Compression> said = flagged(flag);
        String name = query.child(Names.report("SQLInputFileName"))
                .map(DocumentElement::stripped)
                .orElse("");
        if (said.isEmpty()) {
            return;
        }
        if (!written.containsKey(name)) {
            findings.warning(
                    flag,
                    "jsdl:SQLInputFileCompression has no effect, for no step before the run writes "
                            + (name.isEmpty() ? "the file" : Names.shown(name)),
                    "Nothing to do: whether a file is compressed is seen in the file.");
        } else if (written.get(name) != said.get()) {
            findings.problem(
                    flag,
                    "jsdl:SQLInputFileCompression is " + Names.shown(flag.stripped()) + ", but the step that writes "
                            + Names.shown(name) + " says otherwise",
                    "Make it equal to that step's jsdl:SQLOutputFileCompression, or leave it out.");
        }
    }
}
