package dev.slipway.load;

import com.zaxxer.hikari.HikariDataSource;
import dev.slipway.servers.PostgresDatabase;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures the pages of the shipped service with 10,000 jobs in the store, requested by a signed-in operator over TLS.
 * Measures the time of the service for each page, and the bytes that a browser fetches at the first visit.
 */
public final class WebBench {
    private static final double PAGE_GOAL = 100;
    private static final double VIEW_GOAL = 200;
    private static final int KIB = 1024;

    private final Report report;
    private final LiveService service;
    private final FilledStore story;

    /** Holds the measurements of one page. */
    private record Line(String path, List<Double> millis, double kib) {
        double median() {
            return Report.median(millis);
        }
    }

    private WebBench(Report report, LiveService service, FilledStore story) {
        this.report = report;
        this.service = service;
        this.story = story;
    }

    /**
     * Runs {@code [--quick] [--json] [--check] -- COMMAND...}. The command serves the home folder named by
     * {@code SLIPWAY_HOME}.
     */
    @SuppressWarnings("try") // the resource is there to be closed
    public static void main(String[] arguments) throws Exception {
        List<String> words = Arrays.asList(arguments);
        int end = words.indexOf("--");
        Report report = new Report("web", words.subList(0, end).toArray(String[]::new));
        Path home = Path.of(System.getenv("SLIPWAY_HOME"));
        PostgresDatabase database = PostgresDatabase.fresh();
        Path going = settings(home, database);
        try (Closeable ended = () -> end(going, home)) {
            FilledStore story;
            try (HikariDataSource store = DurableStore.pool(database, 10)) {
                story = FilledStore.lived(report, store, home);
            }
            try (LiveService service = LiveService.start(words.subList(end + 1, words.size()), home)) {
                new WebBench(report, service, story).run();
            }
        }
        System.exit(report.end());
    }

    /** Ends the running job, and removes the folders. A failure here does not hide a failure of the benchmark. */
    private static void end(Path going, Path home) throws IOException {
        Files.delete(going);
        try {
            LiveService.awaitLastRun(home);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        TemporaryFolders.delete(home.getParent());
    }

    /**
     * Writes settings with one slot, so that one job runs and all others wait. The running job ends when the returned
     * file is deleted.
     */
    private static Path settings(Path home, PostgresDatabase database) throws IOException {
        Path going = LiveService.waitingProgram(home, "wait");
        Path password = Files.createFile(
                home.resolveSibling("store.password"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(password, database.password() + "\n");
        Files.writeString(home.resolve("slipway.yaml"), """
                        slipway:
                          port: 0
                          partitions: { local: { slots: 1 } }
                          application-folders: [ "%s" ]
                          store: { url: "%s", user: "%s", password-file: "%s" }
                        """.formatted(
                        going.getParent(), database.jdbcUrl(), database.user(), password));
        return going;
    }

    private void run() throws Exception {
        List<String> waiting = waitingJobs();
        try (WebVisitor visitor = new WebVisitor(service)) {
            visitor.signIn("operator", service.operatorPassword());
            Map<String, String> things = new LinkedHashMap<>(story.jobs());
            things.put("waiting", waiting.get(0));
            things.put("user", "operator");
            things.put("draft", draft(visitor));
            things.put("template", template(visitor, waiting.get(0)));
            things.put("shared-template", things.get("template"));
            things.put("schedule", schedule(visitor, things.get("template")));
            List<String> pages = new WebPages(things).of(visitor);
            int jobs = story.count() + waiting.size();
            report.say(jobs + " jobs in the store, " + pages.size() + " pages");
            measure(visitor, pages);
            report.figure("jobs", jobs, "");
        }
    }

    private List<String> waitingJobs() throws Exception {
        List<String> tokens = new ArrayList<>();
        Script submit = new Script(List.of(service.calls().call(Calls.submit(Calls.job("wait")))), "submitResponse");
        try (ClosedLoop loop = new ClosedLoop(() -> service.connection(WebVisitor.PATIENCE), 1)) {
            loop.times(story.count() / 19, submit, answer -> tokens.add(token(answer)));
        }
        return tokens;
    }

    private static String token(HttpAnswer answer) {
        return answer.text().replaceAll("(?s).*<[a-z0-9:]*token>([^<]+)<.*", "$1");
    }

    /** Makes a draft of the demo's job, which has steps of most kinds. */
    private static String draft(WebVisitor visitor) throws IOException {
        String document = Files.readString(Path.of(System.getProperty("slipway.root"), "deploy/demo/equity-var.xml"));
        HttpAnswer answer =
                visitor.post("/ui/drafts", Map.of("from", "document", "text", document), visitor.get("/ui/drafts"));
        return made("draft", "/ui/drafts/([0-9a-z]{32})/.*", answer);
    }

    private static String template(WebVisitor visitor, String job) throws IOException {
        Map<String, String> form = Map.of("from", "job", "token", job);
        HttpAnswer answer = visitor.post("/ui/templates", form, visitor.get("/ui/templates"));
        return made("template", "/ui/templates/([0-9a-z]{32})/.*", answer);
    }

    /** Makes a schedule for Sundays at three, when no measurement runs. */
    private static String schedule(WebVisitor visitor, String template) throws IOException {
        String run = "/ui/templates/" + template + "/run";
        Map<String, String> form = Map.of(
                "do", "timetable", "version", "1", "days", "SUNDAY", "first", "03:00", "every", "", "zone", "UTC");
        return made("schedule", "/ui/schedules/([0-9a-z]{32}).*", visitor.post(run, form, visitor.get(run)));
    }

    private static String made(String kind, String path, HttpAnswer answer) throws IOException {
        Matcher to = Pattern.compile(".*" + path).matcher(answer.header("Location"));
        if (!to.matches()) {
            throw new IOException("no " + kind + " was made: " + answer.head() + answer.text());
        }
        return to.group(1);
    }

    private void measure(WebVisitor visitor, List<String> pages) throws IOException {
        Map<String, List<Double>> millis = new LinkedHashMap<>();
        pages.forEach(page -> millis.put(page, new ArrayList<>()));
        int warming = report.quick() ? 5 : 20;
        int rounds = report.quick() ? 5 : 15;
        // The loop goes over all pages in each round, so that other load of the machine affects all pages alike.
        for (int round = 0; round < warming + rounds; round++) {
            for (String page : pages) {
                double took = timed(visitor, page);
                if (round >= warming) {
                    millis.get(page).add(took);
                }
            }
        }
        List<Line> lines = new ArrayList<>();
        for (String page : pages) {
            lines.add(new Line(page, millis.get(page), visitor.firstView(page) / (double) KIB));
        }
        tell(lines);
    }

    private static double timed(WebVisitor visitor, String page) throws IOException {
        long begun = System.nanoTime();
        HttpAnswer answer = visitor.get(page);
        double took = (System.nanoTime() - begun) / 1e6;
        if (answer.status() != 200) {
            throw new IOException(page + " is answered with " + answer.status());
        }
        return took;
    }

    private void tell(List<Line> lines) {
        report.say(String.format(Locale.ROOT, "%-58s %8s %8s %8s %8s", "page", "ms", "least", "most", "KiB"));
        lines.stream()
                .sorted(Comparator.comparing(Line::median).reversed())
                .forEach(line -> report.say(String.format(
                        Locale.ROOT,
                        "%-58s %8.1f %8.1f %8.1f %8.1f",
                        shortened(line.path()),
                        line.median(),
                        Report.quantile(line.millis(), 0),
                        Report.quantile(line.millis(), 1),
                        line.kib())));
        List<Double> medians = lines.stream().map(Line::median).toList();
        report.atMost("page_ms", Report.median(medians), "ms", PAGE_GOAL);
        report.figure("page_ms_of_the_slowest", Report.quantile(medians, 1), "ms");
        report.figure(
                "page_ms_p99_of_all",
                Report.quantile(
                        lines.stream().flatMap(line -> line.millis().stream()).toList(), 0.99),
                "ms");
        report.atMost(
                "first_view_kb", Report.quantile(lines.stream().map(Line::kib).toList(), 1), "KiB", VIEW_GOAL);
        report.figure("pages", lines.size(), "");
    }

    private static String shortened(String path) {
        return path.replaceAll("[0-9a-z]{32}", "TOKEN");
    }
}
