package dev.slipway.effect;

import java.util.List;

/** An action that changes the world outside of the journal, and declares where a crash may cut it off. */
public interface Effect {

    /** Returns the moments that the effect reports to its {@link Witness}; never empty. */
    List<KillPoint> killPoints();
}
