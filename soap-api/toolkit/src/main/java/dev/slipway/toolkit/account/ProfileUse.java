package dev.slipway.toolkit.account;

import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.profile.Profile;
import dev.slipway.toolkit.profile.Profiles;
import dev.slipway.toolkit.verb.Verb;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Changes the profile that calls use by default. */
@Command(
        name = "use",
        description = {
            "Makes this profile the default for calls without a profile; default undoes the choice.",
            "SLIPWAY_PROFILE in the environment and --profile have priority."
        })
final class ProfileUse extends Verb {
    @Parameters(paramLabel = "NAME", description = "The profile: NAME.profile, or default for the file named profile.")
    private String name;

    @Override
    protected int run() {
        Profiles profiles = new Profiles(terminal().environment());
        if (name.equals(Profiles.DEFAULT)) {
            profiles.useDefault();
        } else {
            Profile.load(profiles.named(name));
            profiles.use(name);
        }
        if (json()) {
            return answer(Map.of("name", name));
        }
        terminal().note("calls without --profile use " + name);
        return ExitStatus.DONE;
    }
}
