package dev.slipway.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openqa.selenium.Keys;

/** Tests every page for users who see badly, have no mouse, or hold a phone. */
class PagesIT extends PageVisits {
    static Stream<SitePage> pages() {
        return SitePage.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void axe_finds_nothing(SitePage page) {
        open(page);
        List<String> found = new ArrayList<>();
        found(found, "wide, light", Axe.violations(browser.view(DESK, false)));
        found(found, "wide, dark", Axe.colours(browser.view(DESK, true)));
        found(found, "narrow, light", Axe.colours(browser.view(PHONE, false)));
        found(found, "narrow, dark", Axe.violations(browser.view(PHONE, true)));

        assertThat(found).as("%s", String.join("\n", found)).isEmpty();
    }

    private static void found(List<String> all, String view, List<String> violations) {
        violations.forEach(violation -> all.add(view + ": " + violation));
    }

    /** Proves that the checks find faults; otherwise the tests of this class would be worthless. */
    @Test
    void what_is_wrong_is_found() {
        open(SitePage.ALL.get(1));
        browser.script("""
                const wrong = document.createElement('form');
                wrong.innerHTML = '<input type="text" name="unlabelled"><p class="pale">pale</p>'
                  + '<button type="button" tabindex="-1">unreachable</button><button type="button" \
                class="bare">bare</button>';
                document.querySelector('main').append(wrong);
                wrong.querySelector('.pale').style.color = '#ccc';
                wrong.querySelector('.bare').style.outline = 'none';
                wrong.style.width = '2000px';
                const narrow = document.createElement('div');
                narrow.innerHTML = '<p class="narrow">unbreakable-words-in-a-narrow-box</p>'
                  + '<p class="low">words<br>that<br>need<br>more<br>lines</p>'
                  + '<p class="cut">words_that_are_cut_off_inside_of_their_box</p>'
                  + '<svg width="40" height="20"><text y="15">a long label</text></svg>';
                document.querySelector('main').append(narrow);
                narrow.querySelector('.narrow').style.width = '60px';
                narrow.querySelector('.low').style.height = '20px';
                narrow.querySelector('.cut').style.cssText = 'width: 60px; overflow: hidden';
                """);

        assertThat(Axe.colours(browser)).singleElement().asString().startsWith("color-contrast: ");
        assertThat(Axe.violations(browser))
                .anyMatch(violation -> violation.startsWith("label: "))
                .anyMatch(violation -> violation.startsWith("color-contrast: "));
        assertThat(new Keyboard(browser).faults())
                .anyMatch(fault -> fault.startsWith("not reached: ") && fault.contains("unreachable"))
                .anyMatch(fault -> fault.startsWith("no visible focus: ") && fault.contains("bare"));
        assertThat(Boxes.overflows(browser))
                .anyMatch(text -> text.startsWith("unbreakable-words") && text.endsWith("right of p.narrow"))
                .anyMatch(text -> text.startsWith("lines: below of p.low"))
                .anyMatch(text -> text.contains("cut inside of p.cut"))
                .anyMatch(text -> text.startsWith("a long label: right of svg"));
        assertThat(browser.view(PHONE, false).scrollsSideways()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void all_text_stays_in_its_box_and_a_phone_does_not_scroll_sideways(SitePage page) {
        open(page);

        for (int width : new int[] {DESK, PHONE}) {
            assertThat(Boxes.overflows(browser.view(width, false)))
                    .as("%s, %d wide", page.path(), width)
                    .isEmpty();
        }
        assertThat(browser.scrollsSideways()).isFalse();
        assertThat(browser.script("return [...document.querySelectorAll('td p + p')].filter(note =>"
                        + " note.getBoundingClientRect().left"
                        + " !== note.previousElementSibling.getBoundingClientRect().left).map(note =>"
                        + " note.textContent)"))
                .as("notes of a row that stand beside others, not below them")
                .isEqualTo(List.of());
    }

    @ParameterizedTest
    @MethodSource("pages")
    void tab_leads_to_every_control_and_shows_where_it_is(SitePage page) {
        open(page);

        List<String> faults = new Keyboard(browser).faults();

        assertThat(faults).as("%s", String.join("\n", faults)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void the_first_stop_leads_past_the_navigation(SitePage page) {
        open(page);

        browser.unfocus().press(Keys.TAB);
        assertThat(browser.script("const at = document.activeElement.getBoundingClientRect();"
                        + " return document.activeElement.className + ' ' + (at.left >= 0)"))
                .isEqualTo("skip true");

        browser.press(Keys.ENTER).press(Keys.TAB);
        assertThat(browser.script("const at = document.activeElement;"
                        + " return at === document.body || document.querySelector('main').contains(at)"))
                .isEqualTo(true);
    }

    @Test
    void the_graph_of_a_stream_application_tells_what_went_through_it_in_words_that_stand_apart() {
        open(new SitePage("", "/ui/jobs/{market}", PopulatedInstallation.ANN, "", ""));

        browser.script("document.querySelector('#part-graph-tables details').open = true");
        assertThat(browser.rows("#part-graph-tables tbody tr"))
                .as("each order goes to engine and store, and each event on to the store")
                .anySatisfy(row -> assertThat(row).startsWith("generator", "engine, store", "duplicated", "50,000"))
                .anySatisfy(row -> assertThat(row).startsWith("confirmation", "generator", "feedback"))
                .anySatisfy(row -> assertThat(row).startsWith("engine", "one process", "ended", "50,000"));
        assertThat(browser.script("return document.querySelectorAll('svg.graph .kernel.ended').length"))
                .isEqualTo(4L);
        for (int width : new int[] {DESK, PHONE}) {
            assertThat((List<?>) browser.view(width, false).script("""
                            const words = [...document.querySelectorAll('svg.graph text')];
                            const areas = words.map(word => word.getBoundingClientRect());
                            const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top + 2 < b.bottom && \
                            b.top + 2 < a.bottom;
                            return words.flatMap((word, i) => words.slice(0, i).filter((other, k) => \
                            overlap(areas[i], areas[k]))
                                .map(other => word.textContent + ' over ' + other.textContent));
                            """))
                    .as("%d wide", width)
                    .isEqualTo(List.of());
        }
    }

    /** Compares runs on one draw of the market. Other desks in the run must not change a desk's figures. */
    @Test
    void a_run_of_one_desk_has_the_figures_that_the_desk_has_in_the_banks_run() {
        open(new SitePage("", "/ui/compare?a={noon}&b={noon-of-bonds}", PopulatedInstallation.ANN, "", ""));

        List<List<String>> rows = browser.rows(".desks tbody tr:not(.group)");

        assertThat(rows)
                .filteredOn(row -> !row.get(2).isEmpty())
                .allSatisfy(row -> assertThat(row).first().isEqualTo("bonds"));
        assertThat(rows)
                .filteredOn(row -> row.get(0).equals("bonds"))
                .hasSizeGreaterThan(4)
                .allSatisfy(row -> {
                    assertThat(row.get(1)).isNotEmpty().isEqualTo(row.get(2));
                    assertThat(row.get(3)).isEqualTo("0");
                });
        assertThat(browser.text(".desks .group").lines())
                .contains(
                        "Value at risk, relative to the mean over 10 d 95 %",
                        "Value at risk, relative to the mean over 10 d 99 %",
                        "Expected shortfall, relative to the mean over 10 d 99 %");
    }

    @Test
    void new_market_data_move_each_desk_of_the_bank() {
        open(new SitePage("", "/ui/compare?a={bank}&b={noon}", PopulatedInstallation.ANN, "", ""));

        assertThat(browser.rows(".desks tbody:nth-of-type(2) tr:not(.group)"))
                .hasSize(12)
                .allSatisfy(row -> assertThat(row.get(3)).matches("[+-][0-9,]+\\.[0-9]+"));
        assertThat(browser.text()).contains("holdings-bonds.csv");
    }

    @Test
    void the_contributions_of_desks_and_those_of_factors_add_up_to_the_banks_value_at_risk() throws SQLException {
        open(new SitePage("", "/ui/jobs/{bank}", PopulatedInstallation.ANN, "", ""));
        List<List<String>> groups = browser.rows(".beams .group");
        List<List<String>> rows = browser.rows(".beams tbody tr:not(.group)");
        double var = amount(browser.rows(".stack tbody tr").stream()
                .filter(row -> row.get(0).startsWith("Value at risk, relative to the mean")
                        && row.get(1).equals("95 %"))
                .findFirst()
                .orElseThrow()
                .get(2));

        assertThat(groups)
                .extracting(group -> group.get(0).toLowerCase(Locale.ROOT))
                .containsExactly(
                        "desk 95 % over 10 d",
                        "factor 95 % over 10 d",
                        "rest 95 % over 10 d",
                        "desk 99 % over 10 d",
                        "factor 99 % over 10 d",
                        "rest 99 % over 10 d");
        assertThat(rows).hasSize(2 * (12 + 15 + 1 + 1));
        assertThat(sum(rows.subList(0, 12))).isCloseTo(var, Percentage.withPercentage(1e-4));
        assertThat(sum(rows.subList(12, 29))).isCloseTo(var, Percentage.withPercentage(1e-4));
        assertThat(browser.text(".legend.lines").lines())
                .contains("Value at risk, relative to the mean 99 %", "Expected shortfall, relative to the mean 95 %");
        assertThat(populated.stored(
                        "SELECT sum(value) FROM risk.bank_contribution"
                                + " WHERE job = ? AND kind = 'desk' AND level = 0.95",
                        "bank"))
                .isCloseTo(var, Percentage.withPercentage(1e-4));
    }

    @Test
    void the_worst_scenarios_of_the_bank_are_stored() throws SQLException {
        double worst = populated.stored(
                "SELECT change FROM risk.bank_tail WHERE job = ? AND place = 1 AND kind = 'bank'", "bank");

        assertThat(worst)
                .isEqualTo(populated.stored(
                        "SELECT min(pnl) FROM (SELECT sum(pnl) AS pnl FROM risk.desk_pnl WHERE job = ?"
                                + " GROUP BY scenario) s",
                        "bank"));
        assertThat(populated.stored("SELECT count(DISTINCT place) FROM risk.bank_tail WHERE job = ?", "bank"))
                .isEqualTo(10);
    }

    @Test
    void a_transform_out_of_memory_has_its_spectrum_as_a_curve_and_a_slice_as_a_map() throws SQLException {
        open(new SitePage("", "/ui/jobs/{turbulence}", PopulatedInstallation.ANN, "", ""));

        assertThat(browser.count("svg.chart.series .lines path")).isEqualTo(1);
        Object picture = browser.script("""
                const request = new XMLHttpRequest();
                request.open('GET', document.querySelector('svg.chart.map image').href.baseVal, false);
                request.send();
                return request.status + ' ' + request.getResponseHeader('Content-Type');""");
        assertThat(picture).isEqualTo("200 image/png");
        assertThat(populated.stored("SELECT count(*) FROM turbulence.spectrum WHERE job = ?", "turbulence"))
                .isEqualTo(56);
        assertThat(populated.stored("SELECT count(DISTINCT client) FROM turbulence.phase WHERE job = ?", "turbulence"))
                .isEqualTo(2);
        assertThat(populated.stored(
                        "SELECT value::float FROM turbulence.summary WHERE job = ? AND name = 'roundtrip_e16'",
                        "turbulence"))
                .isBetween(0.01, 20.0);
    }

    /** Returns the sum of the bars of these rows. */
    private static double sum(List<List<String>> rows) {
        return rows.stream().mapToDouble(row -> amount(row.get(2))).sum();
    }

    private static double amount(String cell) {
        return Double.parseDouble(cell.replace(",", ""));
    }

    @Test
    void a_job_is_found_and_ended_without_a_mouse() {
        browser.view(DESK, false).forget().open(populated.url("/login"));
        signedIn = PopulatedInstallation.ANN;
        browser.press(PopulatedInstallation.ANN, Keys.TAB, populated.password(PopulatedInstallation.ANN));
        browser.follow(() -> browser.press(Keys.ENTER));
        assertThat(browser.address()).endsWith("/ui/jobs");

        populated.again();
        browser.open(populated.url("/ui/jobs"));
        tabTo("a[href$=\"" + populated.name("again") + "\"]");
        browser.follow(() -> browser.press(Keys.ENTER));
        assertThat(browser.address()).endsWith(populated.name("again"));

        // Opening another page before the answer arrives would cancel the press.
        tabTo(".confirm > summary").press(Keys.SPACE).press(Keys.TAB);
        browser.follow(() -> browser.press(Keys.ENTER));
        assertThat(browser.address()).endsWith(populated.name("again"));
        Installation.await("the job says that it was cancelled", PopulatedInstallation.PATIENCE, () -> {
            browser.open(browser.address());
            return browser.text("main .badge").startsWith("Cancelled");
        });
    }

    private static Browser tabTo(String css) {
        for (int press = 0; press < 200; press++) {
            browser.press(Keys.TAB);
            if ((Boolean) browser.script("return document.activeElement.matches('" + css + "')")) {
                return browser;
            }
        }
        throw new AssertionError("Tab does not lead to " + css);
    }
}
