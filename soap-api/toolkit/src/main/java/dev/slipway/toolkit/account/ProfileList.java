package dev.slipway.toolkit.account;

import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.profile.Profiles;
import dev.slipway.toolkit.terminal.TextTable;
import dev.slipway.toolkit.verb.Verb;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** Lists profiles. */
@Command(name = "list", description = "Lists your profiles; a star marks the default for calls without --profile.")
final class ProfileList extends Verb {
    @Override
    protected int run() {
        Profiles profiles = new Profiles(terminal().environment());
        Path used = profiles.meant(null).toAbsolutePath();
        TextTable table = new TextTable("", "NAME", "FILE");
        List<Object> objects = new ArrayList<>();
        for (String name : profiles.names()) {
            Path file = profiles.named(name).toAbsolutePath();
            table.row(file.equals(used) ? "*" : "", name, file.toString());
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("name", name);
            object.put("file", file.toString());
            object.put("used", file.equals(used));
            objects.add(object);
        }
        if (json()) {
            return answer(Map.of("profiles", objects));
        }
        table.lines().forEach(terminal()::line);
        return ExitStatus.DONE;
    }
}
