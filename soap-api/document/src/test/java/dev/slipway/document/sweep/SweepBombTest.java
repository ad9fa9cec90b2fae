package dev.slipway.document.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.document.ReadDocument;
import dev.slipway.document.ThreadCpuTime;
import dev.slipway.document.grammar.Names;
import dev.slipway.document.reader.JobDocumentReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests sweeps that are small to write and large to follow. */
class SweepBombTest {
    private static final String TWO = "<f:Values><f:Value>1</f:Value><f:Value>2</f:Value></f:Values>";
    private final JobDocumentReader reader = new JobDocumentReader();

    private ReadDocument read(String arguments, String sweep) {
        String text = "<JobDefinition xmlns='" + Names.JSDL + "' xmlns:p='" + Names.POSIX + "' xmlns:s='" + Names.SWEEP
                + "' xmlns:f='" + Names.FUNCTIONS + "'><JobDescription><Application><p:POSIXApplication>"
                + "<p:Executable>x</p:Executable>" + arguments
                + "</p:POSIXApplication></Application></JobDescription>" + sweep + "</JobDefinition>";
        ThreadCpuTime cpuTime = new ThreadCpuTime();
        ReadDocument read = reader.read(text.getBytes(StandardCharsets.UTF_8));
        assertThat(cpuTime.spent()).isLessThan(Duration.ofSeconds(3));
        return read;
    }

    private static String assignment(String path, String values) {
        return "<s:Assignment><s:DocumentNode><s:Match>" + path + "</s:Match></s:DocumentNode>" + values
                + "</s:Assignment>";
    }

    private static String sweep(String content) {
        return "<s:Sweep>" + content + "</s:Sweep>";
    }

    @Test
    void a_path_that_goes_over_the_tree_for_every_node_of_the_tree_is_stopped() {
        String many = "<p:Argument>1</p:Argument>".repeat(4_000);
        for (String path : new String[] {
            "//*[//*[//*]]",
            "//*[count(//*) &gt; 1 and count(//*) &gt; 2]",
            "//*[contains(string(/), 'x')]",
            "//*/following::*[preceding::*]",
            "//p:Argument[count(//*[. = string(/)]) &gt; 3]"
        }) {
            ReadDocument read = read(many, sweep(assignment(path, TWO)));
            assertThat(read).as(path).isInstanceOf(ReadDocument.Refused.class);
            assertThat(read.problems().toString()).as(path).contains("takes too many steps");
        }
    }

    @Test
    void a_long_text_that_is_searched_for_a_long_text_is_stopped() {
        String texts = "<p:Argument>" + "a".repeat(100_000) + "</p:Argument><p:Argument>" + "a".repeat(50_000)
                + "b</p:Argument><p:Argument>1</p:Argument>";
        for (String search : new String[] {"contains", "substring-before", "substring-after"}) {
            String path = "//p:Argument[3][" + search + "(string(../p:Argument[1]), string(../p:Argument[2]))]";
            assertThat(read(texts, sweep(assignment(path, TWO))).problems().toString())
                    .as(path)
                    .contains("takes too many steps");
        }
    }

    @Test
    void names_that_all_have_one_hash_are_stopped() {
        StringBuilder clashing = new StringBuilder();
        for (int i = 0; i < 16_000; i++) {
            clashing.append('<');
            for (int bit = 0; bit < 14; bit++) {
                clashing.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            clashing.append("/>");
        }
        assertThat(read(clashing.toString(), "").problems().toString()).contains("more than 1000 different names");
    }

    @Test
    void deep_brackets_and_long_paths_are_refused() {
        for (String path :
                new String[] {"(".repeat(190) + "/" + ")".repeat(190), "/a".repeat(100_000), "-".repeat(399) + "1"}) {
            assertThat(read("", sweep(assignment(path, TWO)))).isInstanceOf(ReadDocument.Refused.class);
        }
    }

    @Test
    void twelve_nested_sweeps_are_counted_and_not_run() {
        StringBuilder nested = new StringBuilder();
        StringBuilder arguments = new StringBuilder();
        for (int i = 1; i <= 12; i++) {
            arguments.append("<p:Argument>0</p:Argument>");
            nested.append("<s:Sweep>")
                    .append(assignment("//p:Argument[" + i + "]", "<f:LoopInteger start='1' end='9999'/>"));
        }
        ReadDocument read = read(arguments.toString(), nested + "</s:Sweep>".repeat(12));

        assertThat(read).isInstanceOf(ReadDocument.NotOffered.class);
        assertThat(read.problems().toString()).contains("more jobs than can be counted");
    }

    @Test
    void a_long_value_times_many_jobs_is_not_written_out() {
        String outer =
                assignment("//p:Argument[1]", "<f:Values><f:Value>" + "x".repeat(900_000) + "</f:Value></f:Values>");
        String inner = assignment("//p:Argument[2]", "<f:LoopInteger start='1' end='9000'/>");
        ReadDocument read = read("<p:Argument/><p:Argument/>", sweep(outer + sweep(inner)));

        assertThat(read).isInstanceOf(ReadDocument.NotOffered.class);
        assertThat(read.problems().toString()).contains("a sweep of 9000 jobs like this one");
    }

    @Test
    void loops_without_end_are_counted_and_not_run() {
        for (String loop : new String[] {
            "<f:LoopInteger start='1' end='999999999999999'/>",
            "<f:LoopDouble start='0' end='1' step='1e-15'/>",
            "<f:LoopInteger start='1' end='1e99'/>"
        }) {
            assertThat(read("<p:Argument/>", sweep(assignment("//p:Argument", loop))))
                    .as(loop)
                    .isInstanceOf(ReadDocument.NotOffered.class);
        }
        assertThat(read(
                        "<p:Argument/>",
                        sweep(assignment("//p:Argument", "<f:LoopDouble start='0' end='1e999999999' step='1'/>"))))
                .isInstanceOf(ReadDocument.Refused.class);
    }

    @Test
    void the_largest_sweep_is_read_in_time() {
        String loop = "<f:LoopInteger start='1' end='10000'/>";
        ReadDocument read = read("<p:Argument/>", sweep(assignment("//p:Argument", loop)));

        assertThat(read).isInstanceOf(ReadDocument.Swept.class);
        assertThat(((ReadDocument.Swept) read).requests()).hasSize(SweepReading.MOST_ELEMENTS);
    }
}
