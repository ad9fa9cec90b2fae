package dev.slipway.effect;

/**
 * Observes effects at their kill points. A running service has no observer; a crash test kills the service in this
 * call.
 */
@FunctionalInterface
public interface Witness {

    /** The witness that ignores all kill points. */
    Witness NONE = point -> {};

    /** Reports that the effect is at {@code point} now; an effect may reach one point many times. */
    void passes(KillPoint point);
}
