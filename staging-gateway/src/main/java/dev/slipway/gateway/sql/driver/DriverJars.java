package dev.slipway.gateway.sql.driver;

import dev.slipway.gateway.sql.BroughtDriver;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The jars of a {@link BroughtDriver}. A class loader of its own loads the driver's classes. The parent of that loader
 * is the Java platform, so the driver sees no class of this service.
 */
public record DriverJars(BroughtDriver brought) {

    private static final String LOADER = "driver of source ";

    /** A driver and the class loader of its classes. */
    record Loaded(Driver driver, URLClassLoader classes) {}

    /**
     * Loads the driver for {@code address}.
     *
     * @throws ProblemException DATABASE_NOT_SET_UP
     */
    Loaded load(String source, String address) {
        List<Path> jars = jars(source);
        URLClassLoader classes = new URLClassLoader(
                LOADER + source,
                jars.stream().map(DriverJars::url).toArray(URL[]::new),
                ClassLoader.getPlatformClassLoader());
        try {
            return new Loaded(
                    brought.type().isPresent() ? named(source, classes) : found(source, address, jars, classes),
                    classes);
        } catch (ProblemException e) {
            close(classes);
            throw e;
        }
    }

    /** Returns why a source of this address cannot be used; empty if a driver accepts the address. */
    public Optional<String> missing(String source, String address) {
        try {
            close(load(source, address).classes());
            return Optional.empty();
        } catch (ProblemException e) {
            return Optional.of(e.problem().message());
        }
    }

    /** Returns whether a class loader of this name loads classes of a driver; null is the name of a nameless loader. */
    static boolean isLoader(String name) {
        return name != null && name.startsWith(LOADER);
    }

    private List<Path> jars(String source) {
        try (Stream<Path> files = Files.list(brought.folder())) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        } catch (IOException e) {
            throw absent("the drivers of source " + source + " cannot be read in " + brought.folder(), e.toString());
        }
    }

    private Driver named(String source, ClassLoader classes) {
        String name = brought.type().orElseThrow();
        try {
            return Class.forName(name, true, classes)
                    .asSubclass(Driver.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
            throw absent(
                    "no jar in " + brought.folder() + " has the driver " + name + " of source " + source,
                    "Put its jar into that folder and start the service again. "
                            + e.getClass().getSimpleName());
        }
    }

    private Driver found(String source, String address, List<Path> jars, ClassLoader classes) {
        List<String> broken = new ArrayList<>();
        for (ServiceLoader.Provider<Driver> provider : declared(source, classes)) {
            try {
                Driver driver = provider.get();
                if (driver.acceptsURL(address)) {
                    return driver;
                }
            } catch (ServiceConfigurationError | SQLException | LinkageError e) {
                broken.add(provider.type().getName());
            }
        }
        String there = jars.stream().map(jar -> jar.getFileName().toString()).collect(Collectors.joining(", "));
        throw absent(
                "no driver in " + brought.folder() + " takes the address of source " + source + ", which begins with "
                        + kind(address),
                "Put the jar of the driver into that folder and start the service again. It holds "
                        + (there.isEmpty() ? "no jar" : there)
                        + (broken.isEmpty() ? "" : "; these drivers cannot be loaded: " + String.join(", ", broken)));
    }

    private List<ServiceLoader.Provider<Driver>> declared(String source, ClassLoader classes) {
        try {
            return ServiceLoader.load(Driver.class, classes).stream().toList();
        } catch (ServiceConfigurationError | LinkageError e) {
            throw absent(
                    "a driver in " + brought.folder() + " for source " + source + " cannot be loaded", e.toString());
        }
    }

    /** Returns an address up to its second colon, because the rest may hold anything, such as a password. */
    private static String kind(String address) {
        int second = address.indexOf(':', address.indexOf(':') + 1);
        return second < 0 ? "no jdbc:KIND:" : address.substring(0, second + 1);
    }

    private static ProblemException absent(String message, String detail) {
        return StepProblem.of(ProblemCode.DATABASE_NOT_SET_UP, message, detail);
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (IOException e) {
            throw new IllegalStateException("a path has no URL", e);
        }
    }

    static void close(URLClassLoader classes) {
        try {
            classes.close();
        } catch (IOException e) {
            throw new IllegalStateException("cannot close the jars of a driver", e);
        }
    }
}
