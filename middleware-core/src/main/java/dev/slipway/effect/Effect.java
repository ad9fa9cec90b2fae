package dev.slipway.effect;

import java.util.List;

/** Something that changes the world outside of the journal, and says where a crash may cut it off. */
public interface Effect {

    /** The moments that it tells its {@link Witness} of; never empty. */
    List<KillPoint> killPoints();
}
