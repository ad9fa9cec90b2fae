package dev.slipway.run;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The folders from which programs may run. A program outside these folders, or one that is reached through a link
 * inside a folder or through {@code ..}, is refused as if it did not exist. A document may name a folder by any path
 * that leads to it, also through a link.
 */
public final class ApplicationFolders {
    /**
     * The launcher starts any program that a graph names, so a document that could name the launcher could run programs
     * of any folder.
     */
    private static final Path STREAM_LAUNCHER = Path.of("stream-launch");

    private volatile List<Path> folders;

    /** @throws IllegalArgumentException for no folder, or a path that is not absolute */
    public ApplicationFolders(List<Path> folders) {
        if (folders.isEmpty()) {
            throw new IllegalArgumentException("there is no application folder");
        }
        for (Path folder : folders) {
            if (!folder.isAbsolute()) {
                throw new IllegalArgumentException("an application folder's path must be absolute: " + folder);
            }
        }
        this.folders = List.copyOf(folders);
    }

    /** Takes the folders of {@code other} in place of these. */
    public void take(ApplicationFolders other) {
        folders = other.folders;
    }

    /**
     * Returns the program for {@code executable}: a plain name in the first folder that has it, or an absolute path
     * into a folder.
     */
    Path resolve(String executable) {
        if (Path.of(executable).endsWith(STREAM_LAUNCHER)) {
            throw new ProblemException(Problem.of(
                    ProblemCode.EXECUTABLE_MISSING,
                    "no document may name " + executable + ", which starts the programs of a graph: write the graph as"
                            + " sw:StreamApplication"));
        }
        for (Path folder : folders) {
            Path found = folder.resolve(executable);
            if (executable.contains("..")) {
                break;
            }
            if (inside(folder, found) && isProgram(folder, found)) {
                return found;
            }
            Optional<Path> linked = byAnotherPath(folder, found);
            if (linked.isPresent()) {
                return linked.get();
            }
        }
        throw new ProblemException(new Problem(
                ProblemCode.EXECUTABLE_MISSING,
                "no program " + executable + " in the application folders",
                Stream.concat(
                                folders.stream()
                                        .map(folder -> obstacle(folder, folder.resolve(executable)))
                                        .flatMap(Optional::stream),
                                Stream.of("application folders: "
                                        + folders.stream().map(Path::toString).collect(Collectors.joining(", "))))
                        .collect(Collectors.joining("\n"))));
    }

    /**
     * Returns why the file of this name is not a program; empty if there is no file. Reveals no fact about the target
     * of a link.
     */
    private static Optional<String> obstacle(Path folder, Path found) {
        if (!inside(folder, found)) {
            return Optional.empty();
        }
        Path reached = folder;
        for (Path name : folder.relativize(found)) {
            reached = reached.resolve(name);
            if (Files.isSymbolicLink(reached)) {
                return Optional.of(reached + " is a symbolic link, and none inside an application folder is followed:"
                        + " name the program itself");
            }
        }
        return Files.isRegularFile(found, LinkOption.NOFOLLOW_LINKS) && !Files.isExecutable(found)
                ? Optional.of("the service may not execute " + found)
                : Optional.empty();
    }

    /** Returns the program inside {@code folder} for an absolute path that reaches the folder by another way. */
    private static Optional<Path> byAnotherPath(Path folder, Path named) {
        for (Path above = named.getParent(); above != null; above = above.getParent()) {
            Path found = folder.resolve(above.relativize(named));
            if (isSame(above, folder) && inside(folder, found) && isProgram(folder, found)) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    private static boolean isSame(Path one, Path other) {
        try {
            return Files.isSameFile(one, other);
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the names of the programs directly in the folders, in order; an unreadable folder counts as empty. */
    public List<String> programs() {
        SortedSet<String> names = new TreeSet<>();
        for (Path folder : folders) {
            try (Stream<Path> files = Files.list(folder)) {
                files.filter(file -> isProgram(folder, file))
                        .map(file -> file.getFileName().toString())
                        .forEach(names::add);
            } catch (IOException | UncheckedIOException e) {
                // A run that names a program of this folder reports the fault of the folder.
                continue;
            }
        }
        return List.copyOf(names);
    }

    private static boolean inside(Path folder, Path found) {
        return found.equals(found.normalize()) && found.startsWith(folder) && !found.equals(folder);
    }

    private static boolean isProgram(Path folder, Path found) {
        try {
            // A link anywhere between the folder and the program makes the two paths differ.
            return !found.endsWith(STREAM_LAUNCHER)
                    && Files.isRegularFile(found, LinkOption.NOFOLLOW_LINKS)
                    && Files.isExecutable(found)
                    && found.toRealPath().equals(folder.toRealPath().resolve(folder.relativize(found)));
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public String toString() {
        return folders.toString();
    }
}
