package dev.slipway.journeys;

import dev.slipway.demo.BankTemplate;
import dev.slipway.demo.RiskDatabase;
import dev.slipway.demo.TurbulentField;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An installation with a user, ann. She has jobs in many states, and one of each other thing that has a page. */
final class PopulatedInstallation implements AutoCloseable {
    static final String ANN = "ann";
    static final String OPERATOR = "operator";

    private static final String ANNS_PASSWORD = "a stage for every page";
    static final Duration PATIENCE = Duration.ofSeconds(300);

    /** A program that reports progress until its gate is gone. */
    private static final String COUNTING = """
            n=0
            while [ -e "$1" ]; do
              n=$((n + 1))
              echo "batch $n of 400 valued"
              echo "{\\"done\\": $n, \\"of\\": 400, \\"figures\\": {\\"var_mean_99\\": 512000.5, \
            \\"var_mean_99_lower\\": $((512000 - 400000 / (n + 9))),\
             \\"var_mean_99_upper\\": $((513000 + 400000 / (n + 9))),\
             \\"var_mean_97.5\\": 431000.25, \\"es_mean_99\\": 588000.75}}" >> \
            "$SLIPWAY_PROGRESS"
              sleep 1
            done
            """;

    private static final String THREE_TIMES = """
              <sweep:Sweep xmlns:sweep="http://schemas.ogf.org/jsdl/2009/03/sweep"
                  xmlns:sweepfunc="http://schemas.ogf.org/jsdl/2009/03/sweep/functions">
                <sweep:Assignment>
                  <sweep:DocumentNode><sweep:Match>//posix:Argument[2]</sweep:Match></sweep:DocumentNode>
                  <sweepfunc:LoopInteger start="1" end="3"/>
                </sweep:Assignment>
              </sweep:Sweep>
            </jsdl:JobDefinition>""";

    private final Installation installation = Installation.start();
    private final Map<String, String> names = new LinkedHashMap<>();
    private final Path profile;
    private final Path gate;

    PopulatedInstallation() {
        Path password = installation.write("ann.password", ANNS_PASSWORD + "\n");
        profile = installation.write(
                "ann.profile",
                "endpoint=" + installation.url("/services/jobs") + "\nuser=" + ANN + "\nca="
                        + installation.home().resolve("ca.pem") + "\npassword-file=" + password + "\n");
        gate = installation.write("gate", "");
        try {
            prepare(password);
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private void prepare(Path password) {
        names.put("user", ANN);
        installation
                .slipway("user", "add", ANN, "--all", "--password-file", password.toString())
                .answer();
        installation.offer("counting", COUNTING);
        installation.offer("bank-results", BankResults.PROGRAM);
        installation.offer("scenario", "echo \"scenario $2\"; [ \"$2\" != 3 ]\n");
        names.put("done", submit(Documents.mainJob()));
        closed("done");
        names.put("second", submit(Documents.smallJob()));
        closed("second");
        names.put("drawn", submit(BankResults.job("drawn", "1")));
        closed("drawn");
        makeBank();
        makeMarket();
        makeTradingDay();
        makeTurbulence();
        names.put("failed", submit(Documents.bareJob("equity-var-stress", "var-mc", "--scenarios", "none")));
        closed("failed");
        names.put(
                "group",
                submit(Documents.changed(
                        Documents.bareJob("scenarios", "scenario", "--number", "0"),
                        "</jsdl:JobDefinition>",
                        THREE_TIMES)));
        closed("group");
        names.put(
                "running", submit(Documents.on("local", Documents.bareJob("credit-var", "counting", gate.toString()))));
        reached("running", "\"state\":\"RUNNING\"");
        names.put("held", submit(Documents.on("local", Documents.bareJob("overnight", "counting", gate.toString()))));
        slipway("hold", names.get("held")).answer();
        names.put("blocked", submit(Documents.changed(Documents.smallJob(), "source=\"risk\"", "source=\"gone\"")));
        reached("blocked", "\"blocked\":{");
    }

    /**
     * Makes a small bank in the database, the bank's Value-at-Risk at the close, and the template that computes the
     * Value-at-Risk anew from the market of noon.
     */
    private void makeBank() {
        // The job does not run in the partition with slots that another job of the stage holds.
        String document = Documents.on(
                "wide",
                Documents.changed(Documents.bankJob(), ">100000<", ">2000<").replace("100,000", "2,000"));
        try {
            installation
                    .database()
                    .addBank(Documents.bankTables(installation.home().resolveSibling("bank"), 0.001));
            names.put("bank", submit(document));
            closed("bank");
            installation.database().addNoon();
            String run = BankTemplate.make(
                    installation.url(""), installation.home().resolve("ca.pem"), ANN, ANNS_PASSWORD, document);
            names.put("bank-template", run.replaceFirst(".*/([0-9a-z]{32})/run$", "$1"));
        } catch (SQLException e) {
            throw new AssertionError("cannot make the bank", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes orders in the database, and the market that matches them. */
    private void makeMarket() {
        try {
            installation.database().addMarket();
        } catch (SQLException e) {
            throw new AssertionError("cannot make the market", e);
        }
        names.put("market", submit(Documents.on("wide", Documents.marketJob())));
        closed("market");
    }

    /** Makes requests in the database, and the exchange that serves them. */
    private void makeTradingDay() {
        try {
            installation.database().addTradingDay(5_000);
        } catch (SQLException e) {
            throw new AssertionError("cannot make the trading day", e);
        }
        names.put(
                "trading-day",
                submit(Documents.on("wide", Documents.changed(Documents.tradingDay(), "50,000", "5,000"))));
        closed("trading-day");
    }

    /** Makes a turbulent field on the host, and its transform. */
    private void makeTurbulence() {
        try {
            installation.database().addTurbulence();
            new TurbulentField(64).write(installation.hostFolder().resolve("field.npy"));
        } catch (SQLException | IOException e) {
            throw new AssertionError("cannot make the turbulent field", e);
        }
        names.put("turbulence", submit(Documents.on("wide", Documents.smallTurbulence())));
        closed("turbulence");
    }

    /** Runs the bank's template by one press on the page, for all desks or one, under the name {@code thing}. */
    private void runBank(Browser browser, String thing, String desk) {
        browser.open(url("/ui/templates/{bank-template}/run"));
        browser.choose("value.desk", desk).submit("button[value=now]");
        names.put(thing, browser.address().replaceFirst(".*/", ""));
    }

    /**
     * Returns the number that {@code query} finds in the risk database; the query's parameter is the token of the job
     * named {@code thing}.
     */
    double stored(String query, String thing) throws SQLException {
        try (Connection connection = installation.database().connect(RiskDatabase.WRITER);
                PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, name(thing));
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getDouble(1);
            }
        }
    }

    /** Returns what paths call the thing of this name. */
    String name(String thing) {
        return names.get(thing);
    }

    /** Submits another job like the held one, under the name {@code again}. */
    void again() {
        names.put("again", submit(Documents.on("local", Documents.bareJob("again", "counting", gate.toString()))));
    }

    /** Makes what is made by forms, in a browser in which ann has signed in. */
    void furnish(Browser browser) {
        browser.open(url("/ui/drafts"));
        runBank(browser, "noon", "all");
        runBank(browser, "noon-of-bonds", "bonds");
        names.put("draft", made(browser, "/ui/drafts", Map.of("from", "document", "text", Documents.mainJob())));
        names.put(
                "market-draft", made(browser, "/ui/drafts", Map.of("from", "document", "text", Documents.marketJob())));
        names.put("blank", made(browser, "/ui/drafts", Map.of("from", "nothing")));
        names.put("template", made(browser, "/ui/templates", Map.of("from", "draft", "id", name("draft"))));
        browser.open(url("/ui/templates/{template}/edit"));
        browser.type("value", "10000").type("blank", "scenarios").submit("button[value=replace]");
        browser.type("value", "20221228").type("blank", "seed").submit("button[value=replace]");
        browser.submit("button[value=save]").open(url("/ui/templates/{template}/run"));
        names.put(
                "schedule",
                made(
                        browser,
                        "/ui/templates/" + name("template") + "/run",
                        Map.of(
                                "version",
                                browser.element("[name=version]").getDomProperty("value"),
                                "do",
                                "timetable",
                                "days",
                                "SUNDAY",
                                "first",
                                "03:00",
                                "every",
                                "",
                                "zone",
                                "UTC",
                                "value.scenarios",
                                "10000",
                                "value.seed",
                                "20221228")));
        browser.post("/ui/jobs/columns", Map.of("column", "RUN_TIME,REASON"));
        browser.post("/ui/jobs/filters?status=FAILED&", Map.of("called", "Failed"));
        closed("noon");
        closed("noon-of-bonds");
    }

    private static String made(Browser browser, String path, Map<String, String> form) {
        String to = browser.post(path, form);
        String name = to.replaceFirst(".*/([0-9a-z]{32})(/.*)?$", "$1");
        if (name.equals(to)) {
            throw new AssertionError(path + " made nothing of " + form.keySet() + " and led to " + to);
        }
        return name;
    }

    private ShippedCommand slipway(String... arguments) {
        return ShippedCommand.slipway(Map.of("SLIPWAY_PROFILE", profile.toString()), List.of(arguments));
    }

    private String submit(String document) {
        return slipway("submit", installation.write("job.xml", document).toString())
                .answer();
    }

    /**
     * Waits until the job is closed. One program that watches costs less than many that look. The exit status is that
     * of the job, which may have failed.
     */
    private void closed(String name) {
        slipway("watch", names.get(name));
        reached(name, "\"state\":\"CLOSED\"");
    }

    private void reached(String name, String words) {
        Installation.await(name + " says " + words, PATIENCE, () -> slipway("status", names.get(name), "--json")
                .answer()
                .contains(words));
    }

    /** Returns the URL of a path; each {@code {name}} in the path is replaced by the id of the thing with that name. */
    String url(String path) {
        String at = path;
        for (Map.Entry<String, String> name : names.entrySet()) {
            at = at.replace("{" + name.getKey() + "}", name.getValue());
        }
        if (at.contains("{")) {
            throw new AssertionError("there is no such thing on the stage: " + path);
        }
        return installation.url(at);
    }

    String password(String user) {
        if (user.equals(ANN)) {
            return ANNS_PASSWORD;
        }
        try {
            return Files.readString(installation.home().resolve(user + ".password"))
                    .strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            // Runs outlive the service.
            Files.deleteIfExists(gate);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        installation.close();
    }
}
