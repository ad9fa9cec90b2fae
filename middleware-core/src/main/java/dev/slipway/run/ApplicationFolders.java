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
 * The folders whose programs may run. A program outside them, or reached through a link inside one or {@code ..}, is as good as none. A
 * document may name a program by any path to a folder, as by a link that leads to it.
 */
public final class ApplicationFolders {
    /** Starts whatever a graph names, so that a document which could name it would name programs of any folder. */
    private static final Path STREAM_LAUNCHER = Path.of("stream-launch");

    private final List<Path> folders;

    public ApplicationFolders(List<Path> folders) {
        this.folders = List.copyOf(folders);
    }

    /** The program that {@code executable} names: a plain name in the first folder that has it, or an absolute path into one. */
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

    /** Why what lies there under this name is no program; empty if nothing does. Nothing is told of what a link leads to. */
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

    /** The program inside {@code folder} that a whole path reaches by another way to the folder itself. */
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

    /** The names of the programs that lie directly in the folders, in order; one that cannot be read holds none. */
    public List<String> programs() {
        SortedSet<String> names = new TreeSet<>();
        for (Path folder : folders) {
            try (Stream<Path> files = Files.list(folder)) {
                files.filter(file -> isProgram(folder, file))
                        .map(file -> file.getFileName().toString())
                        .forEach(names::add);
            } catch (IOException | UncheckedIOException e) {
                // A run that names a program of it is told what is wrong with it.
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
            // A link anywhere between the folder and the program makes the two differ.
            return !found.endsWith(STREAM_LAUNCHER)
                    && Files.isRegularFile(found, LinkOption.NOFOLLOW_LINKS)
                    && Files.isExecutable(found)
                    && found.toRealPath().equals(folder.toRealPath().resolve(folder.relativize(found)));
        } catch (IOException e) {
            return false;
        }
    }
}
