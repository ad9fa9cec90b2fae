package dev.slipway.document.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.document.grammar.Names;
import dev.slipway.document.tree.DocumentParser;
import dev.slipway.document.tree.DocumentRefused;
import dev.slipway.document.tree.Findings;
import dev.slipway.document.tree.ValueReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** Tests the example of GFD.136, and the meaning of a range for a number of processes. */
class RangeValueTest {

    private static RangeValue range(String members) throws DocumentRefused {
        String text = "<TotalCPUCount xmlns='" + Names.JSDL + "'>" + members + "</TotalCPUCount>";
        Findings findings = new Findings();
        RangeValue range = RangeValue.read(
                        DocumentParser.parse(text.getBytes(StandardCharsets.UTF_8)), new ValueReader(findings))
                .orElseThrow();
        assertThat(findings.all()).isEmpty();
        return range;
    }

    @Test
    void a_value_matches_if_any_member_matches() throws DocumentRefused {
        RangeValue range = range("<LowerBoundedRange>100</LowerBoundedRange><Exact>5</Exact>"
                + "<Exact epsilon='1e-5'>6.7777</Exact><Exact>7</Exact>"
                + "<Range><LowerBound>50.3</LowerBound><UpperBound exclusiveBound='true'>99.5</UpperBound></Range>");

        assertThat(DoubleStream.of(5, 6.7777, 6.77771, 7, 50.3, 55, 98, 100, 1e9)
                        .allMatch(range::matches))
                .isTrue();
        assertThat(DoubleStream.of(4.999, 6.7778, 50.2, 99.5, 99.9, 0, -5).noneMatch(range::matches))
                .isTrue();
    }

    @Test
    void two_bounds_are_two_members_and_together_match_everything() throws DocumentRefused {
        RangeValue range = range("<UpperBoundedRange>10</UpperBoundedRange>"
                + "<LowerBoundedRange exclusiveBound='true'>0</LowerBoundedRange>");

        assertThat(DoubleStream.of(-1e9, 0, 5, 10, 11).allMatch(range::matches)).isTrue();
    }

    @Test
    void exact_comes_before_a_lower_bound_and_that_before_an_interval() throws DocumentRefused {
        String interval = "<Range><LowerBound>4</LowerBound><UpperBound>8</UpperBound></Range>";
        assertThat(range("<LowerBoundedRange>16</LowerBoundedRange><Exact>2</Exact>" + interval)
                        .wanted())
                .hasValue(2);
        assertThat(range("<LowerBoundedRange>16</LowerBoundedRange>" + interval).wanted())
                .hasValue(16);
        assertThat(range(interval).wanted()).hasValue(4);
        assertThat(range("<LowerBoundedRange exclusiveBound='1'>4</LowerBoundedRange>")
                        .wanted())
                .hasValue(5);
        assertThat(range("<UpperBoundedRange>4</UpperBoundedRange>").wanted()).isEmpty();
    }

    @Test
    void a_number_that_is_none_is_reported() throws DocumentRefused {
        for (String text : List.of("four", "", "0x10", "1e", "NaN", "9".repeat(50))) {
            Findings findings = new Findings();
            String element = "<TotalCPUCount xmlns='" + Names.JSDL + "'><Exact>" + text + "</Exact></TotalCPUCount>";
            assertThat(RangeValue.read(
                            DocumentParser.parse(element.getBytes(StandardCharsets.UTF_8)), new ValueReader(findings)))
                    .as(text)
                    .isEmpty();
            assertThat(findings.hasErrors()).as(text).isTrue();
        }
    }
}
