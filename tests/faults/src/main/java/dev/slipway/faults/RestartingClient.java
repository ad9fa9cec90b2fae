package dev.slipway.faults;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A client of a middleware that is killed. When the victim stands at the armed point, it gets SIGKILL and another
 * victim is started. The client then repeats the call that got no answer.
 */
final class RestartingClient implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(180);

    private final ClassPath classPath;
    private final Path places;
    private final Path log;
    private final Map<String, ReportedJob> jobs = new HashMap<>();
    private final Map<Integer, String> answers = new HashMap<>();
    private final Set<String> passed = new LinkedHashSet<>();
    private final List<Duration> starts = new ArrayList<>();
    private Process process;
    private PrintStream commands;
    private boolean ready;
    private boolean stands;
    private int asked;
    private String armed = "";
    private int killsLeft;
    private int kills;
    private Runnable blow = () -> {};
    private boolean blowInstead;

    RestartingClient(ClassPath classPath, Path places, Path log) {
        this.classPath = classPath;
        this.places = places;
        this.log = log;
    }

    /** Starts a first victim, which only leaves its classes to the others. */
    synchronized void warmUp() throws IOException, InterruptedException {
        launch(true);
        waitFor(() -> ready ? Optional.of(true) : Optional.empty(), "the first victim is ready");
        commands.close();
        process.waitFor();
        starts.clear();
    }

    synchronized void start() {
        try {
            do {
                launch(false);
            } while (waitFor(() -> ready ? Optional.of(true) : Optional.empty(), "the victim is ready")
                    .isEmpty());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void launch(boolean makesArchive) throws IOException {
        long begun = System.nanoTime();
        ready = false;
        stands = false;
        answers.clear();
        List<String> arguments = killsLeft > 0 ? List.of(places.toString(), armed) : List.of(places.toString());
        Process started = new ProcessBuilder(classPath.command(makesArchive, arguments))
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        process = started;
        commands = new PrintStream(started.getOutputStream(), true, StandardCharsets.UTF_8);
        Thread reader = new Thread(() -> read(started, begun), "victim-reader");
        reader.setDaemon(true);
        reader.start();
    }

    private void read(Process from, long begun) {
        try (BufferedReader lines = from.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                heard(from, line, begun);
            }
        } catch (IOException e) {
            heard(from, "gone", begun);
        }
    }

    private synchronized void heard(Process from, String line, long begun) {
        if (from != process) {
            return;
        }
        if (line.equals(Victim.READY)) {
            ready = true;
            starts.add(Duration.ofNanos(System.nanoTime() - begun));
        } else if (line.startsWith(KillSwitch.AT)) {
            stands = true;
        } else if (line.startsWith(KillSwitch.PASSED)) {
            passed.add(line.substring(KillSwitch.PASSED.length()));
        } else if (line.startsWith("job ")) {
            noted(line);
        } else if (line.startsWith("= ")) {
            String[] words = line.split(" ", 3);
            answers.put(Integer.parseInt(words[1]), words[2]);
        }
        notifyAll();
    }

    private void noted(String line) {
        ReportedJob now = ReportedJob.of(line);
        jobs.merge(line.split(" ")[1], now, (one, other) -> other.version() >= one.version() ? other : one);
    }

    /** Kills the first {@code times} victims, each when it reaches {@code point}. */
    synchronized void arm(String point, int times) {
        armed = point;
        killsLeft = times;
        kills = 0;
        blow = () -> {};
        ask("arm " + point);
        passed.clear();
    }

    /** At {@code point}, runs {@code blow} against its world and lets the victim go on. */
    synchronized void armAgainstOthers(String point, Runnable blow) {
        arm(point, 1);
        this.blow = blow;
        blowInstead = true;
    }

    /** Kills the victim at {@code point}, and runs {@code blow} against its world before the next victim starts. */
    synchronized void armWithAll(String point, Runnable blow) {
        arm(point, 1);
        this.blow = blow;
    }

    private void strike() {
        stands = false;
        kills++;
        killsLeft--;
        blowInstead = false;
        blow.run();
        commands.println(++asked + " go");
    }

    /** Kills no more; returns how often it killed since {@link #arm}. */
    synchronized int disarm() {
        killsLeft = 0;
        return kills;
    }

    /** Returns the points that were passed since {@link #arm}. */
    synchronized Set<String> passed() {
        return new LinkedHashSet<>(passed);
    }

    synchronized List<Duration> starts() {
        return List.copyOf(starts);
    }

    /** Returns the answer to {@code command}; asks the next victim if this one dies. */
    synchronized String ask(String command) {
        while (true) {
            int number = ++asked;
            commands.println(number + " " + command);
            Optional<String> answer =
                    waitFor(() -> Optional.ofNullable(answers.remove(number)), "an answer to " + command);
            if (answer.isPresent()) {
                return answer.get();
            }
            start();
        }
    }

    /** Repeats a command that may find the store away until its answer is as {@code wanted}; returns that answer. */
    String askUntil(String command, Predicate<String> wanted) {
        String answer = ask(command);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!wanted.test(answer) && System.nanoTime() < deadline) {
            answer = ask(command);
        }
        return answer;
    }

    /** Waits until the job stands as {@code wanted}. */
    synchronized ReportedJob await(String token, String what, Predicate<ReportedJob> wanted) {
        refresh(token);
        while (true) {
            Optional<ReportedJob> seen =
                    waitFor(() -> Optional.of(jobs.get(token)).filter(wanted), what + " of job " + token);
            if (seen.isPresent()) {
                return seen.get();
            }
            start();
            refresh(token);
        }
    }

    private void refresh(String token) {
        noted(askUntil("job " + token, answer -> answer.startsWith("job ")));
    }

    /** Returns where the job stood when a victim reported it last. */
    synchronized Optional<ReportedJob> last(String token) {
        return Optional.ofNullable(jobs.get(token));
    }

    /** Waits for {@code wanted}; returns empty if the victim was killed before. */
    private <T> Optional<T> waitFor(Supplier<Optional<T>> wanted, String what) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            if (stands && blowInstead) {
                strike();
            } else if (stands) {
                kill();
                kills++;
                killsLeft--;
                blow.run();
                return Optional.empty();
            }
            Optional<T> found = wanted.get();
            if (found.isPresent()) {
                return found;
            }
            if (!process.isAlive()) {
                throw new AssertionError("the victim ended by itself, waiting for " + what + "\n" + tail());
            }
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not within " + PATIENCE + ": " + what + ", jobs " + jobs + "\n" + tail());
            }
            try {
                wait(1_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted, waiting for " + what, e);
            }
        }
    }

    /** Sends SIGKILL at once. */
    synchronized void kill() {
        process.destroyForcibly();
        process.onExit().join();
        stands = false;
    }

    /** Kills the victim at once, and starts the next. */
    synchronized void restart() {
        kill();
        start();
    }

    private String tail() {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 40), lines.size()));
        } catch (IOException e) {
            return "no log: " + e.getMessage();
        }
    }

    @Override
    public synchronized void close() {
        if (process != null) {
            kill();
        }
    }
}
