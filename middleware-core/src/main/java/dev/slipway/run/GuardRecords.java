package dev.slipway.run;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the records of a guard. The guard of a run on a cluster runs as the user of the run, who can change the
 * records. So no link is followed, and no more is read than a guard writes.
 */
public final class GuardRecords {
    /** The exit status of a guard that found no space for records, and started no program. */
    public static final int FULL = 5;

    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /** A record is a page at most. */
    private static final int MOST_BYTES = 64 << 10;

    private GuardRecords() {}

    /** Returns whether a guard has claimed the run, or whether a kill has claimed it before any guard. */
    public static boolean claimed(Path records) {
        return Files.exists(records.resolve("claim"), LinkOption.NOFOLLOW_LINKS);
    }

    /** Returns whether the record of the run's end exists, with a single check of the file system. */
    public static boolean hasEnded(Path records) {
        return Files.exists(records.resolve("ended.json"), LinkOption.NOFOLLOW_LINKS);
    }

    /** Returns whether a guard has started the program of the run, or was about to start the program. */
    public static boolean hasStarted(Path records) {
        return Files.exists(records.resolve("started.json"), LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Returns whether the guards of an ended run on another host have recorded their ends. False leaves the question
     * open: that host may have no guard, or the record of its guard is not visible here yet.
     *
     * @param machine the host's own name
     * @param records the folder of the records on the run's first host
     */
    public static boolean endedOn(String machine, Path records) {
        Path hosts = records.resolve("hosts");
        if (!Files.isDirectory(hosts, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (Stream<Path> all = Files.list(hosts)) {
            List<Path> own = all.filter(one -> isOf(machine, one.getFileName().toString()))
                    .toList();
            return !own.isEmpty() && own.stream().allMatch(one -> hasEnded(one) && survivors(one) == 0);
        } catch (IOException e) {
            throw new ProblemException(
                    new Problem(ProblemCode.INTERNAL, "cannot list the guards in " + hosts, e.toString()), e);
        }
    }

    private static boolean isOf(String machine, String folder) {
        int dot = folder.lastIndexOf('.');
        return dot > 0 && folder.substring(0, dot).equals(machine);
    }

    /**
     * Returns whether the guard that the claim names is alive, by the guard's own rule: the machine has not restarted
     * since, and the process of this number has the start time in the claim. False leaves the question open, because
     * the claim may not name its guard yet.
     */
    static boolean guardAlive(Path records) {
        try {
            JsonNode claim = MAPPER.readTree(Files.readString(records.resolve("claim")));
            String boot = Files.readString(BOOT_ID).strip();
            return boot.equals(claim.path("boot_id").asString(""))
                    && started(claim.path("guard_pid").asLong())
                            == claim.path("guard_start").asLong(-1);
        } catch (IOException | JacksonException e) {
            return false;
        }
    }

    /**
     * Reads field 22 of /proc/PID/stat, in clock ticks after the machine's start; the name, in brackets, may hold any
     * characters.
     */
    private static long started(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
        String[] afterName = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return Long.parseLong(afterName[19]);
    }

    /** Returns how the run in {@code folder} ended; empty before its end. */
    public static Optional<RunSighting.Ended> ended(Path records, RunFolder folder) {
        Optional<JsonNode> ended = read(records, "ended.json");
        if (ended.isEmpty()) {
            return Optional.empty();
        }
        JsonNode end = ended.get();
        Instant at = time(end, "ended_ms");
        Instant started = read(records, "started.json")
                .map(start -> time(start, "started_ms"))
                .orElse(at);
        RunReport report = new RunReport(
                end.path("exit_status").asInt(),
                end.path("signal").asInt(),
                end.path("reason").asString("exited"),
                started,
                at,
                end.path("user_s").asDouble(),
                end.path("system_s").asDouble(),
                end.path("max_rss_bytes").asLong());
        Optional<String> error =
                Optional.ofNullable(end.path("error").asString(null)).filter(text -> !text.isBlank());
        return Optional.of(new RunSighting.Ended(report, error, ProgressFile.read(folder.tmp(), RunFolder.PROGRESS)));
    }

    /**
     * Returns a time of a record, limited to the years 1970 to 9999. The user of a run on a cluster can write any
     * number into a record, and the difference of two such times would not fit into a long.
     */
    private static Instant time(JsonNode record, String field) {
        long millis = record.path(field).asLong();
        return Instant.ofEpochMilli(Math.max(0, Math.min(LATEST.toEpochMilli(), millis)));
    }

    /** Returns the number of processes of an ended run that the guard could not end in time. */
    static int survivors(Path records) {
        return read(records, "ended.json")
                .map(end -> end.path("survivors").asInt())
                .orElse(0);
    }

    static JsonNode parse(String json) {
        return MAPPER.readTree(json);
    }

    private static Optional<JsonNode> read(Path records, String name) {
        try {
            byte[] text = OutputTail.bytes(records, Path.of(name), MOST_BYTES);
            return Optional.of(MAPPER.readTree(text));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | JacksonException e) {
            throw new ProblemException(
                    new Problem(
                            ProblemCode.INTERNAL,
                            "cannot read the guard's record " + records.resolve(name),
                            e.getClass().getSimpleName()),
                    e);
        }
    }
}
