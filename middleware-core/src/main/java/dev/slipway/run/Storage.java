package dev.slipway.run;

import dev.slipway.disk.FreeSpace;
import dev.slipway.problem.ByteCount;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The file systems that the service writes to, and the space that must stay free on them. Job data must not use the
 * spare space, which stays available to results and to the service's own database. So a full disk stops new work before
 * it does damage.
 *
 * @param scratch root of the run folders
 * @param results folder of kept results
 * @param looks the looks at the disks
 */
public record Storage(StorageSettings settings, Path scratch, Path results, Looks looks) {

    /**
     * Measures the free space of disks. Free bytes are measured at each call. To measure free entries takes a process,
     * so a measured number is used for a second while plenty of entries are free.
     */
    static final class Looks {
        private static final long USED_NANOS = 1_000_000_000L;
        private static final long PLENTY_TIMES_SPARE = 10;

        private final Map<Path, Look> last = new HashMap<>();

        private record Look(OptionalLong entries, long at) {}

        synchronized FreeSpace at(Path folder, long spareEntries) {
            long now = System.nanoTime();
            Look look = last.get(folder);
            if (look == null
                    || now - look.at() > USED_NANOS
                    || look.entries().orElse(Long.MAX_VALUE) / PLENTY_TIMES_SPARE < spareEntries) {
                FreeSpace free = FreeSpace.of(folder);
                last.put(folder, new Look(free.entries(), now));
                return free;
            }
            return new FreeSpace(folder, folder.toFile().getUsableSpace(), look.entries());
        }
    }

    public Storage(StorageSettings settings, Path scratch, Path results) {
        this(settings, scratch, results, new Looks());
    }

    /** Returns why no job can be let in or launched now; empty if there is room. */
    public Optional<Problem> shortage() {
        return List.of(scratch, results).stream()
                .flatMap(folder -> shortage(folder, settings.spareBytes(), settings.spareEntries()).stream())
                .findFirst()
                .map(words -> Problem.of(ProblemCode.STORAGE_FULL, words));
    }

    /** Returns why no job can be accepted now; empty if there is room, or if the store is on another machine. */
    public Optional<Problem> storeShortage() {
        return settings.store()
                .flatMap(folder -> shortage(folder, settings.spareBytes() / 2, settings.spareEntries() / 2))
                .map(words -> Problem.of(
                        ProblemCode.STORE_FULL,
                        "the service's own database may not have space for one more job: " + words));
    }

    /**
     * Returns the problems of a job that would stage this many bytes now: free space, the limit of a job, the right to
     * write.
     *
     * @param bytes a known size, not a guessed one
     */
    public List<Problem> obstacles(long bytes) {
        List<Problem> obstacles = new ArrayList<>();
        storeShortage().ifPresent(obstacles::add);
        Optional<Problem> shortage = shortage();
        shortage.ifPresent(obstacles::add);
        long room = room();
        if (shortage.isEmpty() && bytes > room) {
            obstacles.add(Problem.of(
                    ProblemCode.STORAGE_FULL,
                    "the files to stage come to " + ByteCount.words(bytes) + ", and the disk of " + scratch
                            + " has room for " + ByteCount.words(room)));
        }
        if (bytes > settings.jobBytes()) {
            obstacles.add(Problem.of(
                    ProblemCode.RUN_QUOTA,
                    "the files to stage come to " + ByteCount.words(bytes) + ", and a job may have "
                            + ByteCount.words(settings.jobBytes())));
        }
        if (!Files.isWritable(scratch)) {
            obstacles.add(Problem.of(ProblemCode.INTERNAL, "the service may not write into the folder of run folders"));
        }
        return obstacles;
    }

    /** Returns a note for {@code bytes} that are only guessed; empty if there is room for them. */
    public Optional<String> tight(long bytes) {
        long most = Math.min(room(), settings.jobBytes());
        return bytes > most
                ? Optional.of("about " + ByteCount.words(bytes) + " to stage, by guesses, and there is room for "
                        + ByteCount.words(most))
                : Optional.empty();
    }

    /** Returns the bytes that may still be staged: the free space without the spare space. */
    private long room() {
        return Math.max(0, scratch.toFile().getUsableSpace() - settings.spareBytes());
    }

    private Optional<String> shortage(Path folder, long spareBytes, long spareEntries) {
        FreeSpace free = looks.at(folder, spareEntries);
        if (free.bytes() < spareBytes) {
            return Optional.of(free.words() + ", and " + ByteCount.words(spareBytes) + " shall stay free");
        }
        return free.entries().orElse(Long.MAX_VALUE) < spareEntries
                ? Optional.of(free.words() + ", and room for " + spareEntries + " files and folders shall stay free")
                : Optional.empty();
    }
}
