package dev.slipway.run.slurm;

import dev.slipway.disk.FullDisk;
import dev.slipway.problem.ProblemException;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.OsAccount;
import dev.slipway.run.RunFolder;
import dev.slipway.run.RunOrder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the small records of runs from the scratch folder of a cluster into the run folders here: the guard's records,
 * the progress, and the growing output. One command looks at all runs of an owner, at most once in an interval, and a
 * further command reads the changed parts. The user of a run controls all these files, so only a bounded number of
 * bytes is read, and the records here lie in a folder that this user cannot reach.
 */
final class RecordMirror {
    private static final Logger LOG = LoggerFactory.getLogger(RecordMirror.class);

    /** The most bytes of a file in one reading. */
    private static final int MOST_BYTES = 64 << 10;

    /** The most files in one reading. */
    private static final int MOST_FILES = 32;

    /** The most runs in one look. */
    private static final int MOST_RUNS = 1_000;

    private final ClusterSettings cluster;
    private final ScratchShell shell;
    private final LongSupplier nanos;
    private final long mostOutput;
    private final OwnerRests rests;
    private final Map<String, Followed> followed = new ConcurrentHashMap<>();
    private final Map<OsAccount, Turn> turns = new ConcurrentHashMap<>();

    /** Decides which part of a record is read. The readings follow the order of the constants. */
    private enum Kind {
        /** A file without content to read: only the existence of the file counts. */
        CLAIM,
        /** A file of which the last part is read. */
        RECORD,
        /** A growing file, of which the part that is not here yet is read. */
        OUTPUT
    }

    private record Item(String path, Path here, Kind kind) {}

    private record Followed(RunOrder order, OsAccount account, Map<String, ScratchShell.Look> seen) {}

    /** The turn of one owner. */
    private static final class Turn {
        private final ReentrantLock asking = new ReentrantLock();
        private long last = Long.MIN_VALUE;
    }

    /** @param mostOutput the most bytes of an output that are brought here while the run goes on */
    RecordMirror(ClusterSettings cluster, ScratchShell shell, LongSupplier nanos, long mostOutput) {
        this.cluster = cluster;
        this.shell = shell;
        this.nanos = nanos;
        this.mostOutput = mostOutput;
        this.rests = new OwnerRests(nanos, cluster.interval());
    }

    /**
     * Makes the records of the run new, unless they were looked at within the interval or another thread looks now.
     *
     * @throws ProblemException CLUSTER_AWAY if the owner of the run does not answer
     */
    void follow(RunOrder order, OsAccount account) throws InterruptedException {
        followed.computeIfAbsent(order.name(), name -> new Followed(order, account, new ConcurrentHashMap<>()));
        Turn turn = turns.computeIfAbsent(account, any -> new Turn());
        if (!turn.asking.tryLock()) {
            return;
        }
        try {
            long now = nanos.getAsLong();
            if (rests.rests(account)
                    || turn.last == Long.MIN_VALUE
                    || now - turn.last >= cluster.interval().toNanos()) {
                turn.last = now;
                rests.ask(account, () -> look(account, of(account)));
            }
        } finally {
            turn.asking.unlock();
        }
    }

    /** Makes the records of one run new now. */
    void renew(RunOrder order, OsAccount account) throws InterruptedException {
        look(account, List.of(new Followed(order, account, new ConcurrentHashMap<>())));
    }

    /** Stops looking at the run. */
    void forget(String run) {
        followed.remove(run);
    }

    private List<Followed> of(OsAccount account) {
        return followed.values().stream()
                .filter(run -> run.account().equals(account))
                .toList();
    }

    private Void look(OsAccount account, List<Followed> runs) throws InterruptedException {
        for (int from = 0; from < runs.size(); from += MOST_RUNS) {
            List<Followed> some = runs.subList(from, Math.min(runs.size(), from + MOST_RUNS));
            List<String> paths = some.stream()
                    .flatMap(run -> items(run.order()).stream())
                    .map(Item::path)
                    .toList();
            Map<String, ScratchShell.Look> there = shell.look(account, paths);
            for (Followed run : some) {
                if (run.order().request().demand().choice().rerun()) {
                    drop(run, there.keySet());
                }
            }
            List<Change> changes = new ArrayList<>();
            some.forEach(run -> items(run.order()).stream()
                    .filter(item -> there.containsKey(item.path()))
                    .filter(item -> !there.get(item.path()).equals(run.seen().get(item.path())))
                    .forEach(item -> changes.add(new Change(run, item, there.get(item.path())))));
            changes.sort(Comparator.comparing(change -> change.item().kind()));
            take(account, changes);
        }
        return null;
    }

    /** Drops the records that a later start of the run has moved aside. */
    private static void drop(Followed run, Set<String> there) {
        for (Item item : items(run.order())) {
            boolean moved = item.kind() == Kind.RECORD && !there.contains(item.path());
            if (moved && run.seen().remove(item.path()) != null) {
                try {
                    Files.deleteIfExists(item.here());
                } catch (IOException e) {
                    passOver(run, item, e);
                }
            }
        }
    }

    private record Change(Followed run, Item item, ScratchShell.Look now) {
        Path here() {
            return item.here();
        }
    }

    private static List<Item> items(RunOrder order) {
        RunFolder folder = order.folder();
        List<Item> items = new ArrayList<>();
        items.add(item(order, folder.guard().resolve("claim"), Kind.CLAIM));
        for (String record : List.of("started.json", "ended.json", SlurmRuns.LOG)) {
            items.add(item(order, folder.guard().resolve(record), Kind.RECORD));
        }
        items.add(item(order, folder.tmp().resolve(RunFolder.PROGRESS), Kind.RECORD));
        items.add(item(order, order.request().stdout().in(folder.files()), Kind.OUTPUT));
        items.add(item(order, order.request().stderr().in(folder.files()), Kind.OUTPUT));
        return items;
    }

    private static Item item(RunOrder order, Path here, Kind kind) {
        return new Item(order.name() + "/" + order.folder().root().relativize(here), here, kind);
    }

    private void take(OsAccount account, List<Change> changes) throws InterruptedException {
        List<Change> claims = changes.stream()
                .filter(change -> change.item().kind() == Kind.CLAIM)
                .toList();
        List<Change> others = changes.subList(claims.size(), changes.size());
        for (Change claim : claims) {
            try {
                replace(claim.here(), new byte[0]);
                claim.run().seen().put(claim.item().path(), claim.now());
            } catch (IOException e) {
                passOver(claim.run(), claim.item(), e);
            }
        }
        for (int from = 0; from < others.size(); from += MOST_FILES) {
            read(account, others.subList(from, Math.min(others.size(), from + MOST_FILES)));
        }
    }

    private void read(OsAccount account, List<Change> changes) throws InterruptedException {
        List<ScratchShell.Part> parts = changes.stream().map(this::part).toList();
        List<byte[]> read = shell.read(account, parts);
        for (int i = 0; i < changes.size(); i++) {
            Change change = changes.get(i);
            try {
                take(change, parts.get(i), read.get(i));
            } catch (IOException e) {
                passOver(change.run(), change.item(), e);
            }
        }
    }

    /**
     * Passes over a record until the next look, so that the other runs of the owner go on. The service can fail to
     * write an output here, for example because the run has replaced a file by a folder.
     */
    private static void passOver(Followed run, Item item, IOException e) {
        Path folder = run.order().folder().root();
        if (FullDisk.isFull(folder, e)) {
            throw new ProblemException(FullDisk.problem(folder, "cannot keep the records of a run", e), e);
        }
        LOG.warn("run {}: cannot keep {} of the cluster here: {}", run.order().name(), item.path(), e.toString());
    }

    private ScratchShell.Part part(Change change) {
        long there = change.now().bytes();
        if (change.item().kind() == Kind.RECORD) {
            return new ScratchShell.Part(change.item().path(), Math.max(0, there - MOST_BYTES), MOST_BYTES);
        }
        long here = change.here().toFile().length();
        long most = Math.max(0, Math.min(MOST_BYTES, mostOutput - here));
        return new ScratchShell.Part(change.item().path(), here > there ? 0 : here, (int) most);
    }

    /** Takes the part of a record. A record of which a part is still missing counts as not seen. */
    private static void take(Change change, ScratchShell.Part part, byte[] bytes) throws IOException {
        if (change.item().kind() == Kind.RECORD) {
            if (bytes.length == 0 && change.now().bytes() > 0) {
                return;
            }
            replace(change.here(), bytes);
        } else {
            Files.createDirectories(change.here().getParent());
            try (FileChannel file =
                    FileChannel.open(change.here(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                file.truncate(part.from());
                file.write(ByteBuffer.wrap(bytes), part.from());
            }
            if (bytes.length > 0 && part.from() + bytes.length < change.now().bytes()) {
                return;
            }
        }
        change.run().seen().put(change.item().path(), change.now());
    }

    private static void replace(Path file, byte[] bytes) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        Files.write(part, bytes);
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
