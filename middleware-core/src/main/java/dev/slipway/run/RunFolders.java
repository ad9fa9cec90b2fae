package dev.slipway.run;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * Makes, hands over, seals and removes run folders below the scratch root. With a run identity the root of a run folder can be
 * traversed by the run but not listed; once the run is over it is sealed, so that what other runs of the same identity do cannot reach
 * files that the service then reads.
 */
public final class RunFolders {
    private static final String OWN = "rwx------";
    private static final String TRAVERSED = "rwx--x--x";

    private final Path scratch;
    private final Optional<RunIdentity> identity;

    public RunFolders(Path scratch, Optional<RunIdentity> identity) {
        this.scratch = scratch;
        this.identity = identity;
    }

    /** Makes the scratch root itself. */
    public void prepare() throws IOException {
        Files.createDirectories(scratch);
        permit(scratch, identity.isPresent() ? TRAVERSED : OWN);
    }

    /** The folder of this run, whether it is there or not. */
    public RunFolder of(String name) {
        return new RunFolder(scratch.resolve(name));
    }

    /** Makes the folder, empty; leaves one that is there as it is. */
    public RunFolder create(String name) {
        RunFolder folder = of(name);
        try {
            if (Files.isDirectory(folder.tmp(), LinkOption.NOFOLLOW_LINKS)) {
                return folder;
            }
            Files.createDirectories(folder.files());
            Files.createDirectories(folder.tmp());
            permit(folder.root(), OWN);
            permit(folder.files(), OWN);
            permit(folder.tmp(), OWN);
            return folder;
        } catch (IOException e) {
            throw storage("cannot make the run folder of job " + name, e);
        }
    }

    /** Gives everything that was staged to the run identity. Only before the run starts: nobody else may change the folder meanwhile. */
    void handOver(RunFolder folder) {
        try {
            if (identity.isPresent()) {
                own(folder.files(), identity.get());
                own(folder.tmp(), identity.get());
                permit(folder.root(), TRAVERSED);
            }
        } catch (IOException e) {
            throw storage("cannot hand the run folder " + folder.root() + " over to the run", e);
        }
    }

    /** Shuts the run's identity out for good. */
    public void seal(RunFolder folder) {
        try {
            if (Files.exists(folder.root())) {
                permit(folder.root(), OWN);
            }
        } catch (IOException e) {
            throw storage("cannot seal the run folder " + folder.root(), e);
        }
    }

    /** Removes the folder and all that is in it; follows no link. */
    public void remove(RunFolder folder) {
        if (!Files.exists(folder.root(), LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        seal(folder);
        try {
            Files.walkFileTree(folder.root(), new Removal());
        } catch (IOException e) {
            throw storage("cannot remove the run folder " + folder.root(), e);
        }
    }

    private static void permit(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    private static void own(Path tree, RunIdentity identity) throws IOException {
        Files.walkFileTree(tree, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                return give(folder);
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                return give(file);
            }

            private FileVisitResult give(Path path) throws IOException {
                Files.setAttribute(path, "unix:uid", identity.uid(), LinkOption.NOFOLLOW_LINKS);
                Files.setAttribute(path, "unix:gid", identity.gid(), LinkOption.NOFOLLOW_LINKS);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private ProblemException storage(String message, IOException cause) {
        return new ProblemException(new Problem(StorageProblem.of(scratch), message, cause.toString()), cause);
    }

    private static final class Removal extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
            // A program may have taken its own folders' rights away; without root they would keep us out too.
            permit(folder, OWN);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, IOException problem) throws IOException {
            if (problem != null) {
                throw problem;
            }
            Files.delete(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
