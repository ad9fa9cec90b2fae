package dev.slipway.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.support.ui.Select;

/** Tests a job that is made by the wizard alone, in a real browser against the shipped service. */
class WizardIT {
    private static final Duration PATIENCE = Duration.ofSeconds(180);
    private static final String POSITIONS = """
            SELECT p.position_id, p.book_id, i.kind, i.symbol, i.option, i.strike,
                   round((i.maturity - date '2022-12-28') / 365.0, 8) AS expiry_years, p.quantity
            FROM risk.position p JOIN risk.instrument i USING (instrument_id)
            WHERE p.book_id = ? ORDER BY p.position_id""";
    private static final String PRICES = """
            SELECT symbol, day, close FROM risk.price
            WHERE symbol = ? AND day BETWEEN date '2020-12-28' AND date '2022-12-28' ORDER BY day""";
    private static final String SYMBOLS = """
            SELECT DISTINCT i.symbol
            FROM risk.position p JOIN risk.instrument i USING (instrument_id) JOIN risk.book b USING (book_id)
            WHERE b.desk = 'Equity' ORDER BY i.symbol""";
    private static final String ARGUMENTS = """
            --positions
            positions.csv.gz
            --prices
            prices.csv.gz
            --curve
            curve.csv
            --scenarios
            10000
            --horizon-days
            10
            --seed
            20221228
            --pnl
            pnl.csv
            --figures
            figures.csv""";

    private final Installation installation = Installation.start();
    private final Browser browser = new Browser();

    @BeforeEach
    void sign_in() {
        signIn("operator", installation.password());
    }

    @AfterEach
    void stop() {
        browser.close();
        installation.close();
    }

    private void signIn(String user, String password) {
        browser.view(1280, false).forget();
        browser.open(installation.url("/login")).type("username", user).type("password", password);
        browser.submit("main button[type=submit]");
        Installation.await("the list of jobs", PATIENCE, () -> browser.address().endsWith("/ui/jobs"));
    }

    /** Kills and starts the service. Drafts outlive that, and so does the session of the page. */
    private void crash() {
        installation.killService();
        installation.startService();
    }

    @Test
    void a_risk_analyst_gets_from_nothing_to_the_histogram_over_a_crash_of_the_service() {
        begin();
        fill("name", "VaR by hand <script>");
        go("next", "application");
        fill("executable", "var-mc");
        fill("arguments", ARGUMENTS);
        go("next", "resources");
        fill("processes", "2");
        fill("wallTime", "10 min");

        String draft = browser.address().replaceAll("/resources.*", "");
        press("check");
        Installation.await(
                "the draft to be kept", PATIENCE, () -> browser.text().contains("This page is complete"));
        crash();
        browser.open(draft + "/resources");
        assertThat(browser.element("[name=wallTime]").getDomProperty("value")).isEqualTo("10 min");
        go("next", "stage-in");

        extract(0, "SELECT book_id, name FROM risk.book WHERE desk = 'Equity' ORDER BY book_id", "books.csv", "1");
        extract(1, SYMBOLS, "symbols.csv", "1");
        curve(2);
        parameterised(3, POSITIONS, "positions.csv.gz", "books.csv", "book_id");
        parameterised(4, PRICES, "prices.csv.gz", "symbols.csv", "symbol");
        go("next", "stage-out");
        result(0, "pnl", "pnl.csv", "pnl-distribution");
        press("check");
        Installation.await("a row for one more", PATIENCE, () -> browser.count("[name='results/1/name']") == 1);
        result(1, "figures", "figures.csv", "risk-figures");
        go("next", "sweep");
        go("next", "review");
        assertThat(browser.text())
                .contains("This job can be submitted", "positions.csv.gz", "var-mc", "--scenarios", "10000", "10 min")
                .contains("no estimate yet: no run of var-mc on", "Kept for download", "figures.csv");
        browser.submit("button[name=save][value=false]");
        Installation.await("the job", PATIENCE, () -> browser.address().contains("/ui/jobs/"));

        String job = browser.address();
        crash();
        browser.open(job);
        Installation.await("the histogram", PATIENCE, () -> browser.count("svg .bars rect") > 20);
        assertThat(browser.text()).contains("VaR by hand <script>", "Value at risk, relative to the mean");
        assertThat(browser.count("svg .marks path")).isGreaterThanOrEqualTo(2);
    }

    @Test
    void wrong_input_is_told_on_the_spot_on_each_page() {
        begin();
        told("name", " ", "the name is missing");
        fill("name", "wrong");
        go("next", "application");
        told("environment", "HOME", "not a variable");
        told("executable", "", "the program is missing");
        fill("environment", "");
        fill("executable", "no-such-program");
        press("next");
        Installation.await(
                "the missing program", PATIENCE, () -> browser.text().contains("no program no-such-program"));
        fill("executable", "var-mc");
        go("next", "resources");
        told("processes", "two", "not a whole number");
        told("wallTime", "soon", "not a span of time");
        fill("processes", "2");
        fill("wallTime", "1 h");
        go("next", "stage-in");

        add("sql-extract", 0);
        choose("steps/0/source", "risk");
        fill("steps/0/statement", "SELECT nothing FROM nowhere");
        told("steps/0/file", "/etc/passwd", "not a file inside the run folder");
        fill("steps/0/file", "x.csv");
        press("try");
        Installation.await(
                "the database's words", PATIENCE, () -> browser.text().contains("relation \"nowhere\" does not exist"));
        fill("steps/0/statement", "SELECT name FROM risk.book ORDER BY name LIMIT 2");
        press("try");
        Installation.await("rows", PATIENCE, () -> browser.count("table.sample tbody tr") == 2);
        press("done");
        at("stage-in");

        aFileThatIsNotThere();
        go("stage-out", "stage-out");
        fill("results/0/name", "pnl");
        press("check");
        Installation.await("the missing file", PATIENCE, () -> browser.text()
                .toLowerCase(Locale.ROOT)
                .contains("the file is missing"));
        go("review", "review");
        assertThat(browser.text()).containsIgnoringCase("not complete yet").containsIgnoringCase("the file is missing");
    }

    private void aFileThatIsNotThere() {
        add("ssh-fetch", 1);
        choose("steps/1/host", "market-data");
        fill("steps/1/remotePath", "/not/there.csv");
        fill("steps/1/file", "there.csv");
        press("try");
        Installation.await(
                "the host's words",
                PATIENCE,
                () -> browser.text().contains("What the place says")
                        && browser.text().contains("/not"));
        press("done");
        at("stage-in");
    }

    @Test
    void two_users_do_not_see_each_others_drafts_and_jobs() {
        Path password = installation.write("ben.password", "a password of ben's\n");
        installation
                .slipway("user", "add", "ben", "--all", "--password-file", password.toString())
                .answer();
        begin();
        fill("name", "a secret of the operator's");
        press("check");
        Installation.await(
                "the draft to be kept", PATIENCE, () -> browser.text().contains("This page is complete"));
        String draft = browser.address();
        String job = installation.submit(Documents.bareJob("operators-own", "var-mc", "--scenarios", "none"));

        signIn("ben", "a password of ben's");
        browser.open(draft);
        assertThat(browser.text()).contains("there is no such draft").doesNotContain("a secret");
        browser.open(installation.url("/ui/drafts"));
        assertThat(browser.text()).contains("You have no drafts").doesNotContain("a secret");
        browser.open(installation.url("/ui/jobs/" + job));
        assertThat(browser.text()).contains("there is no such job").doesNotContain("operators-own");
        browser.open(installation.url("/ui/operations/users"));
        assertThat(browser.text()).contains("There is no such page").doesNotContain("operator");
    }

    private void begin() {
        browser.open(installation.url("/ui/drafts")).submit(".ways form button");
        at("identity");
    }

    private void extract(int number, String statement, String file, String group) {
        add("sql-extract", number);
        String at = "steps/" + number + "/";
        choose(at + "source", "risk");
        fill(at + "statement", statement);
        fill(at + "file", file);
        fill(at + "orderGroup", group);
        press("done");
        at("stage-in");
    }

    private void parameterised(int number, String statement, String file, String rows, String column) {
        add("sql-extract", number);
        String at = "steps/" + number + "/";
        choose(at + "source", "risk");
        fill(at + "statement", statement);
        fill(at + "parameterFile", rows);
        fill(at + "parameterColumns", column);
        fill(at + "file", file);
        fill(at + "orderGroup", "2");
        choose(at + "compression", "bgzf");
        press("done");
        at("stage-in");
    }

    private void curve(int number) {
        add("ssh-fetch", number);
        String at = "steps/" + number + "/";
        choose(at + "host", "market-data");
        fill(at + "remotePath", "/curves/usd.csv");
        fill(at + "file", "curve.csv");
        press("done");
        at("stage-in");
    }

    private void result(int number, String name, String file, String role) {
        Map.of("name", name, "file", file).forEach((field, value) -> fill("results/" + number + "/" + field, value));
        choose("results/" + number + "/role", role);
    }

    private void add(String kind, int number) {
        browser.submit("button[name=kind][value=" + kind + "]");
        at("steps/" + number);
    }

    private void go(String button, String page) {
        press(button);
        at(page);
    }

    /** Presses a button of the open page, and waits for the answer, which is a page in each case. */
    private void press(String button) {
        String stop = button.matches("next|check|done|try|remove") ? ":not(.unseen)" : ".stop";
        browser.submit("#page button[name=go][value=" + button + "]" + stop);
    }

    private void at(String page) {
        Installation.await(
                page,
                PATIENCE,
                () -> browser.address().replaceAll("\\?.*", "").endsWith("/" + page)
                        && "complete".equals(browser.script("return document.readyState")));
    }

    private void fill(String field, String value) {
        WebElement element = browser.element("[name='" + field + "']");
        element.clear();
        element.sendKeys(value);
    }

    private void choose(String field, String value) {
        new Select(browser.element("[name='" + field + "']")).selectByValue(value);
    }

    /** Fills a field and leaves it. The fault must appear beside the field while the page stays open. */
    private void told(String field, String value, String words) {
        fill(field, value);
        String leaving = "document.activeElement.blur();" + "document.querySelector(\"[name='" + field
                + "']\").dispatchEvent(new Event('change', {bubbles: true}))";
        browser.script(leaving);
        Installation.await(
                words, PATIENCE, () -> browser.text("main .field.wrong .fault").contains(words));
    }
}
