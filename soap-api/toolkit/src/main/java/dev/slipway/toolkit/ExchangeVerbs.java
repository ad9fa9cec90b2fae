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
    static final String NAME = "exchange";

    @Option(
            names = "--folder",
            scope = CommandLine.ScopeType.INHERIT,
            paramLabel = "FOLDER",
            description = "Where PostgreSQL and its data are; the first serve makes it.")
    private Path folder;

    @Option(
            names = "--port",
            scope = CommandLine.ScopeType.INHERIT,
            paramLabel = "PORT",
            description =
                    "Of the server, on loopback: 12345, or the one that serve has noted in the folder; 0 takes a free one.")
    private int port;

    private ExchangeVerbs() {}

    /** Adds these verbs to {@code line}. */
    static CommandLine addedTo(CommandLine line) {
        return line.addSubcommand(NAME, new CommandLine(new ExchangeVerbs()));
    }

    @Command(
            name = "serve",
            description = {
                "Runs the exchange server in the foreground until Ctrl-C or SIGTERM.",
                "Further options are those of exchange-server(1)."
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

        @Option(names = "--length-line", description = "Answers begin with their length, too.")
        private boolean lengthLine;

        @Option(names = "--refuse-own", description = "Orders of one account do not trade with each other.")
        private boolean refuseOwn;

        @Option(names = "--replace", description = "Takes the database over from a server that hangs.")
        private boolean replace;
    }

    @Command(
            name = "load",
            description = {
                "Sends requests to a server that is served out of the folder, checks each answer and measures.",
                "Options are those of exchange-load(1)."
            })
    static final class Load {
        @Option(names = "--connections", paramLabel = "N", description = "1 to 1024.")
        private int connections;

        @Option(names = "--seconds", paramLabel = "S", description = "For how long.")
        private double seconds;

        @Option(
                names = "--rate",
                paramLabel = "R",
                description = "Requests a second; without it the next one follows the answer.")
        private double rate;
    }

    @Command(
            name = "audit",
            description = {
                "Replays the ledger of the folder, served or not, and holds tables, money and shares against it.",
                "Options are those of exchange-audit(1)."
            })
    static final class Audit {
        @Option(names = "--until", paramLabel = "N|INSTANT", description = "Up to which entry, or which moment.")
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
