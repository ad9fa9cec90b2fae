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
 * A folder of the run folder whose files one step writes. Files arrive in a hidden folder beside the target. Once all
 * files are complete and on disk, the commit renames each file atomically; the folder as a whole does not appear at
 * once. The next try reuses the files that an interrupted step completed.
 */
public final class StagedFolder implements Closeable {
    private static final String KEY = "folder:";

    /** Begins a note that a file is about to get its name; the hash and the path follow. */
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

    /** Syncs several files in parallel while others arrive, which is far faster than file by file. */
    private final ExecutorService disk = Executors.newFixedThreadPool(4, work -> {
        Thread thread = new Thread(work, "staging-sync");
        thread.setDaemon(true);
        return thread;
    });

    /** The paths at which earlier tries may have placed files, each with every hash that such a file may have. */
    private final Map<String, Set<String>> named = new TreeMap<>();

    /** The origin, size and hash of a file in the hidden folder. */
    private record Note(String origin, long bytes, String sha256) {}

    /**
     * Opens the folder and reads the notes of earlier tries.
     *
     * @param landing knows whether an earlier try had begun to give names
     * @param release called when the folder is closed
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

    /** Opens the notes. Closes everything again if the notes cannot be read. */
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

    /** Ends a note that a crash cut off, so that the next note begins on a line of its own. */
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
            // A note that a crash cut off may end in an invalid path.
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

    /** Returns the name of {@code path} in the hidden folder and in the notes. */
    private static String key(String path) {
        return Sha256.hex(path);
    }

    private RunPath named(String path) {
        return new RunPath(folder + "/" + path);
    }

    /** Returns whether an earlier try completed this version of the file; if so, the file counts as written. */
    public boolean has(String path, String origin) throws IOException {
        Optional<Note> note = Optional.ofNullable(noted.get(key(path)))
                .filter(known -> known.origin().equals(origin));
        if (note.isEmpty()) {
            return false;
        }
        Optional<String> there = sha256(hidden, key(path));
        if (there.isEmpty()) {
            // An earlier try may have renamed the file already.
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

    /** A file that is arriving; for one thread. */
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

        /** Marks the file as complete. @return the SHA-256 of the file */
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

    /** Begins a file. Several threads may each begin a file. */
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

    /** Discards the notes of received files, because their content is wrong. Keeps the notes of names. */
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

    /** Returns all files completed so far, by their paths below the folder. */
    public synchronized Map<String, StagedFile> files() {
        return new TreeMap<>(whole);
    }

    /** Refuses more files than the job may have. The folder itself counts as an entry too. */
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

    /** Waits until all files are on disk, then names them. Deletes files that only earlier tries named. */
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
        // The sum of the files, not of the bytes moved: an interrupted file moved some bytes twice.
        return new StepReport(files.stream().mapToLong(StagedFile::bytes).sum(), 0, new ArrayList<>(files));
    }

    private void requireNoFolder(String path, ParentFolder to) throws IOException {
        try {
            to.requireNoFolder(Path.of(path).getFileName().toString());
        } catch (ParentFolder.NotRegularException e) {
            throw FileProblems.writing(named(path), e);
        }
    }

    /** Notes all names before the first file gets one. A try after a crash knows its files by these notes only. */
    private void noteNames() throws IOException {
        String lines = whole.entrySet().stream()
                .filter(file -> !named.getOrDefault(file.getKey(), Set.of())
                        .contains(file.getValue().sha256()))
                .map(file -> noteOfName(file.getKey(), file.getValue().sha256()))
                .collect(Collectors.joining("\n"));
        note(lines);
        notes.force(true);
    }

    /** Deletes named files that this try did not bring, unless somebody else has changed them since. */
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

    /** Returns the SHA-256 of the file at this path; empty if no regular file is there. */
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

    /** Returns the paths of all files, grouped by parent folder. */
    private Collection<List<String>> byParent() {
        return files().keySet().stream()
                .collect(Collectors.groupingBy(
                        path -> Path.of(named(path).value()).getParent(), TreeMap::new, Collectors.toList()))
                .values();
    }

    @Override
    public void close() throws IOException {
        try {
            // Pending syncs write nothing, so the close need not wait for a slow disk.
            disk.shutdownNow();
            notes.close();
            hidden.close();
        } finally {
            release.run();
        }
    }
}
