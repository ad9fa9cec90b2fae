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
        String page = page(bank);

        assertThat(page)
                .containsSubsequence(
                        "id=\"chart-title\"",
                        "<h2>Convergence &lt;b&gt;</h2>",
                        "<h3>trace &lt;i&gt;</h3>",
                        "series-title-1",
                        "<h3>wrong</h3>",
                        "Result wrong cannot be drawn:",
                        "line 2, column &#034;measure&#034; is not a number: &#034;var_mean&#034;",
                        "<h2>by desk</h2>",
                        "Rates &lt;b&gt;",
                        "300,000.00 \u2026 320,000.00");
        assertThat(page)
                .contains("Scenarios &amp; more", "VaR &lt;99&gt;", "var &lt;u&gt;", "Some of its rows")
                .contains("<title>Expected shortfall, relative to the mean 97.5 %</title>");
        assertThat(page).doesNotContain("<u>", "<i>", "<99>", "???", "NaN").doesNotContain("series-title-2");
    }

    @Test
    void a_map_is_drawn_with_a_scale_and_its_cells_are_an_image_of_their_own() {
        assertThat(page(bank))
                .containsSubsequence(
                        "<h2>Slices &lt;b&gt;</h2>",
                        "<h3>slice &lt;s&gt;</h3>",
                        "Map of 2 rows and 2 columns, with values from -1.5 to 2.",
                        "<stop offset=\"0%\" stop-color=\"#1b1440\"",
                        "<stop offset=\"100%\" stop-color=\"#fbf08a\"",
                        "<image href=\"/ui/jobs/" + bank + "/map?name=slice+%3cs%3e\"",
                        "y &amp; z</text>",
                        "x &lt;t&gt;</text>",
                        "Cells without a value: 1.",
                        "<td class=\"number\">-1.5</td><td class=\"number\">2</td>");

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
        String page = page(bank);

        assertThat(page)
                .as("desk by desk for each measure and level")
                .containsSubsequence(
                        "Risk figures</h2>",
                        "511,201.99",
                        "Risk figures by desk</h2>",
                        "scope=\"rowgroup\">",
                        "Value at risk, relative to the mean",
                        "99 %</span>",
                        "Rates &lt;b&gt;</th>",
                        "300,100.50",
                        "Equity</th>",
                        "250,200.25",
                        "scope=\"rowgroup\">",
                        "Expected shortfall, relative to the mean",
                        "99 %</span>",
                        "Rates &lt;b&gt;</th>",
                        "350,100.50",
                        "Equity</th>",
                        "280,200.25");
        assertThat(page(plain)).contains("Risk figures</h2>").doesNotContain("by desk");
    }

    @Test
    void horizons_are_told_where_the_files_have_them() {
        assertThat(page(bank))
                .containsSubsequence(
                        "class=\"chart\"",
                        "Horizon: 10 d.",
                        "There are scenarios over other horizons, too",
                        "Bars count scenarios, 10,000 in all",
                        "Risk figures</h2>",
                        "over 10 d</span>",
                        "511,201.99",
                        "over 60 &lt;b&gt; d</span>",
                        "911,201.99",
                        "Value today",
                        "Risk figures by desk</h2>",
                        "Value at risk, relative to the mean",
                        "over 10 d</span>")
                .doesNotContain("60 <b>")
                .containsOnlyOnce("VaR 99</text>");
        assertThat(page(plain)).doesNotContain("Horizon:", "other horizons", "over 10 d");
    }

    private static String page(JobToken token) {
        return site.signedIn("ada").get("/ui/jobs/" + token).body();
    }
}
