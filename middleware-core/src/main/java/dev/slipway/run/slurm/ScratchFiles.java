package dev.slipway.run.slurm;

import dev.slipway.digest.Sha256;
import dev.slipway.disk.DurableNames;
import dev.slipway.disk.FullDisk;
import dev.slipway.effect.Effect;
import dev.slipway.effect.KillPoint;
import dev.slipway.effect.Witness;
import dev.slipway.problem.ByteCount;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.RunPath;
import dev.slipway.run.OsAccount;
import dev.slipway.run.RunFolder;
import dev.slipway.run.RunOrder;
import dev.slipway.run.StorageSettings;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies a run folder to the scratch folder of a cluster before the run, and the files of the run back after the run.
 * Each direction ends with a comparison of SHA-256, which hosts of the cluster compute for their side. Every method can
 * be called again after a crash at any moment, and continues.
 */
final class ScratchFiles implements Effect {
    private static final KillPoint BEGUN = new KillPoint("files to cluster", "folder made, nothing sent");
    private static final KillPoint SENT = new KillPoint("files to cluster", "sent, not verified");
    private static final KillPoint NAMED = new KillPoint("files to cluster", "verified and named, not noted");
    private static final KillPoint FETCHED = new KillPoint("files from cluster", "fetched and verified, not in place");
    private static final KillPoint HALF_PLACED = new KillPoint("files from cluster", "one file in place");
    private static final KillPoint PLACED = new KillPoint("files from cluster", "in place, still at the cluster");
    private static final KillPoint REMOVED = new KillPoint("files from cluster", "removed at the cluster, not noted");

    private static final Logger LOG = LoggerFactory.getLogger(ScratchFiles.class);

    /** The number of times that files are sent or fetched before a difference counts as damage. */
    private static final int TRIES = 3;

    /** The folder, in the run folder here, for files that are arriving. */
    private static final String ARRIVING = "arriving";

    private final String cluster;
    private final ClusterScratch scratch;
    private final ScratchShell shell;
    private final StorageSettings storage;
    private final Witness witness;

    /** @param cluster the operator's name of the cluster */
    ScratchFiles(String cluster, ClusterScratch scratch, ScratchShell shell, StorageSettings storage, Witness witness) {
        this.cluster = cluster;
        this.scratch = scratch;
        this.shell = shell;
        this.storage = storage;
        this.witness = witness;
    }

    @Override
    public List<KillPoint> killPoints() {
        return List.of(BEGUN, SENT, NAMED, FETCHED, HALF_PLACED, PLACED, REMOVED);
    }

    /** Files here that get the same paths below a folder there. */
    private record Group(Path here, Path there, Map<RunPath, Long> sizes) {}

    /**
     * Makes the folder of the run there, with all files that the run reads. The folder gets the final name once each
     * file there is equal to the file here.
     */
    void send(RunOrder order, OsAccount account) throws InterruptedException {
        RunFolder folder = order.folder();
        Path there = shell.incomplete(order.name());
        try {
            Map<RunPath, Long> own = files(folder.root(), folder.tmp());
            own.putAll(files(folder.root(), folder.guard()));
            Map<RunPath, Long> staged = files(folder.files(), folder.files());
            requireSpace(shell.begin(account, order.name(), folders(folder, staged.keySet())), own, staged);
            witness.passes(BEGUN);
            send(account, new Group(folder.root(), there, own));
            send(account, new Group(folder.files(), there.resolve(folder.files().getFileName()), staged));
            shell.settle(account, order.name());
            witness.passes(NAMED);
        } catch (IOException e) {
            throw failed(folder, "cannot read the files of the run", e);
        }
    }

    private void send(OsAccount account, Group group) throws IOException, InterruptedException {
        Map<RunPath, String> hashes = hashes(group.here(), group.sizes().keySet());
        List<RunPath> wrong = List.copyOf(group.sizes().keySet());
        for (int tries = 0; tries < TRIES && !wrong.isEmpty(); tries++) {
            scratch.send(account, group.here(), wrong, group.there());
            witness.passes(SENT);
            wrong = different(wrong, hashes, shell.hashes(account, group.there(), only(wrong, group.sizes())));
        }
        requireSame(wrong, "sent to");
    }

    /** Returns the folders of the staged files, and those that each guard and program expect, below the run folder. */
    private static List<String> folders(RunFolder folder, Collection<RunPath> staged) {
        Stream<Path> always = Stream.of(
                folder.files(),
                folder.tmp(),
                folder.guard().resolve(folder.tmp().getFileName()));
        return Stream.concat(always, staged.stream().map(file -> file.in(folder.files())
                        .getParent()))
                .map(path -> folder.root().relativize(path).toString())
                .distinct()
                .sorted()
                .toList();
    }

    private void requireSpace(ScratchShell.Space space, Map<RunPath, Long> own, Map<RunPath, Long> staged) {
        long bytes = sum(own) + sum(staged);
        int count = own.size() + staged.size();
        if (bytes - space.sent() > space.bytes() || count > space.entries().orElse(Long.MAX_VALUE)) {
            throw new ProblemException(Problem.of(
                    ProblemCode.STORAGE_FULL,
                    "the run reads " + ByteCount.words(bytes) + " in " + count + " files, and the scratch folder of"
                            + " cluster " + cluster + " has " + ByteCount.words(space.bytes()) + " free"
                            + space.entries().stream()
                                    .mapToObj(left -> " and room for " + left + " files")
                                    .collect(Collectors.joining())));
        }
    }

    private static Map<RunPath, Long> only(Collection<RunPath> files, Map<RunPath, Long> sizes) {
        return files.stream().collect(Collectors.toMap(file -> file, sizes::get));
    }

    private static long sum(Map<RunPath, Long> sizes) {
        return sizes.values().stream().mapToLong(bytes -> bytes).sum();
    }

    /**
     * Brings the files of an ended run into the run folder here, and removes all files here that the run has removed.
     * Files get their final names only when all files are here and equal to those there.
     */
    void fetch(RunOrder order, OsAccount account) throws InterruptedException {
        RunFolder folder = order.folder();
        try {
            Path arriving = Files.createDirectories(folder.root().resolve(ARRIVING));
            Map<RunPath, Long> sizes = Map.of();
            List<RunPath> wrong = List.of();
            for (int tries = 0; tries == 0 || tries < TRIES && !wrong.isEmpty(); tries++) {
                for (RunPath file : wrong) {
                    Files.deleteIfExists(file.in(arriving));
                }
                sizes = shell.list(account, order.name(), storage.jobEntries());
                requireTree(sizes.keySet());
                keepOnly(arriving, sizes.keySet());
                wrong = fetch(account, order, sizes, arriving);
            }
            requireSame(wrong, "fetched from");
            witness.passes(FETCHED);
            place(folder, arriving, sizes.keySet());
            witness.passes(PLACED);
        } catch (IOException e) {
            throw failed(folder, "cannot keep the files of the run", e);
        }
    }

    /** Refuses a list in which a file is a folder of another file. The user of the run controls this list. */
    private void requireTree(Collection<RunPath> files) {
        for (RunPath file : files) {
            for (int end = file.value().indexOf('/');
                    end > 0;
                    end = file.value().indexOf('/', end + 1)) {
                if (files.contains(new RunPath(file.value().substring(0, end)))) {
                    throw new ProblemException(Problem.of(
                            ProblemCode.FILE_CORRUPT,
                            "cluster " + cluster + " lists " + file.value().substring(0, end)
                                    + " as a file of the run, and as the folder of file " + file));
                }
            }
        }
    }

    /** Fetches files. Returns those that differ from the files there. */
    private List<RunPath> fetch(OsAccount account, RunOrder order, Map<RunPath, Long> sizes, Path arriving)
            throws IOException, InterruptedException {
        RunFolder folder = order.folder();
        Path there = shell.complete(order.name()).resolve(folder.files().getFileName());
        requireQuota(sizes.values());
        Map<RunPath, String> theirs = shell.hashes(account, there, sizes);
        Map<RunPath, Long> wanted = wanted(folder, sizes, theirs);
        requireRoom(folder, sum(wanted));
        scratch.fetch(account, there, wanted, arriving);
        return different(wanted.keySet(), theirs, hashes(arriving, wanted.keySet()));
    }

    /** Refuses files that come to more than a job may have. Their sizes may be any numbers. */
    private void requireQuota(Collection<Long> sizes) {
        long bytes = 0;
        for (long size : sizes) {
            bytes += Math.min(size, Long.MAX_VALUE / 2 - bytes);
            if (bytes > storage.jobBytes()) {
                throw new ProblemException(Problem.of(
                        ProblemCode.RUN_QUOTA,
                        "the files of the run on cluster " + cluster + " come to more than "
                                + ByteCount.words(storage.jobBytes()) + ", the most that a job may have"));
            }
        }
    }

    /** Returns the files that the run has made or changed. */
    private static Map<RunPath, Long> wanted(RunFolder folder, Map<RunPath, Long> sizes, Map<RunPath, String> theirs)
            throws IOException {
        Map<RunPath, Long> wanted = new LinkedHashMap<>();
        for (Map.Entry<RunPath, Long> file : sizes.entrySet()) {
            Path here = file.getKey().in(folder.files());
            boolean same = isFile(here)
                    && Files.size(here) == file.getValue()
                    && sha256(here).equals(theirs.get(file.getKey()));
            if (!same) {
                wanted.put(file.getKey(), file.getValue());
            }
        }
        return wanted;
    }

    private void requireRoom(RunFolder folder, long bytes) {
        long room = folder.root().toFile().getUsableSpace() - storage.spareBytes();
        if (bytes > room) {
            throw new ProblemException(Problem.of(
                    ProblemCode.STORAGE_FULL,
                    "the files of the run come to " + ByteCount.words(bytes) + ", and the disk of run folders has room"
                            + " for " + ByteCount.words(Math.max(0, room))));
        }
    }

    /** Moves the files that have arrived to their names. The user of the run cannot reach the folder here. */
    private void place(RunFolder folder, Path arriving, Collection<RunPath> left) throws IOException {
        keepOnly(folder.files(), left);
        for (RunPath file : files(arriving, arriving).keySet()) {
            if (left.contains(file)) {
                Path target = file.in(folder.files());
                Files.createDirectories(target.getParent());
                Files.move(file.in(arriving), target, StandardCopyOption.ATOMIC_MOVE);
                DurableNames.sync(target.getParent());
                witness.passes(HALF_PLACED);
            }
        }
    }

    /** Removes all other files, and then the empty folders, because a file can have the name of an earlier folder. */
    private static void keepOnly(Path folder, Collection<RunPath> left) throws IOException {
        for (RunPath old : files(folder, folder).keySet()) {
            if (!left.contains(old)) {
                Files.delete(old.in(folder));
            }
        }
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> deepestFirst = all.filter(path -> !path.equals(folder))
                    .filter(path -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                    .sorted(Comparator.reverseOrder())
                    .toList();
            for (Path one : deepestFirst) {
                removeIfEmpty(one);
            }
        }
    }

    private static void removeIfEmpty(Path folder) throws IOException {
        try {
            Files.delete(folder);
        } catch (DirectoryNotEmptyException e) {
            LOG.trace("folder {} has files", folder);
        }
    }

    /** Removes the folder of the run there, complete or not. */
    void remove(RunOrder order, OsAccount account) throws InterruptedException {
        if (!shell.remove(account, order.name())) {
            LOG.warn(
                    "run {}: user {} keeps the folder {} on cluster {} from being removed",
                    order.name(),
                    account.name(),
                    shell.complete(order.name()),
                    cluster);
        }
        witness.passes(REMOVED);
    }

    private void requireSame(Collection<RunPath> wrong, String moved) {
        if (!wrong.isEmpty()) {
            throw new ProblemException(Problem.of(
                    ProblemCode.FILE_CORRUPT,
                    "file " + wrong.iterator().next() + " of the run differs from the file that was " + moved
                            + " cluster " + cluster + ", after " + TRIES + " tries"));
        }
    }

    /** Returns the files of which both hashes are not known to be equal. */
    private static List<RunPath> different(
            Collection<RunPath> files, Map<RunPath, String> ones, Map<RunPath, String> others) {
        return files.stream()
                .filter(file -> !ones.containsKey(file) || !ones.get(file).equals(others.get(file)))
                .toList();
    }

    private static Map<RunPath, String> hashes(Path folder, Collection<RunPath> files) throws IOException {
        Map<RunPath, String> hashes = new LinkedHashMap<>();
        for (RunPath file : files) {
            hashes.put(file, sha256(file.in(folder)));
        }
        return hashes;
    }

    private static String sha256(Path file) throws IOException {
        try (SeekableByteChannel bytes =
                Files.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            return Sha256.hex(bytes);
        }
    }

    /** Returns the sizes of all regular files below {@code part}, by their paths below {@code folder}. */
    private static Map<RunPath, Long> files(Path folder, Path part) throws IOException {
        Map<RunPath, Long> sizes = new LinkedHashMap<>();
        try (Stream<Path> all = Files.walk(part)) {
            for (Path file : all.filter(ScratchFiles::isFile).toList()) {
                sizes.put(new RunPath(folder.relativize(file).toString()), Files.size(file));
            }
        }
        return sizes;
    }

    private static boolean isFile(Path file) {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    private static ProblemException failed(RunFolder folder, String what, IOException e) {
        return new ProblemException(FullDisk.problem(folder.root(), what, e), e);
    }
}
