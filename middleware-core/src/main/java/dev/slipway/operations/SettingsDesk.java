package dev.slipway.operations;

import dev.slipway.desk.Caller;
import java.util.List;

/** The entry for operators to the settings of the service. All calls throw ProblemException. */
public final class SettingsDesk {
    private final Settings settings;

    /** The settings of the service, as its operator writes them. */
    @FunctionalInterface
    public interface Settings {
        /**
         * Reads the settings again and takes them as a whole, or refuses them as a whole and keeps the old settings.
         *
         * @param by the user who reloads
         * @param from the address of that user
         * @return the changed keys
         * @throws dev.slipway.problem.ProblemException SETTINGS_REFUSED
         */
        List<String> reload(String by, String from);
    }

    public SettingsDesk(Settings settings) {
        this.settings = settings;
    }

    /** Reloads the settings, for operators. Returns the changed keys, which are in force now. */
    public List<String> reload(Caller caller) {
        OperationsDesk.requireChange(caller);
        return settings.reload(caller.user(), caller.from());
    }
}
