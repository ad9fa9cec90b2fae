package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.request.Demand;
import dev.slipway.request.JobRequest;
import dev.slipway.request.ResourceDemand;
import dev.slipway.run.Partition;
import dev.slipway.run.PartitionKind;
import dev.slipway.servers.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the wizard asks for what the chosen partition takes. */
class DemandPagesTest {
    private static final String[] OF_A_CLUSTER = {
        "Hosts",
        "Processes on each host",
        "Threads of each process",
        "Processors of each host",
        "Memory on each host",
        "No other job on its hosts",
        "Features of the hosts",
        "Reservation",
        "Quality of service",
        "Account to charge",
        "MPI"
    };

    private static Site site;
    private static Visitor ada;
    private Wizard wizard;

    @BeforeAll
    static void start(@TempDir Path folder) {
        site = new Site(
                folder,
                List.of(
                        new Partition("local", 8, Duration.ofMinutes(5)),
                        new Partition("rack", 8, Duration.ofMinutes(5)).of(PartitionKind.HOSTS),
                        new Partition("night", 8, Duration.ofMinutes(5)).of(PartitionKind.SLURM)));
        ada = site.signedIn("ada");
    }

    @AfterAll
    static void stop() {
        site.close();
    }

    @BeforeEach
    void begin() {
        wizard = new Wizard(site, ada);
        wizard.complete();
    }

    private List<String> asked(String partition) {
        return Page.of(wizard.send("resources", Map.of("partition", partition, "go", "check")))
                .labels();
    }

    private ResourceDemand demand() {
        return wizard.stored()
                .form()
                .checked()
                .request()
                .map(JobRequest::launch)
                .orElseThrow()
                .demand();
    }

    @Test
    void each_partition_is_asked_for_what_it_takes() {
        assertThat(wizard.page("resources").labels()).contains("Partition").doesNotContain(OF_A_CLUSTER);
        assertThat(asked("night")).contains(OF_A_CLUSTER);
        assertThat(asked("rack"))
                .contains("Hosts", "Processes on each host", "MPI")
                .doesNotContain("Threads of each process", "Account to charge", "No other job on its hosts");
        assertThat(asked("local")).contains("Processes").doesNotContain(OF_A_CLUSTER);
    }

    @Test
    void what_is_typed_becomes_the_demand_of_the_job_and_is_read_back_on_the_review() {
        wizard.send("resources", Map.of("partition", "night", "processes", "8", "go", "check"));
        wizard.send(
                "resources",
                Map.of("hosts", "2-4", "threads", "2", "exclusive", "true", "account", "risk", "go", "check"));

        assertThat(demand().asks()).containsExactly(Demand.HOSTS, Demand.THREADS, Demand.EXCLUSIVE, Demand.ACCOUNT);
        Part launch = wizard.page("review").section("What will run");
        assertThat(launch.fact("Hosts")).isEqualTo("2-4");
        assertThat(launch.fact("Account to charge")).isEqualTo("risk");
        assertThat(launch.terms()).doesNotContain("MPI", "Reservation");
        assertThat(wizard.page("review").section("The job document").listings())
                .singleElement()
                .asString()
                .contains("<jsdl:JobProject>risk</jsdl:JobProject>", "<jsdl:ExclusiveExecution>true<");
    }

    @Test
    void a_tick_can_be_taken_back() {
        wizard.send("resources", Map.of("partition", "night", "go", "check"));
        wizard.send("resources", Map.of("exclusive", "true", "go", "check"));
        assertThat(demand().exclusive()).isTrue();

        Form form = wizard.page("resources").formTo(wizard.draft() + "/resources");
        form.fill("No other job on its hosts", "false").set("go", "check").send(ada);

        assertThat(demand()).isEqualTo(ResourceDemand.NONE);
    }

    @Test
    void a_demand_stays_in_sight_on_a_partition_that_does_not_take_it_and_is_told() {
        wizard.send("resources", Map.of("partition", "night", "processes", "8", "go", "check"));
        wizard.send("resources", Map.of("hosts", "2", "go", "check"));

        Page answer = Page.of(wizard.send("resources", Map.of("partition", "local", "go", "next")));

        assertThat(answer.heading()).isEqualTo(wizard.page("resources").heading());
        assertThat(answer.labels()).contains("Hosts").doesNotContain("Reservation", "MPI");
        assertThat(answer.text())
                .contains(
                        "partition local does not take what the document asks for: a number of hosts (2)",
                        "partitions that take it: rack, night");
    }

    @Test
    void operators_see_clusters_beside_places_and_can_check_but_not_pause_them() {
        Visitor olga = site.visitorOf("olga");
        Table.Row main = places(olga).row("main");
        assertThat(main.header().text()).startsWith("main").endsWith("cluster");
        assertThat(main.buttons()).hasSize(1).allMatch(button -> button.startsWith("Check now"));
        main.form("Check now").send(olga);

        Await.until(
                () -> places(olga).row("main").line(),
                () -> places(olga).row("main").badges().contains("Good"));
        assertThat(places(olga).row("main").cell("Response time").text()).contains("median");
    }

    private static Table places(Visitor operator) {
        return Page.open(operator, "/ui/operations/places").table("Places");
    }
}
