package dev.slipway.server.settings;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.env.DefaultPropertiesPropertySource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.CommandLinePropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;

/** Reads the settings again, from the same sources and by the same rules as at the start. */
public final class SettingsReader {
    private static final String FILE = "slipway.yaml";

    private final ConfigurableEnvironment started;

    @EnableConfigurationProperties(ServerSettings.class)
    private static final class Bound {}

    /** @param started the environment of the running service, which has its command line and its defaults */
    public SettingsReader(ConfigurableEnvironment started) {
        this.started = started;
    }

    /** Returns the settings, checked. @throws ProblemException SETTINGS_REFUSED, with the messages of a failed start */
    public ServerSettings read() {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.setEnvironment(requireFile(environment()));
            context.register(Bound.class);
            context.refresh();
            ServerSettings settings = context.getBean(ServerSettings.class);
            SettingsCheck.require(settings);
            return settings;
        } catch (InvalidSettings e) {
            throw refused(
                    e.findings().stream()
                            .map(InvalidSettings.Finding::key)
                            .distinct()
                            .collect(Collectors.joining(", ")),
                    e);
        } catch (ProblemException e) {
            throw e;
        } catch (RuntimeException e) {
            throw refused("it cannot be read, has an unknown key, or a value of a wrong type", e);
        }
    }

    private ConfigurableEnvironment environment() {
        StandardEnvironment fresh = new StandardEnvironment();
        MutablePropertySources sources = started.getPropertySources();
        Stream.of(CommandLinePropertySource.COMMAND_LINE_PROPERTY_SOURCE_NAME)
                .filter(sources::contains)
                .forEach(name -> fresh.getPropertySources().addFirst(sources.get(name)));
        Stream.of(DefaultPropertiesPropertySource.NAME)
                .filter(sources::contains)
                .forEach(name -> fresh.getPropertySources().addLast(sources.get(name)));
        ConfigDataEnvironmentPostProcessor.applyTo(fresh);
        return fresh;
    }

    /**
     * Refuses an environment without the file of the start, because the service would take all defaults in place of the
     * operator's settings.
     */
    private ConfigurableEnvironment requireFile(ConfigurableEnvironment fresh) {
        if (hasFile(started) && !hasFile(fresh)) {
            throw new ProblemException(new Problem(
                    ProblemCode.SETTINGS_REFUSED,
                    FILE + " is gone: " + fresh.getProperty("slipway.home") + "/" + FILE + " is missing or has no key",
                    "The service was started with this file: put it back."));
        }
        return fresh;
    }

    private static boolean hasFile(ConfigurableEnvironment environment) {
        return environment.getPropertySources().stream()
                .anyMatch(source -> source.getName().contains(FILE));
    }

    private static ProblemException refused(String what, RuntimeException cause) {
        FailureAnalysis analysis = StartFailures.of(cause);
        return new ProblemException(
                new Problem(
                        ProblemCode.SETTINGS_REFUSED,
                        "slipway.yaml is refused: " + what,
                        analysis == null
                                ? NestedExceptionUtils.getMostSpecificCause(cause)
                                        .getMessage()
                                : analysis.getDescription() + "\n" + analysis.getAction()),
                cause);
    }
}
