package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how a job's page shows results beyond a distribution and its figures. */
class ResultPagesTest {
    private static Site site;
    private static JobToken bank;
    private static JobToken plain;

    @BeforeAll
    static void start(@TempDir Path folder) {
        site = new Site(folder);
        bank = site.submit(Samples.bank("bank-var"), Site.in(JobState.CLOSED));
        plain = site.submit(Samples.job("equity-desk-var", "var-mc"), Site.in(JobState.CLOSED));
    }

    @AfterAll
    static void stop() {
        site.close();
    }

    @Test
    void series_and_bars_are_drawn_below_the_histogram_and_a_wrong_one_says_why_it_is_not() {
        Page page = page(bank);

        assertThat(page.headings())
                .containsSubsequence("Profit and loss", "Convergence <b>", "trace <i>", "wrong", "by desk");
        Part panel = page.section("Convergence <b>");
        assertThat(panel.headings()).containsExactly("Convergence <b>", "trace <i>", "wrong");
        assertThat(panel.texts("svg.series > title"))
                .as("pictures that are drawn")
                .containsExactly("trace <i>");
        assertThat(panel.notes())
                .singleElement()
                .asString()
                .startsWith("Result wrong cannot be drawn: ")
                .contains("line 2, column \"measure\" is not a number: \"var_mean\"");
        assertThat(panel.texts("svg.series text.name")).containsExactly("Scenarios & more", "VaR <99>");
        assertThat(panel.items()).contains("var <u>");
        assertThat(panel.texts("summary")).containsExactly("Some of its rows");
        assertThat(panel.texts("svg.series path > title")).contains("Expected shortfall, relative to the mean 97.5 %");
        assertThat(page.section("by desk").table().lines())
                .anyMatch(line -> line.startsWith("Rates <b> | ") && line.endsWith(" | 300,000.00 \u2026 320,000.00"));
    }

    @Test
    void a_map_is_drawn_with_a_scale_and_its_cells_are_an_image_of_their_own() {
        Part panel = page(bank).section("Slices <b>");
        assertThat(panel.headings()).containsExactly("Slices <b>", "slice <s>");
        assertThat(panel.texts("svg desc")).containsExactly("Map of 2 rows and 2 columns, with values from -1.5 to 2.");
        List<String> scale = panel.parts("stop").stream()
                .map(stop -> stop.element().attr("stop-color"))
                .toList();
        assertThat(scale).startsWith("#1b1440").endsWith("#fbf08a");
        assertThat(panel.parts("svg image")).singleElement().satisfies(image -> assertThat(
                        image.element().attr("href"))
                .isEqualTo("/ui/jobs/" + bank + "/map?name=slice+%3cs%3e"));
        assertThat(panel.texts("text.name")).containsExactly("y & z", "x <t>");
        assertThat(panel.texts(".help")).singleElement().asString().endsWith("Cells without a value: 1.");
        assertThat(panel.table().texts("td")).containsSequence("-1.5", "2");

        HttpResponse<String> image = site.signedIn("ada").get("/ui/jobs/" + bank + "/map?name=slice+%3Cs%3E");
        assertThat(image.statusCode()).isEqualTo(200);
        assertThat(image.headers().firstValue("Content-Type")).hasValue("image/png");
        assertThat(image.body()).contains("PNG", "IDAT", "IEND");
        for (String none : List.of("by+desk", "pnl", "nothing")) {
            assertThat(site.signedIn("ada")
                            .get("/ui/jobs/" + bank + "/map?name=" + none)
                            .statusCode())
                    .as(none)
                    .isEqualTo(404);
        }
    }

    @Test
    void figures_by_desk_stand_apart_from_those_of_the_bank() {
        Page page = page(bank);

        assertThat(page.section("Risk figures").table().text())
                .contains("511,201.99")
                .doesNotContain("300,100.50");
        List<String> desks = page.section("Risk figures by desk").table().lines();
        assertThat(desks).as("desk by desk for each measure and level").hasSize(6);
        assertThat(desks.get(0)).isEqualTo("Value at risk, relative to the mean over 10 d 99 %");
        assertThat(desks.get(1)).startsWith("Rates <b> | 300,100.50 | ");
        assertThat(desks.get(2)).startsWith("Equity | 250,200.25");
        assertThat(desks.get(3)).isEqualTo("Expected shortfall, relative to the mean over 10 d 99 %");
        assertThat(desks.get(4)).startsWith("Rates <b> | 350,100.50 | ");
        assertThat(desks.get(5)).startsWith("Equity | 280,200.25");
        assertThat(page(plain).headings()).contains("Risk figures").noneMatch(text -> text.contains("by desk"));
    }

    @Test
    void horizons_are_told_where_the_files_have_them() {
        Page page = page(bank);
        Part chart = page.section("Profit and loss");
        assertThat(chart.texts(".help"))
                .singleElement()
                .asString()
                .startsWith("Horizon: 10 d. Scenarios over other horizons are not drawn.")
                .contains("Bars count scenarios, 10,000 in all");
        assertThat(chart.texts("svg text")).containsOnlyOnce("VaR 99");
        assertThat(page.section("Risk figures").table().lines())
                .anyMatch(line -> line.contains(" over 10 d | 99 % | 511,201.99"))
                .anyMatch(line -> line.contains(" over 60 <b> d | 99 % | 911,201.99"))
                .anyMatch(line -> line.startsWith("Value today | "));
        assertThat(page(plain).text()).doesNotContain("Horizon:", "other horizons", "over 10 d");
    }

    private static Page page(JobToken token) {
        return JobPage.open(site.signedIn("ada"), token).page();
    }
}
