package dev.slipway.server;

import dev.slipway.journal.ledger.OperationLedger;
import dev.slipway.journal.ledger.OperationLedger.Kind;
import dev.slipway.operations.SettingsDesk;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.server.settings.ServerSettings;
import dev.slipway.server.settings.SettingsChanges;
import dev.slipway.server.settings.SettingsReader;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reloads slipway.yaml as a whole or not at all. Everything that can fail is prepared before the first part of the
 * service takes the new settings.
 */
final class SettingsReload implements SettingsDesk.Settings {
    private static final Logger LOG = LoggerFactory.getLogger(SettingsReload.class);

    private final SettingsReader reader;
    private final OperationLedger ledger;
    private final List<Part> parts;
    private ServerSettings now;

    /** A part of the service that takes other settings while it runs. */
    @FunctionalInterface
    interface Part {
        /**
         * Prepares the change, and returns the change, which cannot fail. Opens no connection before the change.
         *
         * @throws IllegalArgumentException for settings that the part cannot take
         */
        Runnable taking(ServerSettings next);
    }

    /** @param started the settings of the start */
    SettingsReload(SettingsReader reader, ServerSettings started, OperationLedger ledger, List<Part> parts) {
        this.reader = reader;
        this.now = started;
        this.ledger = ledger;
        this.parts = List.copyOf(parts);
    }

    @Override
    public synchronized List<String> reload(String by, String from) {
        try {
            ServerSettings next = reader.read();
            SettingsChanges changes = SettingsChanges.between(now, next);
            changes.requireLive();
            List<Runnable> taking = prepared(next);
            String keys = String.join(", ", changes.live());
            // A reload that cannot be recorded does not happen.
            note(Kind.SETTINGS_RELOADED, by, from, keys.isEmpty() ? "no changes" : "changed: " + keys);
            taking.forEach(Runnable::run);
            now = next;
            LOG.info("{} reloaded the settings; changed: {}", by, keys.isEmpty() ? "nothing" : keys);
            return changes.live();
        } catch (ProblemException e) {
            LOG.warn(
                    "a reload by {} is refused: {}\n{}",
                    by,
                    e.problem().message(),
                    e.problem().detail());
            note(Kind.SETTINGS_REFUSED, by, from, e.problem().message());
            throw e;
        }
    }

    /** Prepares the changes of all parts. What is prepared and not taken holds no connection, thread or file. */
    private List<Runnable> prepared(ServerSettings next) {
        try {
            return parts.stream().map(part -> part.taking(next)).toList();
        } catch (IllegalArgumentException e) {
            throw new ProblemException(
                    new Problem(
                            ProblemCode.SETTINGS_REFUSED,
                            "slipway.yaml is refused: " + e.getMessage(),
                            "Correct the file, or start the service anew."),
                    e);
        }
    }

    private void note(Kind kind, String by, String from, String text) {
        ledger.note(new OperationLedger.Entry(kind, by, from, text));
    }
}
