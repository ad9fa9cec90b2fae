package dev.slipway.faults;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Finds the faults of a closed job: effects that were lost, done twice, half done or left over. */
final class ClosedJobCheck {
    private static final Duration LAST_BREATH = Duration.ofSeconds(60);
    private static final long REPORT_BYTES = report();

    private final Lane lane;
    private final ExpectedEnd expected;
    private final List<String> wrong = new ArrayList<>();

    private ClosedJobCheck(Lane lane, ExpectedEnd expected) {
        this.lane = lane;
        this.expected = expected;
    }

    /** Returns one line for each finding; no line if the job ended once and as it should. */
    static List<String> on(Lane lane, ExpectedEnd expected) throws IOException, SQLException {
        ClosedJobCheck verdict = new ClosedJobCheck(lane, expected);
        verdict.journal();
        verdict.run();
        verdict.rows();
        verdict.delivered();
        verdict.kept();
        verdict.leftovers();
        verdict.processes();
        return verdict.wrong;
    }

    private void require(boolean right, String otherwise) {
        if (!right) {
            wrong.add(otherwise);
        }
    }

    private void journal() {
        String token = expected.token();
        ReportedJob reported = lane.client.await(token, "an answer", any -> true);
        require(reported.state().equals("CLOSED"), "it is " + reported.state());
        require(
                reported.outcome().equals(expected.outcome()),
                "outcome " + reported.outcome() + " " + reported.problem());
        require(reported.problem().equals(expected.problem()), "problem " + reported.problem());
        require(!reported.blocked(), "it is blocked");
        require(lane.client.ask("status " + token).equals("CLOSED"), "its token does not answer");
        String findings = lane.client.ask("verify " + token);
        require(findings.equals("[]"), "verify: " + findings);
        List<String> events = Arrays.asList(lane.client.ask("events " + token).split(","));
        for (String once : List.of("ACCEPTED", "STAGED_OUT", "RESULTS_KEPT", "CLEANED", "RUN_ENDED", "FAILED")) {
            require(count(events, once) <= 1, once + " " + count(events, once) + " times: " + events);
        }
        require(count(events, "LAUNCH_INTENDED") <= 1, "launched again: " + events);
        require(count(events, "CLEANED") == 1, "not cleaned: " + events);
    }

    private static long count(List<String> events, String kind) {
        return events.stream().filter(kind::equals).count();
    }

    private void run() throws IOException {
        long runs = Files.readAllLines(lane.runs.resolve("log")).stream()
                .filter(expected.token()::equals)
                .count();
        require(runs == expected.runs(), "ran " + runs + " times, not " + expected.runs());
        Path found = lane.runs.resolve(expected.token());
        if (Files.exists(found)) {
            List<String> temporary = Files.readAllLines(found).stream()
                    .filter(name -> name.startsWith(".slipway"))
                    .toList();
            require(temporary.isEmpty(), "its program found temporary files " + temporary);
        }
    }

    private void rows() throws SQLException {
        try (Connection source = lane.source.dataSource().getConnection();
                Connection ledger = lane.ledger.connect()) {
            rows(source, "sink", expected.stored());
            rows(source, lane.gateOut(), false);
            rows(ledger, "sink", expected.booked());
        }
    }

    private void rows(Connection connection, String table, boolean stored) throws SQLException {
        try (PreparedStatement ask = connection.prepareStatement(
                "SELECT count(*), count(DISTINCT n), coalesce(sum(v), 0) FROM " + table + " WHERE job = ?")) {
            ask.setString(1, expected.token());
            try (ResultSet answer = ask.executeQuery()) {
                answer.next();
                String rows = answer.getLong(1) + "/" + answer.getLong(2) + "/" + answer.getLong(3);
                require(rows.equals(wanted(stored)), table + " has rows/distinct/sum " + rows);
            }
        }
    }

    private static String wanted(boolean stored) {
        long rows = CrashJobs.ROWS;
        return stored ? rows + "/" + rows + "/" + rows * (rows + 1) * (2 * rows + 1) / 6 : "0/0/0";
    }

    private void delivered() throws IOException {
        Set<String> there = names(lane.remote).stream()
                .filter(name -> name.startsWith(expected.sid() + "-"))
                .map(name -> name.substring(expected.sid().length() + 1))
                .collect(Collectors.toCollection(TreeSet::new));
        require(there.equals(new TreeSet<>(expected.delivered())), "delivered " + there);
        if (there.contains("report.csv")) {
            long bytes = Files.size(lane.remote.resolve(expected.sid() + "-report.csv"));
            require(bytes == REPORT_BYTES, "the report on the host has " + bytes + " bytes, not " + REPORT_BYTES);
        }
    }

    private static long report() {
        long bytes = 0;
        for (int line = 1; line <= 9000; line++) {
            bytes += ("line " + line + " of a report\n").length();
        }
        return bytes;
    }

    private void kept() throws IOException {
        Path folder = lane.folder.resolve("results").resolve(expected.token());
        Set<String> files = Files.isDirectory(folder) ? new TreeSet<>(names(folder)) : new TreeSet<>();
        long results = files.stream().filter(name -> name.startsWith("result-")).count();
        require(results == expected.results().size(), "kept " + files);
        require(files.stream().noneMatch(name -> name.endsWith(".part")), "half-kept: " + files);
    }

    private void leftovers() throws IOException {
        Path scratch = lane.folder.resolve("scratch").resolve(expected.token());
        require(!Files.exists(scratch), "its run folder is still there");
        Set<String> hidden = names(lane.remote).stream()
                .filter(name -> name.contains(expected.token()))
                .collect(Collectors.toSet());
        require(hidden.isEmpty(), "left on the host: " + hidden);
    }

    private static List<String> names(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    /** Looks for processes of the job. A guard may still be ending when its record is read. */
    private void processes() throws IOException {
        long deadline = System.nanoTime() + LAST_BREATH.toNanos();
        List<String> left = marked(expected.token());
        while (!left.isEmpty() && System.nanoTime() < deadline) {
            Thread.onSpinWait();
            left = marked(expected.token());
        }
        require(left.isEmpty(), "orphans: " + left);
    }

    /** Returns the processes with the token in their environment or command line. */
    static List<String> marked(String token) throws IOException {
        List<String> found = new ArrayList<>();
        for (String pid : names(Path.of("/proc"))) {
            if (Character.isDigit(pid.charAt(0))) {
                String command = read(Path.of("/proc", pid, "cmdline"));
                if (command.contains(token)
                        || read(Path.of("/proc", pid, "environ")).contains(token)) {
                    found.add(pid + " " + command.replace('\0', ' '));
                }
            }
        }
        return found;
    }

    private static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            // The process has ended meanwhile, or belongs to another user.
            return "";
        }
    }
}
