package dev.slipway.effect;

/**
 * A moment inside an effect at which a crash must do no harm. The crash tests kill the service at each of them.
 *
 * @param effect which effect, one word or two
 * @param moment what is done and what is not yet
 */
public record KillPoint(String effect, String moment) {
    @Override
    public String toString() {
        return effect + ": " + moment;
    }
}
