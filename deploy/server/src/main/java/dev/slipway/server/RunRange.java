package dev.slipway.server;

import dev.slipway.postgres.SystemUser;
import dev.slipway.run.RunIdentities;
import dev.slipway.server.settings.InvalidSettings;
import dev.slipway.server.settings.ServerSettings;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Chooses the users under which a root service runs kernels: never root, and never the database's user, because a job
 * could then read the data of all jobs.
 */
final class RunRange {
    private static final String KEY = "slipway.run-as";
    private static final Pattern FORM = Pattern.compile("([0-9]{1,10})-([0-9]{1,10})");
    private static final String REMEDY =
            "Give a range of user numbers that nothing else uses, as 1900000000-1900000999.";

    private RunRange() {}

    static RunIdentities of(ServerSettings settings) {
        Matcher range = FORM.matcher(settings.runAs());
        if (!range.matches()) {
            throw new InvalidSettings(KEY, "not a range of user numbers: " + settings.runAs(), REMEDY);
        }
        RunIdentities identities = identities(range);
        if (settings.store().embedded()) {
            SystemUser database = SystemUser.forDatabase(settings.store().embeddedAs());
            if (identities.first() <= database.uid() && database.uid() <= identities.last()) {
                throw new InvalidSettings(
                        KEY,
                        "the range " + settings.runAs() + " holds the embedded database's user " + database.user(),
                        REMEDY);
            }
        }
        return identities;
    }

    private static RunIdentities identities(Matcher range) {
        try {
            return new RunIdentities(Integer.parseInt(range.group(1)), Integer.parseInt(range.group(2)));
        } catch (IllegalArgumentException e) {
            throw new InvalidSettings(KEY, "not a range of user numbers without root: " + range.group(), REMEDY);
        }
    }
}
