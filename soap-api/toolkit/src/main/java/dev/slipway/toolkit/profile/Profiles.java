package dev.slipway.toolkit.profile;

import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.answer.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The profiles of a person: {@code profile} and {@code NAME.profile} in {@code ~/.config/slipway}. The file
 * {@code profile} is the profile named {@code default}.
 */
public final class Profiles {
    public static final String DEFAULT = "default";
    private static final String SUFFIX = ".profile";

    private final Map<String, String> environment;

    public Profiles(Map<String, String> environment) {
        this.environment = environment;
    }

    private Path folder() {
        String configuration = environment.getOrDefault("XDG_CONFIG_HOME", "");
        return (configuration.isBlank()
                        ? Path.of(environment.getOrDefault("HOME", "."), ".config")
                        : Path.of(configuration))
                .resolve("slipway");
    }

    public Path named(String name) {
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
            throw Failure.usage(
                    "no profile can have the name " + name,
                    "A name has letters, digits, dots, dashes and underscores.");
        }
        return folder().resolve(name.equals(DEFAULT) ? "profile" : name + SUFFIX);
    }

    /**
     * Returns the file of the profile for a call.
     *
     * @param name the value of {@code --profile}, or null
     */
    public Path meant(String name) {
        if (name != null) {
            return named(name);
        }
        String file = environment.getOrDefault("SLIPWAY_PROFILE", "");
        return file.isBlank() ? named(used().orElse(DEFAULT)) : Path.of(file);
    }

    public List<String> names() {
        if (!Files.isDirectory(folder())) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder())) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.equals("profile") || file.endsWith(SUFFIX) && file.length() > SUFFIX.length())
                    .map(file -> file.equals("profile") ? DEFAULT : file.substring(0, file.length() - SUFFIX.length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw Failure.usage("cannot list " + folder() + ": " + Failure.reason(e), "Check the folder's rights.")
                    .at(folder());
        }
    }

    /** Makes this profile the one for calls that name no profile. */
    public void use(String name) {
        WholeFile.write(current(), out -> out.write((name + "\n").getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Removes the choice of a profile. Calls then use {@code profile}, or without that file the profile of this
     * machine's service.
     */
    public void useDefault() {
        try {
            Files.deleteIfExists(current());
        } catch (IOException e) {
            throw Failure.usage("cannot delete " + current() + ": " + Failure.reason(e), "Check the folder's rights.")
                    .at(current());
        }
    }

    private Optional<String> used() {
        try {
            return Files.exists(current())
                    ? Files.readString(current()).lines().findFirst().map(String::strip)
                    : Optional.empty();
        } catch (IOException e) {
            throw Failure.usage(
                            "cannot read " + current() + ": " + Failure.reason(e),
                            "Name one: slipway profile use NAME.")
                    .at(current());
        }
    }

    private Path current() {
        return folder().resolve("current");
    }
}
