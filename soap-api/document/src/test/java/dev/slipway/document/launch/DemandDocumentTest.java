package dev.slipway.document.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.document.DocumentProblem;
import dev.slipway.document.ReadDocument;
import dev.slipway.document.SchemaVerdict;
import dev.slipway.document.Schemas;
import dev.slipway.document.grammar.Names;
import dev.slipway.document.reader.JobDocumentReader;
import dev.slipway.document.writer.JobDocumentWriter;
import dev.slipway.request.ClusterChoice;
import dev.slipway.request.CountRange;
import dev.slipway.request.Demand;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiFlavour;
import dev.slipway.request.ResourceDemand;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what documents ask of the machines of a partition. */
class DemandDocumentTest {
    private static final String MPI = "<s:SPMDVariation>" + ApplicationReading.VARIATIONS + "MPI</s:SPMDVariation>";

    private static ReadDocument read(String identification, String application, String resources) {
        String text = "<JobDefinition xmlns='" + Names.JSDL + "' xmlns:p='" + Names.POSIX + "' xmlns:s='" + Names.SPMD
                + "' xmlns:sw='" + Names.SW + "' xmlns:xsi='" + Names.XSI
                + "'><JobDescription><JobIdentification>" + identification + "</JobIdentification><Application>"
                + application + "</Application><Resources>" + resources
                + "</Resources></JobDescription></JobDefinition>";
        return new JobDocumentReader().read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String spmd(int processes, String placement) {
        return "<s:SPMDApplication><p:Executable>x</p:Executable><s:NumberOfProcesses>" + processes
                + "</s:NumberOfProcesses>" + placement + "</s:SPMDApplication>";
    }

    /** Reads a document without findings, whose request a written document keeps. */
    private static LaunchRequest launch(String identification, String application, String resources) {
        ReadDocument read = read(identification, application, resources);
        assertThat(read.problems()).isEmpty();
        return kept(((ReadDocument.Accepted) read).request()).launch();
    }

    private static JobRequest kept(JobRequest request) {
        byte[] written = new JobDocumentWriter().write(request);
        assertThat(((ReadDocument.Accepted) new JobDocumentReader().read(written)).request())
                .isEqualTo(request);
        assertThat(Schemas.faults(written)).isEmpty();
        assertThat(SchemaVerdict.firstDeparture(written)).isEmpty();
        return request;
    }

    private static ResourceDemand resources(String resources) {
        return launch("", spmd(8, MPI), resources).demand();
    }

    private static List<String> told(String identification, String application, String resources) {
        return read(identification, application, resources).problems().stream()
                .map(DocumentProblem::entry)
                .toList();
    }

    @Test
    void every_demand_has_an_element() {
        LaunchRequest launch = launch(
                "<JobProject> risk </JobProject>",
                spmd(
                        8,
                        "<s:ProcessesPerHost>4</s:ProcessesPerHost><s:ThreadsPerProcess>2</s:ThreadsPerProcess>"
                                + "<s:SPMDVariation>" + ApplicationReading.VARIATIONS
                                + "MPICH2</s:SPMDVariation>"),
                "<ExclusiveExecution>true</ExclusiveExecution>"
                        + "<IndividualCPUCount><Exact>16</Exact></IndividualCPUCount>"
                        + "<IndividualPhysicalMemory><LowerBoundedRange>1073741824</LowerBoundedRange>"
                        + "</IndividualPhysicalMemory><TotalResourceCount><Exact>2</Exact></TotalResourceCount>"
                        + "<sw:Constraint>rack1&amp;ssd</sw:Constraint><sw:Reservation>night</sw:Reservation>"
                        + "<sw:QualityOfService>high</sw:QualityOfService><sw:Rerun>true</sw:Rerun>");

        assertThat(launch.demand())
                .isEqualTo(new ResourceDemand(
                        Optional.of(CountRange.exactly(2)),
                        Optional.of(4),
                        Optional.of(2),
                        Optional.of(16),
                        Optional.of(1L << 30),
                        true,
                        new ClusterChoice(
                                Optional.of("rack1&ssd"),
                                Optional.of("night"),
                                Optional.of("high"),
                                Optional.of("risk"),
                                true),
                        MpiFlavour.MPICH));
        assertThat(launch.asks()).containsExactly(Demand.values());
        assertThat(launch.limits().memory()).isEmpty();
    }

    @Test
    void a_document_without_demands_asks_for_nothing() {
        assertThat(launch("", spmd(8, MPI), "").demand()).isEqualTo(ResourceDemand.NONE);
        assertThat(resources("<ExclusiveExecution>false</ExclusiveExecution>").asks())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<Exact>2</Exact>|2",
                "<Exact epsilon='0.5'>2.4</Exact>|2",
                "<LowerBoundedRange>2</LowerBoundedRange>|2 or more",
                "<LowerBoundedRange exclusiveBound='true'>2</LowerBoundedRange>|3 or more",
                "<UpperBoundedRange>4</UpperBoundedRange>|1 to 4",
                "<UpperBoundedRange exclusiveBound='true'>4</UpperBoundedRange>|1 to 3",
                "<Range><LowerBound>2</LowerBound><UpperBound>4</UpperBound></Range>|2 to 4",
                "<Exact>3</Exact><Exact>2</Exact>|2 to 3",
                "<Range><LowerBound>1.5</LowerBound><UpperBound exclusiveBound='true'>6</UpperBound></Range>|2 to 5",
                "<Exact>2</Exact><Range><LowerBound>3</LowerBound><UpperBound>INF</UpperBound></Range>|2 or more"
            })
    void every_range_without_gaps_is_a_number_of_hosts(String range, String words) {
        assertThat(resources("<TotalResourceCount>" + range + "</TotalResourceCount>")
                        .hosts()
                        .orElseThrow())
                .hasToString(words);
    }

    @Test
    void hosts_with_gaps_between_their_numbers_are_not_offered() {
        assertThat(told("", spmd(8, MPI), "<TotalResourceCount><Exact>2</Exact><Exact>4</Exact></TotalResourceCount>"))
                .singleElement()
                .asString()
                .contains("separate numbers of hosts (jsdl:TotalResourceCount)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<Exact>0</Exact>", "<Exact>2.5</Exact>", "<UpperBoundedRange>0</UpperBoundedRange>"})
    void a_count_that_no_machine_has_is_an_error(String range) {
        for (String count : List.of("TotalResourceCount", "IndividualCPUCount")) {
            if (range.contains("Upper") && count.startsWith("Individual")) {
                continue;
            }
            assertThat(told("", spmd(8, MPI), "<" + count + ">" + range + "</" + count + ">"))
                    .singleElement()
                    .asString()
                    .contains("no whole number of at least 1 is in the range of jsdl:" + count);
        }
    }

    @Test
    void processes_that_do_not_stand_on_the_hosts_are_an_error_of_the_document() {
        assertThat(told("", spmd(2, MPI), "<TotalResourceCount><Exact>3</Exact></TotalResourceCount>"))
                .singleElement()
                .asString()
                .contains("jsdl:TotalResourceCount", "3 hosts for 2 processes");
        assertThat(told(
                        "",
                        "<p:POSIXApplication><p:Executable>x</p:Executable></p:POSIXApplication>",
                        "<TotalResourceCount><LowerBoundedRange>2</LowerBoundedRange></TotalResourceCount>"))
                .singleElement()
                .asString()
                .contains("2 or more hosts for 1 process");
        assertThat(told(
                        "",
                        spmd(8, "<s:ProcessesPerHost>3</s:ProcessesPerHost>" + MPI),
                        "<TotalResourceCount><Exact>2</Exact></TotalResourceCount>"))
                .singleElement()
                .asString()
                .contains("3 processes on each of at most 2 hosts for 8 processes");
    }

    @Test
    void the_least_number_of_processors_counts_and_a_greatest_one_is_not_offered() {
        assertThat(resources("<IndividualCPUCount><Exact>8</Exact><Exact>4</Exact></IndividualCPUCount>")
                        .processorsPerHost())
                .contains(4);
        assertThat(told(
                        "",
                        spmd(8, MPI),
                        "<IndividualCPUCount><UpperBoundedRange>4</UpperBoundedRange></IndividualCPUCount>"))
                .singleElement()
                .asString()
                .contains("at most a number of processors");
    }

    @Test
    void threads_are_given_or_are_as_many_as_processors() {
        String all = "<s:ThreadsPerProcess actualindividualcpucount='true'/>";
        String processors = "<IndividualCPUCount><Exact>4</Exact></IndividualCPUCount>";

        assertThat(launch("", spmd(2, all + MPI), processors).demand().threadsPerProcess())
                .contains(4);
        assertThat(told("", spmd(2, all + MPI), ""))
                .singleElement()
                .asString()
                .contains("choosing a number of threads for the document");
        assertThat(told("", spmd(2, "<s:ThreadsPerProcess/>" + MPI), processors))
                .singleElement()
                .asString()
                .contains("choosing a number of threads for the document");
        assertThat(launch("", spmd(2, "<s:ThreadsPerProcess xsi:nil='true'/>" + MPI), processors)
                        .demand()
                        .threadsPerProcess())
                .isEmpty();
        assertThat(told("", spmd(2, "<s:ThreadsPerProcess>0</s:ThreadsPerProcess>" + MPI), ""))
                .singleElement()
                .asString()
                .contains("spmd:ThreadsPerProcess is not a whole number of at least 1");
    }

    @Test
    void a_single_process_with_threads_stays_an_spmd_application() {
        assertThat(launch("", spmd(1, "<s:ThreadsPerProcess>8</s:ThreadsPerProcess>" + MPI), "")
                        .demand()
                        .threadsPerProcess())
                .contains(8);
    }

    @ParameterizedTest
    @CsvSource({"MPI,ANY", "OpenMPI,OPEN_MPI", "MPICH2,MPICH", "MPICH,MPICH"})
    void the_variation_says_for_which_mpi_the_program_was_built(String variation, MpiFlavour flavour) {
        assertThat(launch(
                                "",
                                spmd(
                                        2,
                                        "<s:SPMDVariation>" + ApplicationReading.VARIATIONS + variation
                                                + "</s:SPMDVariation>"),
                                "")
                        .demand()
                        .flavour())
                .isEqualTo(flavour);
    }

    @Test
    void another_variation_is_not_offered() {
        assertThat(told("", spmd(2, "<s:SPMDVariation>" + ApplicationReading.VARIATIONS + "PVM</s:SPMDVariation>"), ""))
                .singleElement()
                .asString()
                .contains("spmd:SPMDVariation", "PVM", "MPICH2");
    }

    @Test
    void memory_of_each_host_is_set_aside_and_limits_a_run_on_one_host() {
        LaunchRequest one =
                launch("", spmd(8, MPI), "<IndividualPhysicalMemory><Exact>3000</Exact></IndividualPhysicalMemory>");
        LaunchRequest two = launch(
                "",
                spmd(8, MPI),
                "<IndividualPhysicalMemory><Exact>3000</Exact></IndividualPhysicalMemory>"
                        + "<TotalResourceCount><Exact>2</Exact></TotalResourceCount>");
        LaunchRequest least = launch(
                "",
                spmd(8, MPI),
                "<IndividualPhysicalMemory><LowerBoundedRange>3000</LowerBoundedRange></IndividualPhysicalMemory>");

        assertThat(one.demand().memoryPerHost()).contains(3000L);
        assertThat(one.limits().memory()).contains(3000L);
        assertThat(one.asks()).isEmpty();
        assertThat(two.demand().memoryPerHost()).contains(3000L);
        assertThat(two.limits().memory()).isEmpty();
        assertThat(two.asks()).containsExactly(Demand.HOSTS, Demand.MEMORY_PER_HOST);
        assertThat(least.limits().memory()).isEmpty();
        assertThat(least.asks()).containsExactly(Demand.MEMORY_PER_HOST);
    }

    @Test
    void memory_of_the_whole_run_without_an_upper_end_is_divided_among_its_hosts() {
        LaunchRequest launch = launch(
                "",
                spmd(8, MPI),
                "<TotalPhysicalMemory><LowerBoundedRange>1000</LowerBoundedRange></TotalPhysicalMemory>"
                        + "<TotalResourceCount><Exact>3</Exact></TotalResourceCount>");

        assertThat(launch.demand().memoryPerHost()).contains(334L);
        assertThat(launch.limits().memory()).isEmpty();
    }

    @Test
    void the_first_project_pays_and_the_others_are_told() {
        ReadDocument read = read(
                "<JobProject> </JobProject><JobProject>risk</JobProject><JobProject>rates</JobProject>",
                spmd(2, MPI),
                "");

        assertThat(((ReadDocument.Accepted) read)
                        .request()
                        .launch()
                        .demand()
                        .choice()
                        .account())
                .contains("risk");
        assertThat(read.problems().stream().map(DocumentProblem::entry))
                .anyMatch(entry -> entry.contains("jsdl:JobProject is empty and has no effect"))
                .anyMatch(entry -> entry.contains("charged to the first one, risk"))
                .hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Constraint", "Reservation", "QualityOfService"})
    void a_name_of_the_cluster_is_one_line(String element) {
        assertThat(told("", spmd(2, MPI), "<sw:" + element + ">a\nb</sw:" + element + ">"))
                .singleElement()
                .asString()
                .contains("sw:" + element + " is not a name on one line");
        assertThat(told("", spmd(2, MPI), "<sw:" + element + "> </sw:" + element + ">"))
                .singleElement()
                .asString()
                .contains("sw:" + element + " is missing or empty");
    }

    @Test
    void metacharacters_stay_data() {
        String name = "%j; $(id) `x` 'a' \\ | --uid=0";

        assertThat(launch("<JobProject>" + name + "</JobProject>", spmd(2, MPI), "")
                        .demand()
                        .choice()
                        .account())
                .contains(name);
    }

    @Test
    void the_dialect_of_the_report_asks_by_the_same_elements() {
        String text = "<JobDefinition xmlns='" + Names.REPORT + "'><JobDescription><JobIdentification>"
                + "<JobProject>risk</JobProject></JobIdentification><Application><BG_MpirunApplication>"
                + "<BG_Mpirun_Exe>x</BG_Mpirun_Exe></BG_MpirunApplication></Application><Resource>"
                + "<ExclusiveExecution>true</ExclusiveExecution>"
                + "<TotalResourceCount><Exact>2</Exact></TotalResourceCount>"
                + "<BG_MpirunResource><BG_Mpirun_Np>4</BG_Mpirun_Np></BG_MpirunResource>"
                + "</Resource></JobDescription></JobDefinition>";
        ReadDocument read = new JobDocumentReader().read(text.getBytes(StandardCharsets.UTF_8));

        assertThat(read.problems()).isEmpty();
        assertThat(kept(((ReadDocument.Accepted) read).request()).launch().asks())
                .containsExactly(Demand.HOSTS, Demand.EXCLUSIVE, Demand.ACCOUNT);
    }
}
