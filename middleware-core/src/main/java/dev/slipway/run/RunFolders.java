package dev.slipway.run;

import dev.slipway.disk.DurableNames;
import dev.slipway.disk.FullDisk;
import dev.slipway.effect.Effect;
import dev.slipway.effect.KillPoint;
import dev.slipway.effect.Witness;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.RunPath;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes, hands over, seals and removes run folders below the scratch root. When the service is root, each run has an
 * identity of its own. The owner of a run's files is the record of its identity, so the identity is taken until the
 * folder is removed or reduced. A run can traverse the root of the run folder, but not list the root. The root is
 * sealed once the run is over.
 */
public final class RunFolders implements Effect {
    private static final KillPoint HALF_MADE = new KillPoint("run folder", "half made");
    private static final KillPoint MADE = new KillPoint("run folder", "made");
    private static final KillPoint HALF_HANDED_OVER = new KillPoint("run folder", "half handed over");
    private static final KillPoint HANDED_OVER = new KillPoint("run folder", "handed over");
    private static final KillPoint SEALED = new KillPoint("run folder", "sealed");
    private static final KillPoint HALF_REMOVED = new KillPoint("run folder", "half removed");
    private static final KillPoint REMOVED = new KillPoint("run folder", "removed");

    private static final KillPoint HALF_REDUCED =
            new KillPoint("run folder", "sound files moved aside, the rest not erased");
    private static final KillPoint ERASED =
            new KillPoint("run folder", "the rest erased, sound files not in its place");
    private static final KillPoint REDUCED = new KillPoint("run folder", "reduced to sound files");
    private static final KillPoint PASSED_ON = new KillPoint("run folder", "checkpoint folder passed on to a retry");

    private static final String OWN = "rwx------";
    private static final String TRAVERSED = "rwx--x--x";
    private static final String READ = "rwxr-xr-x";

    private final Path scratch;
    private final Optional<RunIdentities> identities;
    private final Witness witness;

    /**
     * The position at which the search for the next unused identity begins. Identities are given in turn, so that
     * leftovers of one run on the machine meet no other run for a long time.
     */
    private int turn = new SecureRandom().nextInt();

    public RunFolders(Path scratch, Optional<RunIdentities> identities, Witness witness) {
        this.scratch = scratch;
        this.identities = identities;
        this.witness = witness;
    }

    @Override
    public List<KillPoint> killPoints() {
        List<KillPoint> always =
                List.of(HALF_MADE, MADE, SEALED, HALF_REMOVED, REMOVED, HALF_REDUCED, ERASED, REDUCED, PASSED_ON);
        return identities.isEmpty()
                ? always
                : Stream.concat(always.stream(), Stream.of(HALF_HANDED_OVER, HANDED_OVER))
                        .toList();
    }

    /** Makes the scratch root. */
    public void prepare() throws IOException {
        Files.createDirectories(scratch);
        permit(scratch, identities.isPresent() ? TRAVERSED : OWN);
    }

    /** Returns the folder of this run, whether or not it exists. */
    public RunFolder of(String name) {
        return new RunFolder(scratch.resolve(name));
    }

    /** Makes an empty folder; leaves an existing folder as it is. */
    public RunFolder create(String name) {
        RunFolder folder = of(name);
        try {
            if (Files.isDirectory(folder.tmp(), LinkOption.NOFOLLOW_LINKS)) {
                return folder;
            }
            // The last of the three folders shows that all exist, so the last folder is made after the others are
            // closed, and closed too.
            make(folder.root());
            make(folder.files());
            witness.passes(HALF_MADE);
            make(folder.tmp());
            witness.passes(MADE);
            return folder;
        } catch (IOException e) {
            throw storage("cannot make the run folder of job " + name, e);
        }
    }

    /**
     * Gives all staged files to an identity that no other run has, and returns that identity; empty if runs have the
     * identity of the service. The run must not have started, and no other process may change the folder meanwhile. A
     * call after a crash returns the same identity again.
     */
    synchronized Optional<RunIdentity> handOver(RunFolder folder) {
        if (identities.isEmpty()) {
            return Optional.empty();
        }
        try {
            Optional<RunIdentity> earlier = identity(folder);
            RunIdentity identity = earlier.isPresent() ? earlier.get() : unused();
            own(folder.files(), identity.id(), identity.id());
            witness.passes(HALF_HANDED_OVER);
            own(folder.tmp(), identity.id(), identity.id());
            permit(folder.root(), TRAVERSED);
            witness.passes(HANDED_OVER);
            return Optional.of(identity);
        } catch (IOException e) {
            throw storage("cannot hand the run folder " + folder.root() + " over to the run", e);
        }
    }

    /**
     * Gives all staged files, and a folder for the records of a guard, to the user of a run on a cluster. A service
     * that is not root runs as that user. The root of the folder stays closed until {@link #open}, so the user cannot
     * change the folder meanwhile, and the method can be called again after a crash. The method must not be called for
     * an opened folder.
     */
    public void handOver(RunFolder folder, OsAccount account) {
        try {
            make(folder.guard());
            make(guardTmp(folder));
            if (ServiceIdentity.isRoot()) {
                own(folder.files(), account.uid(), account.gid());
                witness.passes(HALF_HANDED_OVER);
                own(folder.tmp(), account.uid(), account.gid());
                own(folder.guard(), account.uid(), account.gid());
            }
        } catch (IOException e) {
            throw storage("cannot hand the run folder " + folder.root() + " over to user " + account.name(), e);
        }
    }

    private static Path guardTmp(RunFolder folder) {
        return folder.guard().resolve(folder.tmp().getFileName());
    }

    /** Lets the user of a run on a cluster into a folder that was handed over to that user. */
    public void open(RunFolder folder) {
        if (ServiceIdentity.isRoot()) {
            try {
                permit(folder.root(), READ);
            } catch (IOException e) {
                throw storage("cannot open the run folder " + folder.root() + " to the run", e);
            }
            witness.passes(HANDED_OVER);
        }
    }

    private Optional<RunIdentity> identity(RunFolder folder) throws IOException {
        int owner = (int) Files.getAttribute(folder.files(), "unix:uid", LinkOption.NOFOLLOW_LINKS);
        return identities.orElseThrow().hold(owner) ? Optional.of(new RunIdentity(owner)) : Optional.empty();
    }

    private RunIdentity unused() throws IOException {
        Set<Integer> taken = new HashSet<>();
        try (DirectoryStream<Path> runs = Files.newDirectoryStream(scratch)) {
            for (Path run : runs) {
                if (Files.isDirectory(new RunFolder(run).files(), LinkOption.NOFOLLOW_LINKS)) {
                    identity(new RunFolder(run)).ifPresent(identity -> taken.add(identity.id()));
                }
            }
        }
        RunIdentities all = identities.orElseThrow();
        for (int tried = 0; tried < all.count(); tried++) {
            int id = all.first() + Math.floorMod(turn++, all.count());
            if (!taken.contains(id)) {
                return new RunIdentity(id);
            }
        }
        throw new IOException("all identities from " + all.first() + " to " + all.last() + " have a run folder");
    }

    /** Shuts the run's identity out of its folder for good. */
    public void seal(RunFolder folder) {
        try {
            if (Files.exists(folder.root())) {
                permit(folder.root(), OWN);
                witness.passes(SEALED);
            }
        } catch (IOException e) {
            throw storage("cannot seal the run folder " + folder.root(), e);
        }
    }

    /** Removes the folder and all its contents; follows no link. */
    public void remove(RunFolder folder) {
        if (!Files.exists(folder.root(), LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        seal(folder);
        regain(folder);
        // The note of a run on a cluster goes last: without it, a folder that is half removed would be reduced.
        erase(folder.tmp(), folder.files(), guardTmp(folder), folder.guard());
        witness.passes(HALF_REMOVED);
        erase(folder.root());
        witness.passes(REMOVED);
    }

    /**
     * The parts that are left of a reduced folder.
     *
     * @param any whether a file is left
     * @param checkpoint whether a checkpoint folder with a file in it is left
     */
    public record Reduced(boolean any, boolean checkpoint) {
        private static final Reduced NOTHING = new Reduced(false, false);
    }

    /**
     * Reduces the folder of a run that is over. Those of {@code files} that are unchanged stay, and the regular files
     * of the checkpoint folder stay with any contents. The service owns the remaining files from now on. A folder
     * without any remaining file is removed. The method can be called again after a crash.
     *
     * <p>A folder that a cluster may have got is removed whole. The user of such a run can have other processes, on any
     * host, that have folders in it open and change them while the service moves files.
     */
    public Reduced reduce(RunFolder folder, List<KeptFile> files, Optional<RunPath> checkpoint) {
        if (!Files.exists(folder.root(), LinkOption.NOFOLLOW_LINKS)) {
            return Reduced.NOTHING;
        }
        if (ClusterNote.read(folder).isPresent()) {
            remove(folder);
            return Reduced.NOTHING;
        }
        seal(folder);
        regain(folder);
        FolderKeeping keeping = new FolderKeeping(folder);
        try {
            boolean staged = keeping.select(files);
            boolean goesOn = checkpoint.isPresent() && keeping.selectCheckpoint(checkpoint.get());
            if (staged || goesOn) {
                witness.passes(HALF_REDUCED);
                keeping.rest().forEach(this::erase);
                witness.passes(ERASED);
                keeping.settle();
                witness.passes(REDUCED);
                return new Reduced(true, goesOn);
            }
        } catch (IOException e) {
            throw storage("cannot keep the staged files in " + folder.root(), e);
        }
        remove(folder);
        return Reduced.NOTHING;
    }

    /** Returns whether a reduced folder has this checkpoint folder. */
    public boolean hasCheckpoint(RunFolder folder, RunPath checkpoint) {
        return Files.isDirectory(checkpoint.in(folder.files()), LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Moves the checkpoint folder of a reduced folder to the folder of another run, which has not started. The folder
     * may be large; a copy would take long and need twice the space. Returns whether the other run has the folder now.
     * The method can be called again after a crash.
     */
    public boolean passOn(RunFolder from, RunFolder to, RunPath checkpoint) {
        if (hasCheckpoint(to, checkpoint)) {
            return true;
        }
        if (!hasCheckpoint(from, checkpoint)) {
            return false;
        }
        Path target = checkpoint.in(to.files());
        try {
            Files.createDirectories(target.getParent());
            Files.move(checkpoint.in(from.files()), target, StandardCopyOption.ATOMIC_MOVE);
            DurableNames.sync(target.getParent());
        } catch (IOException e) {
            throw storage("cannot move the checkpoint folder of " + from.root() + " to " + to.root(), e);
        }
        witness.passes(PASSED_ON);
        return true;
    }

    /**
     * Gives the service all rights on the folder again: a program may have removed rights on its own folders, which
     * keeps out all users but root.
     */
    private void regain(RunFolder folder) {
        if (!ServiceIdentity.isRoot()) {
            run(List.of("chmod", "-R", "u+rwX", folder.root().toString()), folder.root());
        }
    }

    /**
     * Removes trees with rm, which works on open folders, follows no link that is placed meanwhile, and has no limit
     * on depth. A folder that has only files needs no rm, which costs more than all else in the removal.
     */
    private void erase(Path... trees) {
        List<String> names = Stream.of(trees)
                .filter(tree -> !FlatFolder.erase(tree))
                .map(Path::toString)
                .toList();
        if (!names.isEmpty()) {
            run(
                    Stream.concat(Stream.of("rm", "-rf", "--one-file-system"), names.stream())
                            .toList(),
                    trees[0]);
        }
    }

    /** Returns the names of the entries in the scratch root. */
    public List<String> names() throws IOException {
        try (Stream<Path> runs = Files.list(scratch)) {
            return runs.map(run -> run.getFileName().toString()).toList();
        }
    }

    private void run(List<String> command, Path tree) {
        try {
            SystemCommand.run(command, false);
        } catch (IOException e) {
            throw storage("cannot remove " + tree, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw storage("cannot remove " + tree, new IOException("interrupted", e));
        }
    }

    /**
     * Makes a folder that is never open to others, not even for a moment, because a crash may come between any two
     * calls.
     */
    private static void make(Path folder) throws IOException {
        try {
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWN)));
        } catch (FileAlreadyExistsException e) {
            // Another step of the job made the folder, or the service did before a crash.
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                throw e;
            }
        }
        permit(folder, OWN);
    }

    private static void permit(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    private static void own(Path tree, int uid, int gid) throws IOException {
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
                Files.setAttribute(path, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
                Files.setAttribute(path, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private ProblemException storage(String message, IOException cause) {
        return new ProblemException(FullDisk.problem(scratch, message, cause), cause);
    }
}
