package dev.slipway.effect;

/** Sees effects pass the moments that they declare. In a running service nobody looks; a crash test kills the service in this call. */
@FunctionalInterface
public interface Witness {

    /** Nobody looks. */
    Witness NONE = point -> {};

    /** The effect is at {@code point} now. It may be at one point many times. */
    void passes(KillPoint point);
}
