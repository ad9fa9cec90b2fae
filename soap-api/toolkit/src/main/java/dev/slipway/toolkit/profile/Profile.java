package dev.slipway.toolkit.profile;

import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.terminal.Terminal;
import java.io.IOException;
import java.io.Reader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/**
 * The service's address and the caller, read from a properties file with {@code endpoint}, {@code user},
 * {@code password-file} and {@code ca}. Relative paths are relative to that file.
 *
 * @param file the profile's own file
 */
public record Profile(Path file, URI endpoint, String user, Optional<Path> passwordFile, Optional<Path> ca) {
    private static final String HINT = "A profile holds the lines endpoint=https://HOST:PORT/services/jobs, user=NAME,"
            + " password-file=FILE and ca=FILE; SLIPWAY_PROFILE or --profile names another.";

    public static Profile load(Path file) {
        Properties lines = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            lines.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw Failure.usage("cannot read the profile " + file + ": " + Failure.reason(e), HINT)
                    .at(file);
        }
        Path folder = file.toAbsolutePath().getParent();
        return new Profile(
                file.toAbsolutePath(),
                endpoint(file, lines),
                required(file, lines, "user"),
                Optional.ofNullable(lines.getProperty("password-file"))
                        .map(String::strip)
                        .map(folder::resolve),
                Optional.ofNullable(lines.getProperty("ca")).map(String::strip).map(folder::resolve));
    }

    public Optional<char[]> password(Terminal terminal) {
        return passwordFile.map(file -> PasswordFile.read(file, "Check password-file in the profile.", terminal));
    }

    private static URI endpoint(Path file, Properties lines) {
        String text = required(file, lines, "endpoint");
        URI endpoint;
        try {
            endpoint = URI.create(text);
        } catch (IllegalArgumentException e) {
            throw Failure.usage("endpoint in " + file + " is not an address: " + text, HINT)
                    .at(file);
        }
        if (!"https".equalsIgnoreCase(endpoint.getScheme()) || endpoint.getHost() == null) {
            throw Failure.usage(
                            "endpoint in " + file + " is not an https address: " + text,
                            "A password goes over TLS only.")
                    .at(file);
        }
        return endpoint;
    }

    private static String required(Path file, Properties lines, String key) {
        String value = lines.getProperty(key, "").strip();
        if (value.isEmpty()) {
            throw Failure.usage("the profile " + file + " has no " + key, HINT).at(file);
        }
        return value;
    }
}
