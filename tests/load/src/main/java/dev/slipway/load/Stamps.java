package dev.slipway.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The files with the times of the beginning and the end of the benchmark's program. The service's runs and the bare
 * commands' runs start the same program.
 *
 * @param folder the folder of the files, in which every user may write
 * @param program the program
 */
record Stamps(Path folder, Path program) {
    static final String NAME = "stamp";
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final long LOOK_MILLIS = 5;

    /** The first instruction reads the clock. bash needs no other program to do this. */
    private static final String SCRIPT = """
            #!/bin/bash
            begun=$EPOCHREALTIME
            [ -z "${3:-}" ] || sleep "$3"
            printf '%s %s\\n' "$begun" "$EPOCHREALTIME" >"$1${2:-$SLURM_ARRAY_TASK_ID}"
            """;

    /** The times that one run of the program told. */
    record Stamp(Instant begun, Instant ended) {}

    /** Makes the folder and the program below {@code parent}. */
    static Stamps make(Path parent) throws IOException {
        Path folder = Files.createDirectory(parent.resolve("stamps"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path programs = Files.createDirectory(parent.resolve("programs"));
        Files.setPosixFilePermissions(programs, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path program = Files.writeString(programs.resolve(NAME), SCRIPT);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return new Stamps(folder, program);
    }

    /** Returns the first argument of the program: the beginning of the name of the file. */
    String prefix(String name) {
        return folder.resolve(name) + "-";
    }

    /** Waits for the end of the run with this number. */
    Stamp await(String name, int number) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            Optional<Stamp> stamp = read(name, number);
            if (stamp.isPresent()) {
                return stamp.get();
            }
            Thread.sleep(LOOK_MILLIS);
        }
        throw new IllegalStateException("run " + name + "-" + number + " did not end within " + PATIENCE);
    }

    /** Waits for the ends of the runs with the numbers from 1. */
    List<Stamp> awaitAll(String name, int count) throws InterruptedException {
        List<Stamp> all = new ArrayList<>();
        for (int number = 1; number <= count; number++) {
            all.add(await(name, number));
        }
        return all;
    }

    /** Returns the times of a run; empty before its end. */
    Optional<Stamp> read(String name, int number) {
        try {
            String text = Files.readString(Path.of(prefix(name) + number));
            if (!text.endsWith("\n")) {
                return Optional.empty();
            }
            String[] words = text.strip().split(" ");
            return Optional.of(new Stamp(instant(words[0]), instant(words[1])));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Instant instant(String seconds) {
        return Instant.EPOCH.plusNanos(new BigDecimal(seconds).movePointRight(9).longValueExact());
    }
}
