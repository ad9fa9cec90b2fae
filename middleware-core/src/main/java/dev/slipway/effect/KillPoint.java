package dev.slipway.effect;

/**
 * A moment inside an effect at which a crash must do no harm. The crash tests kill the service at each kill point.
 *
 * @param effect the effect, in one word or two
 * @param moment the part that is done and the part that is not
 */
public record KillPoint(String effect, String moment) {
    @Override
    public String toString() {
        return effect + ": " + moment;
    }
}
