package dev.slipway.gateway.files;

import dev.slipway.digest.Sha256;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ByteCount;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.RunPath;
import dev.slipway.staging.StagedFile;
import dev.slipway.staging.StepReport;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/**
 * A folder of the run whose files one step writes. They come into a hidden folder beside it, and get their names when all of them are
 * whole and on disk: each name at once, not all at one moment. What an interrupted step has brought whole serves the next try.
 */
public final class StagedFolder implements Closeable {
    private static final String KEY = "folder:";

    /** Begins a note of a name that is about to be given: hash and path follow. */
    private static final String NAMED = "named ";

    private final Path runFolder;
    private final RunPath folder;
    private final FileSettings settings;
    private final Runnable release;
    private final ParentFolder hidden;
    private final FileChannel notes;
    private final Map<String, Note> noted = new ConcurrentHashMap<>();
    private final Map<String, StagedFile> whole = new TreeMap<>();
    private final List<CompletableFuture<Void>> syncing = new ArrayList<>();

    /** Disks write some files together far sooner than one after the other, and all of them sooner while others are still coming. */
    private final ExecutorService disk = Executors.newFixedThreadPool(4, work -> {
        Thread thread = new Thread(work, "staging-sync");
        thread.setDaemon(true);
        return thread;
    });

    /** What earlier tries may have given names to, by their paths, with all hashes that it may have. */
    private final Map<String, Set<String>> named = new TreeMap<>();

    /** What is known of a file in the hidden folder: from where it came, and what it was. */
    private record Note(String origin, long bytes, String sha256) {}

    /**
     * Opens it, and what an earlier try has left.
     *
     * @param landing knows whether an earlier try had begun to give names
     * @param release called when it is closed
     * @throws dev.slipway.problem.ProblemException FILE_EXISTS
     */
    public static StagedFolder open(
            Path runFolder,
            RunPath folder,
            CreationFlag creation,
            FileSettings settings,
            Landing landing,
            Runnable release)
            throws IOException {
        boolean ours =
                landing.ledger().intended().filter(key -> key.startsWith(KEY)).isPresent();
        try (ParentFolder parent = ParentFolder.of(runFolder, folder, true)) {
            String name = Path.of(folder.value()).getFileName().toString();
            if (parent.attributes(name).isPresent() && creation == CreationFlag.DONT_OVERWRITE && !ours) {
                throw StepProblem.of(ProblemCode.FILE_EXISTS, "the folder " + folder + " exists already");
            }
        }
        return new StagedFolder(runFolder, folder, settings, release);
    }

    private StagedFolder(Path runFolder, RunPath folder, FileSettings settings, Runnable release) throws IOException {
        this.release = release;
        this.runFolder = runFolder;
        this.folder = folder;
        this.settings = settings;
        hidden = ParentFolder.of(runFolder, new RunPath(hiddenName(folder) + "/any"), true);
        notes = opened(hidden);
    }

    /** Leaves nothing open if it cannot be read. */
    private FileChannel opened(ParentFolder from) throws IOException {
        FileChannel open = null;
        boolean read = false;
        try {
            Optional<FileChannel> kept = from.change("notes");
            open = kept.isPresent() ? kept.get() : from.create("notes");
            PartialFile.lines(open).forEach(this::known);
            open.position(open.size());
            endTornLine(open);
            read = true;
            return open;
        } finally {
            if (!read) {
                if (open != null) {
                    open.close();
                }
                from.close();
            }
        }
    }

    /** The next note must not stand behind what a crash has left of the last one. */
    private static void endTornLine(FileChannel notes) throws IOException {
        ByteBuffer last = ByteBuffer.allocate(1);
        if (notes.size() > 0 && notes.read(last, notes.size() - 1) == 1 && last.get(0) != '\n') {
            PartialFile.line(notes, "");
        }
    }

    private void known(String line) {
        String[] words = line.split(" ");
        if (line.startsWith(NAMED) && words.length > 2) {
            String path = line.substring(NAMED.length() + words[1].length() + 1);
            // A line that was cut off may end in what is no path.
            if (RunPath.isAllowed(folder + "/" + path)) {
                named.computeIfAbsent(path, any -> new HashSet<>()).add(words[1]);
            }
        } else if (words.length == 4 && words[2].matches("\\d{1,18}")) {
            noted.put(words[0], new Note(words[1], Long.parseLong(words[2]), words[3]));
        }
    }

    private static String hiddenName(RunPath folder) {
        int name = folder.value().lastIndexOf('/') + 1;
        return folder.value().substring(0, name) + ".slipway-part-"
                + Sha256.shortName(folder.value().substring(name));
    }

    /** The name of {@code path} in the hidden folder, and in the notes. */
    private static String key(String path) {
        return Sha256.hex(path);
    }

    private RunPath named(String path) {
        return new RunPath(folder + "/" + path);
    }

    /** Whether an earlier try has brought this version of the file whole; it counts as written then. */
    public boolean has(String path, String origin) throws IOException {
        Optional<Note> note = Optional.ofNullable(noted.get(key(path)))
                .filter(known -> known.origin().equals(origin));
        if (note.isEmpty()) {
            return false;
        }
        Optional<String> there = sha256(hidden, key(path));
        if (there.isEmpty()) {
            // Its name may have been given to it already.
            there = published(named(path));
        }
        boolean same = there.filter(note.get().sha256()::equals).isPresent();
        if (same) {
            written(path, note.get());
        }
        return same;
    }

    private static Optional<String> sha256(ParentFolder hidden, String name) throws IOException {
        Optional<FileChannel> file = hidden.change(name);
        if (file.isEmpty()) {
            return Optional.empty();
        }
        try (FileChannel open = file.get()) {
            return Optional.of(PartialFile.sha256(open));
        }
    }

    private synchronized void written(String path, Note note) {
        whole.put(path, new StagedFile(named(path), note.bytes(), note.sha256()));
        syncing.add(CompletableFuture.runAsync(() -> force(key(path)), disk));
    }

    /** One file on its way; for one thread. */
    public final class Incoming implements Closeable {
        private final String path;
        private final FileChannel file;
        private final HashingStream out;

        private Incoming(String path) throws IOException {
            this.path = path;
            file = hidden.create(key(path));
            FolderSpace space = new FolderSpace(hidden, settings.spareBytes());
            space.check();
            out = new HashingStream(file, space, Long.MAX_VALUE);
        }

        /** Adds bytes. */
        public void write(byte[] data, int length) throws IOException {
            out.write(data, 0, length);
        }

        /** All of it has come. @return its SHA-256 */
        public String end(String origin, Optional<FileStamp> stamp) throws IOException {
            String sha256 = out.sha256Hex();
            if (stamp.isPresent()) {
                hidden.stamp(key(path), stamp.get());
            }
            Note note = new Note(origin, out.bytes(), sha256);
            note(key(path) + " " + origin + " " + note.bytes() + " " + sha256);
            written(path, note);
            return sha256;
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    /** Begins a file. May be called by several threads, for a file each. */
    public Incoming begin(String path) throws IOException {
        return new Incoming(path);
    }

    private synchronized void note(String line) throws IOException {
        try {
            PartialFile.line(notes, line);
        } catch (IOException e) {
            throw new FolderSpace(hidden, settings.spareBytes()).cause(e);
        }
    }

    /** What has come is not what it should be: the next try begins anew, and knows only what has got its name. */
    public void forget() throws IOException {
        notes.truncate(0);
        for (Map.Entry<String, Set<String>> one : named.entrySet()) {
            for (String sha256 : one.getValue()) {
                note(noteOfName(one.getKey(), sha256));
            }
        }
    }

    private static String noteOfName(String path, String sha256) {
        return NAMED + sha256 + " " + path;
    }

    /** Of all files that have come so far, by their paths below the folder. */
    public synchronized Map<String, StagedFile> files() {
        return new TreeMap<>(whole);
    }

    /** Refuses more files than the job may have; the folder itself is an entry too. */
    public void requireEntries(int files, long entries) {
        if (files >= entries) {
            throw StepProblem.of(
                    ProblemCode.RUN_QUOTA,
                    "folder " + folder + " comes to " + files + " files, and the job may stage " + entries
                            + " more files and folders");
        }
    }

    /** Refuses more bytes than the job may have. */
    public void require(long bytes, long room) {
        if (bytes > room) {
            throw StepProblem.of(
                    ProblemCode.RUN_QUOTA,
                    "the files of " + folder + " have " + ByteCount.words(bytes) + ", and the job may stage "
                            + ByteCount.words(room) + " more");
        }
    }

    /** Has all files on disk, then gives them their names. What an earlier try has named and this one has not brought is taken away. */
    public StepReport commit(Landing landing) throws IOException {
        Collection<StagedFile> files = files().values();
        awaitDisk();
        noteNames();
        landing.moved().tell();
        landing.synced();
        landing.intend(KEY + Sha256.hex(files.toString()));
        removeStale();
        for (List<String> together : byParent()) {
            try (ParentFolder to = ParentFolder.of(runFolder, named(together.get(0)), true)) {
                for (String path : together) {
                    requireNoFolder(path, to);
                    hidden.moveTo(key(path), to, Path.of(path).getFileName().toString());
                    landing.renamed();
                }
                to.sync();
            }
        }
        hidden.clear();
        hidden.remove();
        // Not what has moved: a file that broke off has come in part before it came whole.
        return new StepReport(files.stream().mapToLong(StagedFile::bytes).sum(), 0, new ArrayList<>(files));
    }

    private void requireNoFolder(String path, ParentFolder to) throws IOException {
        try {
            to.requireNoFolder(Path.of(path).getFileName().toString());
        } catch (ParentFolder.NotRegularException e) {
            throw FileProblems.writing(named(path), e);
        }
    }

    /** Before the first of them is given: a try after a crash has no other way to know its own files from those of others. */
    private void noteNames() throws IOException {
        String lines = whole.entrySet().stream()
                .filter(file -> !named.getOrDefault(file.getKey(), Set.of())
                        .contains(file.getValue().sha256()))
                .map(file -> noteOfName(file.getKey(), file.getValue().sha256()))
                .collect(Collectors.joining("\n"));
        note(lines);
        notes.force(true);
    }

    /** A file that still lies hidden had got no name; one that is other than it was noted is not ours any more. */
    private void removeStale() throws IOException {
        for (Map.Entry<String, Set<String>> one : named.entrySet()) {
            RunPath path = named(one.getKey());
            boolean given = !whole.containsKey(one.getKey())
                    && hidden.attributes(key(one.getKey())).isEmpty();
            if (given && published(path).filter(one.getValue()::contains).isPresent()) {
                try (ParentFolder from = ParentFolder.of(runFolder, path, false)) {
                    from.delete(Path.of(path.value()).getFileName().toString());
                    from.sync();
                }
            }
        }
    }

    /** The SHA-256 of what has this name; empty if nothing has, or no file. */
    private Optional<String> published(RunPath path) throws IOException {
        try (RunFile file = RunFile.open(runFolder, path)) {
            return Optional.of(file.staged().sha256());
        } catch (NoSuchFileException | NotDirectoryException | ParentFolder.NotRegularException e) {
            return Optional.empty();
        }
    }

    private void awaitDisk() throws IOException {
        try {
            syncing.forEach(CompletableFuture::join);
        } catch (CompletionException e) {
            if (e.getCause() instanceof UncheckedIOException failed) {
                throw new FolderSpace(hidden, settings.spareBytes()).cause(failed.getCause());
            }
            throw e;
        }
    }

    private void force(String name) {
        try {
            Optional<FileChannel> file = hidden.change(name);
            if (file.isPresent()) {
                try (FileChannel open = file.get()) {
                    open.force(true);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The paths of all files, those of one folder together. */
    private Collection<List<String>> byParent() {
        return files().keySet().stream()
                .collect(Collectors.groupingBy(
                        path -> Path.of(named(path).value()).getParent(), TreeMap::new, Collectors.toList()))
                .values();
    }

    @Override
    public void close() throws IOException {
        try {
            // Those that wait are not wanted any more; none of them writes anything, so nobody waits for a slow disk.
            disk.shutdownNow();
            notes.close();
            hidden.close();
        } finally {
            release.run();
        }
    }
}
