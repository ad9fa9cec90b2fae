package dev.slipway.toolkit;

import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Describes the verbs of {@code ./slipway exchange}. The script of that name runs these verbs, and they call no
 * service. They are only in the model for man pages and completion, because the toolkit does not run them.
 */
@Command(
        name = "exchange",
        description = "Runs an exchange server that keeps its books in a folder, loads it, and audits its ledger.",
        synopsisSubcommandLabel = "VERB",
        subcommands = {ExchangeVerbs.Serve.class, ExchangeVerbs.Load.class, ExchangeVerbs.Audit.class})
final class ExchangeVerbs {
    @Option(
            names = "--folder",
            scope = CommandLine.ScopeType.INHERIT,
            paramLabel = "FOLDER",
            description = "The folder of PostgreSQL and its data; the first serve makes the folder.")
    private Path folder;

    @Option(
            names = "--port",
            scope = CommandLine.ScopeType.INHERIT,
            paramLabel = "PORT",
            description = "The server's port on loopback: 12345, or the port that serve has noted in the folder;"
                    + " 0 takes a free port.")
    private int port;

    private ExchangeVerbs() {}

    @Command(
            name = "serve",
            description = {
                "Runs the exchange server in the foreground until Ctrl-C or SIGTERM.",
                "Further options: exchange-server(1)."
            })
    static final class Serve {
        @Option(names = "--shared-buffers", paramLabel = "SIZE", description = "PostgreSQL's memory for pages: 256MB.")
        private String sharedBuffers;

        @Option(
                names = "--max-wal-size",
                paramLabel = "SIZE",
                description = "PostgreSQL's log between two checkpoints: 2GB.")
        private String maxWalSize;

        @Option(names = "--shards", paramLabel = "N", description = "Threads that own books.")
        private int shards;

        @Option(names = "--length-line", description = "Puts a line with its length before each answer.")
        private boolean lengthLine;

        @Option(names = "--refuse-own", description = "Refuses trades between orders of one account.")
        private boolean refuseOwn;

        @Option(names = "--replace", description = "Takes the database over from a hanging server.")
        private boolean replace;
    }

    @Command(
            name = "load",
            description = {
                "Sends requests to the folder's server, checks each answer and measures.",
                "Further options: exchange-load(1)."
            })
    static final class Load {
        @Option(names = "--connections", paramLabel = "N", description = "1 to 1024.")
        private int connections;

        @Option(names = "--seconds", paramLabel = "S", description = "The time for which requests are sent.")
        private double seconds;

        @Option(
                names = "--rate",
                paramLabel = "R",
                description = "Requests a second; default: each request follows an answer.")
        private double rate;
    }

    @Command(
            name = "audit",
            description = {
                "Replays the folder's ledger, with or without a running server, and compares tables, money and shares.",
                "Further options: exchange-audit(1)."
            })
    static final class Audit {
        @Option(names = "--until", paramLabel = "N|INSTANT", description = "The last entry, or the last moment.")
        private String until;

        @Option(names = "--books", description = "Prints the books.")
        private boolean books;

        @Option(names = "--balances", description = "Prints the balances.")
        private boolean balances;

        @Option(names = "--executions", paramLabel = "FILE", description = "Writes executions as CSV.")
        private Path executions;

        @Option(names = "--prices", paramLabel = "FILE", description = "Writes prices as CSV.")
        private Path prices;
    }
}
