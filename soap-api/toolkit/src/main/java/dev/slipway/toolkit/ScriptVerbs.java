package dev.slipway.toolkit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Describes the verbs that scripts run instead of the toolkit, for man pages, completion and the search for the verb
 * that was meant. Each script prints its own {@code --help}.
 */
final class ScriptVerbs {
    private static final Map<String, Class<?>> ALL = new LinkedHashMap<>();

    static {
        ALL.put("demo", Demo.class);
        ALL.put("serve", Serve.class);
        ALL.put("build", Build.class);
        ALL.put("test", Test.class);
        ALL.put("bench", Bench.class);
        ALL.put("exchange", ExchangeVerbs.class);
    }

    private ScriptVerbs() {}

    static Set<String> names() {
        return ALL.keySet();
    }

    /** Adds these verbs to {@code line}. */
    static CommandLine addedTo(CommandLine line) {
        ALL.forEach(line::addSubcommand);
        return line;
    }

    @Command(
            name = "demo",
            description = {
                "Installs what it needs, builds, and runs a document of deploy/demo on a service of its own.",
                "The documents are equity-var (default), bank, market, exchange, fft and smallest. Data and results lie"
                        + " in a database that the demo makes and removes."
            })
    static final class Demo {
        @Parameters(
                arity = "0..1",
                paramLabel = "NAME",
                description = "The document: NAME.xml, NAME-var.xml or NAME-chain.xml.")
        private String name;

        @Option(
                names = "--stay",
                description = "Keeps the service and its database running until Ctrl-C, with a template, a schedule, a"
                        + " sweep and a failed job to look at.")
        private boolean stay;

        @Option(
                names = "--slurm",
                description = "Runs a Value-at-Risk on two hosts of a cluster with Slurm, which the demo makes on this"
                        + " machine; as root.")
        private boolean slurm;

        @Option(
                names = "--mail",
                paramLabel = "HOST:PORT",
                description = "Lets the service send mails by the mail server there, without TLS and without a login.")
        private String mail;
    }

    @Command(
            name = "serve",
            description = {
                "Runs the service in the foreground, on loopback, until Ctrl-C or SIGTERM.",
                "The service's folder is $SLIPWAY_HOME; default: /var/lib/slipway as root, ~/.local/share/slipway"
                        + " otherwise. Jobs that run go on after the end of the service."
            })
    static final class Serve {
        @Parameters(
                arity = "0..*",
                paramLabel = "--slipway.KEY=VALUE",
                description = "A setting in place of that in slipway.yaml, as --slipway.port=9443.")
        private List<String> settings;

        /** Takes words that look like options, as all settings do. */
        @CommandLine.Unmatched
        private List<String> rest;
    }

    @Command(
            name = "build",
            description = {
                "Makes the server, the toolkit, the demo and the kernels, unless they were made of exactly these"
                        + " sources."
            })
    static final class Build {}

    @Command(
            name = "test",
            description = {
                "Installs what the tests need, builds, and runs all tests.",
                "The command prints a line for each suite. The output of builds and tests goes to target/test."
            })
    static final class Test {
        @Parameters(
                arity = "0..1",
                paramLabel = "quick",
                completionCandidates = Quick.class,
                description = "Runs only the unit tests.")
        private String quick;
    }

    /** The one word that the verb test takes. */
    static final class Quick implements Iterable<String> {
        @Override
        public java.util.Iterator<String> iterator() {
            return List.of("quick").iterator();
        }
    }

    @Command(
            name = "bench",
            description = "Runs a benchmark of the repository and prints its table; `slipway bench --help` names all.")
    static final class Bench {
        @Parameters(paramLabel = "NAME", description = "The benchmark.")
        private String name;

        @Parameters(index = "1..*", arity = "0..*", paramLabel = "OPTION", description = "Options of the benchmark.")
        private List<String> options;
    }
}
