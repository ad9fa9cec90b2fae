package dev.slipway;

import dev.slipway.digest.Sha256;
import dev.slipway.journal.JournalUnavailable;
import dev.slipway.journal.ledger.Checkpoints;
import dev.slipway.journal.ledger.OperationLedger;
import dev.slipway.journal.ledger.OperationLedger.Entry;
import dev.slipway.journal.ledger.OperationLedger.Kind;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records operations of the middleware in the ledger. Once the middleware runs, an outage of the store during such a
 * record does not stop it.
 */
final class ServiceRecord {
    static final Duration CHECKPOINT_EACH = Duration.ofMinutes(5);

    private static final Logger LOG = LoggerFactory.getLogger(ServiceRecord.class);

    private final OperationLedger ledger;
    private final Checkpoints checkpoints;

    ServiceRecord(OperationLedger ledger, Checkpoints checkpoints) {
        this.ledger = ledger;
        this.checkpoints = checkpoints;
    }

    /**
     * Records the start; the store's lock is held by now. The digest of the settings reveals a change, but not the
     * settings.
     */
    void started(MiddlewareSettings settings) {
        note(Kind.STORE_LOCKED, "store locked");
        note(
                Kind.STARTED,
                "service started, version " + Middleware.version() + ", settings sha256 "
                        + Sha256.hex(settings.toString()));
    }

    void lockedAgain() {
        note(Kind.STORE_LOCKED, "store locked again after it was away");
    }

    void checkpoint() {
        try {
            long covered = checkpoints.write();
            LOG.debug("checkpoint over {} jobs", covered);
        } catch (JournalUnavailable e) {
            LOG.warn("no checkpoint now: {}", e.getMessage());
        } catch (RuntimeException e) {
            LOG.error("no checkpoint now", e);
        }
    }

    void stopped() {
        checkpoint();
        try {
            note(Kind.STOPPED, "service stopped");
        } catch (JournalUnavailable e) {
            LOG.warn("{}", e.getMessage());
        }
    }

    private void note(Kind kind, String text) {
        ledger.note(new Entry(kind, OperationLedger.SERVICE, "local", text));
    }
}
