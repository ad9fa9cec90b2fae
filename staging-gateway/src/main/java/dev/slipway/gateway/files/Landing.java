package dev.slipway.gateway.files;

import dev.slipway.effect.KillPoint;
import dev.slipway.effect.Witness;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.MovedBytes;
import dev.slipway.staging.IntentLedger;
import dev.slipway.staging.StepContext;
import java.util.List;

/**
 * The context in which a step stages one file: the ledger that remembers the file, and the kill points at which a crash
 * may interrupt.
 *
 * @param effect the kind of step
 */
public record Landing(
        String effect, MovedBytes moved, IntentLedger ledger, Witness witness, Cancellation cancellation) {
    private static final String HALF = "file half written";
    private static final String SYNCED = "file on disk, its name not meant yet";
    private static final String INTENDED = "its name meant, not given";
    private static final String RENAMED = "under its name, its index not";

    /** Returns the landing of a step of this kind. */
    public static Landing of(String effect, StepContext context, Cancellation cancellation) {
        Runnable midway = () -> context.witness().passes(new KillPoint(effect, HALF));
        return new Landing(
                effect, new MovedBytes(context.meter(), midway), context.ledger(), context.witness(), cancellation);
    }

    /** Returns the kill points of every landing of this kind. */
    public static List<KillPoint> killPoints(String effect) {
        return List.of(
                new KillPoint(effect, HALF),
                new KillPoint(effect, SYNCED),
                new KillPoint(effect, INTENDED),
                new KillPoint(effect, RENAMED));
    }

    void synced() {
        witness.passes(new KillPoint(effect, SYNCED));
    }

    void intend(String key) {
        ledger.intend(key);
        witness.passes(new KillPoint(effect, INTENDED));
    }

    void renamed() {
        witness.passes(new KillPoint(effect, RENAMED));
    }
}
