package dev.slipway.toolkit.profile;

import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.answer.WholeFile;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.Properties;

/**
 * An open login, kept between calls of the toolkit in a file beside the profile that only its owner can read.
 *
 * @param token a secret
 * @param expires when the service ends the login
 */
public record OpenLogin(String token, Instant expires) {

    private static Path place(Profile profile) {
        return profile.file().resolveSibling(profile.file().getFileName() + ".login");
    }

    /**
     * Returns this profile's login. A login for another service or user is ignored, so that no token goes to a
     * stranger.
     */
    public static Optional<OpenLogin> of(Profile profile) {
        Path file = place(profile);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        Properties lines = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            lines.load(reader);
            return profile.endpoint().toString().equals(lines.getProperty("endpoint"))
                            && profile.user().equals(lines.getProperty("user"))
                    ? Optional.of(new OpenLogin(
                            lines.getProperty("token", ""), Instant.parse(lines.getProperty("expires", ""))))
                    : Optional.empty();
        } catch (DateTimeParseException | IllegalArgumentException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw Failure.usage("cannot read the login in " + file + ": " + Failure.reason(e), "Remove the file.")
                    .at(file);
        }
    }

    public void keep(Profile profile) {
        Properties lines = new Properties();
        lines.setProperty("endpoint", profile.endpoint().toString());
        lines.setProperty("user", profile.user());
        lines.setProperty("token", token);
        lines.setProperty("expires", expires.toString());
        WholeFile.write(place(profile), out -> {
            StringWriter text = new StringWriter();
            lines.store(text, null);
            out.write(text.toString().getBytes(StandardCharsets.UTF_8));
        });
    }

    public static void forget(Profile profile) {
        Path file = place(profile);
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw Failure.usage("cannot remove the login in " + file + ": " + Failure.reason(e), "Remove it by hand.")
                    .at(file);
        }
    }
}
