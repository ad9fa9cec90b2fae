package dev.slipway.server.settings;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;

/** Settings of a small installation, with the values that have no default. */
final class GivenSettings {
    private final Map<String, Object> given = new HashMap<>();

    /** @param folder takes the files that the settings name */
    GivenSettings(Path folder) throws IOException {
        Path guard = Files.createFile(folder.resolve("slipway-guard"));
        Files.setPosixFilePermissions(guard, PosixFilePermissions.fromString("rwxr-xr-x"));
        given.put("slipway.home", folder.resolve("home").toString());
        given.put("slipway.guard", guard.toString());
        given.put(
                "slipway.application-folders",
                Files.createDirectory(folder.resolve("bin")).toString());
    }

    /** Returns the given values by their keys, which a test may change. */
    Map<String, Object> values() {
        return given;
    }

    /** Returns the settings with these values changed. */
    ServerSettings with(Map<String, String> changed) {
        Map<String, Object> all = new HashMap<>(given);
        all.putAll(changed);
        return bind(new MapPropertySource("given", all));
    }

    /** Returns the findings of the check of these settings; empty for good settings. */
    List<InvalidSettings.Finding> findings(Map<String, String> changed) {
        return Optional.ofNullable(
                        catchThrowableOfType(InvalidSettings.class, () -> SettingsCheck.require(with(changed))))
                .map(InvalidSettings::findings)
                .orElse(List.of());
    }

    static ServerSettings bind(PropertySource<?> source) {
        return new Binder(ConfigurationPropertySources.from(source)).bindOrCreate("slipway", ServerSettings.class);
    }
}
