package dev.slipway.document.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.document.DocumentProblem;
import dev.slipway.document.ReadDocument;
import dev.slipway.document.grammar.Names;
import dev.slipway.document.reader.JobDocumentReader;
import dev.slipway.request.RunLimits;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LimitReadingTest {
    private static ReadDocument read(String limits, String resources) {
        String text = "<JobDefinition xmlns='" + Names.JSDL + "' xmlns:p='" + Names.POSIX
                + "'><JobDescription><Application><p:POSIXApplication><p:Executable>x</p:Executable>" + limits
                + "</p:POSIXApplication></Application><Resources>" + resources
                + "</Resources></JobDescription></JobDefinition>";
        return new JobDocumentReader().read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static RunLimits limits(String limits, String resources) {
        ReadDocument read = read(limits, resources);
        assertThat(read.problems()).isEmpty();
        return ((ReadDocument.Accepted) read).request().launch().limits();
    }

    private static List<String> told(String limits, String resources) {
        return read(limits, resources).problems().stream()
                .map(DocumentProblem::entry)
                .toList();
    }

    @Test
    void limits_of_the_application_are_kept() {
        assertThat(limits(
                        "<p:MemoryLimit>4000000000</p:MemoryLimit><p:ProcessCountLimit>50</p:ProcessCountLimit>"
                                + "<p:VirtualMemoryLimit>9000000000</p:VirtualMemoryLimit>",
                        ""))
                .isEqualTo(new RunLimits(Optional.of(4_000_000_000L), Optional.of(9_000_000_000L), Optional.of(50)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<UpperBoundedRange>3000.5</UpperBoundedRange>",
                "<Exact>3000</Exact>",
                "<Exact>2000</Exact><Exact>3.0E3</Exact>",
                "<Range><LowerBound>1000</LowerBound><UpperBound>3000</UpperBound></Range>"
            })
    void the_greatest_memory_of_the_resources_is_a_limit(String range) {
        assertThat(limits("", "<TotalPhysicalMemory>" + range + "</TotalPhysicalMemory>")
                        .memory())
                .contains(3000L);
        assertThat(limits("", "<IndividualPhysicalMemory>" + range + "</IndividualPhysicalMemory>")
                        .memory())
                .contains(3000L);
    }

    @Test
    void the_least_of_several_limits_on_memory_holds() {
        assertThat(limits(
                                "<p:MemoryLimit>2000</p:MemoryLimit>",
                                "<TotalPhysicalMemory><Exact>3000</Exact></TotalPhysicalMemory>")
                        .memory())
                .contains(2000L);
    }

    @Test
    void memory_without_an_upper_end_asks_for_a_machine() {
        assertThat(told("", "<TotalPhysicalMemory><LowerBoundedRange>5</LowerBoundedRange></TotalPhysicalMemory>"))
                .singleElement()
                .asString()
                .contains("choosing a machine by jsdl:TotalPhysicalMemory", "Write jsdl:UpperBoundedRange");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "2 GB", "1.5", "", "99999999999999999999"})
    void a_limit_that_is_no_number_of_bytes_is_an_error(String text) {
        assertThat(told("<p:MemoryLimit>" + text + "</p:MemoryLimit>", ""))
                .singleElement()
                .asString()
                .contains("posix:MemoryLimit");
        assertThat(read("<p:MemoryLimit>" + text + "</p:MemoryLimit>", ""))
                .isNotInstanceOf(ReadDocument.Accepted.class);
    }
}
