package dev.slipway.gateway.files;

import dev.slipway.gateway.step.NamedPlaces;
import dev.slipway.gateway.step.PlaceKind;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.FolderCopy;
import dev.slipway.request.Place;
import dev.slipway.request.RunPath;
import dev.slipway.staging.StepLook;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/** The operator's folders, by name. Documents read only regular files below these folders; links are not followed. */
public final class SharedFolders implements PlaceKind {
    private final NamedPlaces<SharedFolder> byName;

    public SharedFolders(List<SharedFolder> folders) {
        byName = new NamedPlaces<>(Place.Folder::new, folders, SharedFolder::name);
    }

    /** Prepares the change to other folders, and returns the change, which cannot fail. */
    public Runnable taking(List<SharedFolder> folders) {
        return byName.taking(folders);
    }

    @Override
    public Optional<Problem> unknown(String name, Predicate<Place> tellable) {
        return byName.unknown(name, tellable);
    }

    @Override
    public Optional<Problem> probe(String name) {
        SharedFolder folder = byName.require(name);
        return isThere(folder) ? Optional.empty() : Optional.of(away(folder, "").problem());
    }

    private static boolean isThere(SharedFolder folder) {
        return Files.isDirectory(folder.path()) && Files.isReadable(folder.path());
    }

    private static ProblemException away(SharedFolder folder, String words) {
        return StepProblem.of(
                ProblemCode.FOLDER_UNREACHABLE, "folder " + folder.name() + " is not there or cannot be read", words);
    }

    /** Looks at the file as a copy would find it now. */
    StepLook look(FolderCopy step) {
        SharedFolder folder = byName.require(step.folder());
        RunPath file = new RunPath(step.path());
        try (RunFile open = RunFile.open(folder.path(), file)) {
            return StepLook.of(new StepLook.Size(
                    open.size(), OptionalLong.empty(), true, "the file's size in folder " + folder.name()));
        } catch (IOException e) {
            return StepLook.of(problem(folder, step.path(), e).problem());
        }
    }

    /** Opens a file below a folder. @throws ProblemException if the file cannot be opened */
    ByteSource open(String name, String path) {
        SharedFolder folder = byName.require(name);
        try {
            RunPath file = new RunPath(path);
            return new Copied(folder, file, RunFile.open(folder.path(), file), stamp(folder, file));
        } catch (IOException e) {
            throw problem(folder, path, e);
        }
    }

    /** The size and time of an open file, by which a change during the copy shows. */
    private record Stamp(long bytes, FileTime changed) {}

    private static Stamp stamp(SharedFolder folder, RunPath file) throws IOException {
        try (ParentFolder parent = ParentFolder.of(folder.path(), file, false)) {
            String name = java.nio.file.Path.of(file.value()).getFileName().toString();
            var found = parent.attributes(name).orElseThrow(() -> new NoSuchFileException(name));
            return new Stamp(found.size(), found.lastModifiedTime());
        }
    }

    /** Maps a failure at a file of the folder to a problem. */
    private static ProblemException problem(SharedFolder folder, String path, IOException e) {
        if (!isThere(folder)) {
            return away(folder, String.valueOf(e.getMessage()));
        }
        String file = path + " in folder " + folder.name();
        if (e instanceof NoSuchFileException) {
            return StepProblem.of(ProblemCode.FOLDER_FILE, "there is no file " + file);
        }
        if (e instanceof ParentFolder.NotRegularException) {
            return StepProblem.of(ProblemCode.FOLDER_FILE, file + " is " + e.getMessage() + ", not a regular file");
        }
        return StepProblem.of(ProblemCode.FOLDER_FILE, "cannot open " + file, String.valueOf(e.getMessage()));
    }

    private record Copied(SharedFolder folder, RunPath file, RunFile open, Stamp before) implements ByteSource {
        @Override
        public InputStream bytes() {
            return SourceReadException.telling(open.raw());
        }

        @Override
        public OptionalLong length() {
            return OptionalLong.of(before.bytes());
        }

        @Override
        public Optional<Instant> changed() {
            return Optional.of(before.changed().toInstant());
        }

        @Override
        public void verify(String sha256) {
            try {
                Stamp after = stamp(folder, file);
                if (!after.equals(before) || open.size() != before.bytes()) {
                    throw StepProblem.of(
                            ProblemCode.FOLDER_FILE,
                            file + " in folder " + folder.name() + " changed while it was copied",
                            before.bytes() + " bytes of " + before.changed() + " before, " + after.bytes() + " of "
                                    + after.changed() + " after");
                }
            } catch (IOException e) {
                throw problem(folder, file.value(), e);
            }
        }

        @Override
        public void close() throws IOException {
            open.close();
        }
    }
}
