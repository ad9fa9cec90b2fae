package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how users order, search and lay out their list of jobs, and the filters that they keep. */
class ListChoicesTest {
    private static final String SEARCH = "Name, program, template or token";
    private static Site site;
    private static JobToken alpha;
    private static JobToken beta;
    private static JobToken gamma;

    @BeforeAll
    static void start(@TempDir Path folder) {
        site = new Site(folder);
        alpha = site.submit(Samples.job("Alpha", "var-mc", "strict"), Site.in(JobState.CLOSED));
        gamma = site.submit(
                Samples.noted("gamma", "endless", "[template Desk <b> of ada, version 2: book=a, day=today]"),
                Site.in(JobState.RUNNING));
        beta = site.submit(Samples.job("beta", "other <p>"), Site.in(JobState.CLOSED));
    }

    @AfterAll
    static void stop() {
        site.close();
    }

    private static JobListPage list(String user, String query) {
        return JobListPage.open(site.visitorOf(user), query);
    }

    /** Follows the head of a column. */
    private static JobListPage by(JobListPage list, String column) {
        String link = list.jobs().link(column);
        return list("ada", link.substring("/ui/jobs".length()));
    }

    @Test
    void the_head_of_a_column_orders_the_list_and_a_second_time_turns_it_round() {
        JobListPage usual = list("ada", "");
        assertThat(usual.jobs().names()).containsExactly("beta", "gamma", "Alpha");
        assertThat(usual.sorted()).containsExactly("Accepted descending");

        JobListPage byName = by(usual, "Job");
        assertThat(byName.jobs().names()).containsExactly("Alpha", "beta", "gamma");
        assertThat(byName.sorted()).containsExactly("Job ascending");
        assertThat(byName.page().field("Order").value()).isEqualTo("name");
        assertThat(byName.page().links()).contains("/ui/jobs?status=FAILED&sort=name&page=1");
        assertThat(byName.page().marks("data-live")).containsExactly("/ui/jobs/rows?sort=name&page=1");
        JobListPage turned = by(byName, "Job");
        assertThat(turned.jobs().names()).containsExactly("gamma", "beta", "Alpha");
        assertThat(turned.sorted()).containsExactly("Job descending");
        assertThat(by(turned, "Accepted").sorted()).containsExactly("Accepted descending");
        assertThat(by(usual, "Accepted").jobs().names()).containsExactly("Alpha", "gamma", "beta");
    }

    @Test
    void an_order_that_there_is_not_is_said_at_its_field() {
        Page page = list("ada", "?sort=colour").page();

        assertThat(page.field("Order").wrong()).isEqualTo("Choose one from the list.");
        assertThat(page.captions()).isEmpty();
    }

    @Test
    void a_text_finds_names_programs_templates_and_the_beginning_of_a_token() {
        assertThat(list("ada", "?text=ALP").jobs().names()).containsExactly("Alpha");
        assertThat(list("ada", "?text=other").jobs().names()).containsExactly("beta");
        assertThat(list("ada", "?text=desk+%3Cb").jobs().names()).containsExactly("gamma");
        assertThat(list("ada", "?text=" + beta.value().substring(0, 10)).jobs().names())
                .containsExactly("beta");
        assertThat(list("ada", "?text=" + beta).page().field(SEARCH).value()).isEqualTo(beta.value());
        assertThat(list("bob", "?text=" + beta).page().headings()).contains("No job matches");
    }

    @Test
    void columns_of_choice_are_kept_for_their_user() {
        Page page = list("ada", "?sort=name").page();
        assertThat(page.table("Jobs").columns())
                .containsExactly("Choose", "Job", "Status", "Phase", "Owner", "Accepted");
        HttpResponse<String> kept = page.form("Show these columns")
                .fill("Run time", "true")
                .fill("Progress", "true")
                .fill("Reason of failure", "true")
                .fill("Template and its values", "true")
                .send(site.visitorOf("ada"));
        assertThat(PageForm.at(kept)).isEqualTo("/ui/jobs?sort=name&page=1");
        JobListPage list = list("ada", "?sort=name");

        assertThat(list.row(alpha).cell("Reason of failure").text())
                .isEqualTo("step curve cannot read /curve.csv on host strict");
        assertThat(list.row(alpha).cell("Run time").text()).isEmpty();
        assertThat(list.row(beta).cell("Run time").text()).isEqualTo("3.0 s");
        assertThat(list.row(gamma).cell("Progress").text()).isEqualTo("62 %");
        assertThat(list.row(gamma).cell("Template").text()).isEqualTo("Desk <b> of ada book=a, day=today");
        assertThat(list.row(gamma).cell("Run time").text()).endsWith(" so far");
        assertThat(by(list, "Progress").jobs().names()).startsWith("gamma");
        assertThat(by(list, "Reason of failure").jobs().names()).startsWith("Alpha");
        assertThat(list("olga", "").jobs().columns()).doesNotContain("Progress");
        assertThat(list.page().field("Progress").ticked()).isTrue();

        list.page()
                .form("Show these columns")
                .fill("Run time", "false")
                .fill("Progress", "false")
                .fill("Reason of failure", "false")
                .fill("Template and its values", "false")
                .send(site.visitorOf("ada"));
        assertThat(list("ada", "").jobs().columns()).doesNotContain("Progress", "Run time");
    }

    @Test
    void a_filter_is_saved_used_and_deleted_by_its_name() {
        Visitor ada = site.visitorOf("ada");
        assertThat(list("ada", "").page().buttons()).doesNotContain("Save filter");
        Page page = list("ada", "?status=FAILED&sort=-name").page();
        HttpResponse<String> saved = page.form("Save filter")
                .fill("Name of the filter", "Bad <ones>")
                .send(ada);
        assertThat(PageForm.at(saved)).isEqualTo("/ui/jobs?status=FAILED&sort=-name&page=1");

        Page list = list("ada", "").page();
        assertThat(list.link("Bad <ones>")).isEqualTo("/ui/jobs?status=FAILED&sort=-name&page=1");
        assertThat(list("olga", "").page().source()).doesNotContain("Bad &lt;ones&gt;");
        JobListPage used = list("ada", "?status=FAILED&sort=-name&page=1");
        assertThat(used.jobs().names()).containsExactly("Alpha");
        assertThat(used.page().texts("nav.saved a[aria-current]")).containsExactly("Bad <ones>");

        used.page().formTo("/ui/jobs/filters/remove?status=FAILED&sort=-name&").send(ada);
        assertThat(list("ada", "").page().source()).doesNotContain("Bad &lt;ones&gt;");
        HttpResponse<String> nameless =
                page.form("Save filter").fill("Name of the filter", " ").send(ada);
        assertThat(nameless.statusCode()).isEqualTo(409);
        assertThat(Page.of(nameless).heading()).isEqualTo("the name of a filter has 1 to 60 characters in one line");
    }
}
