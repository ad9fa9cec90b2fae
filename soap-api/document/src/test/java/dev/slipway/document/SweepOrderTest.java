package dev.slipway.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Nested sweeps are the product of their values, the innermost fastest, whatever places they go to. */
class SweepOrderTest {
    private final JobDocumentReader reader = new JobDocumentReader();

    @Property(tries = 60)
    void nested_sweeps_give_every_combination_in_order(
            @ForAll @Size(min = 1, max = 4) List<@IntRange(min = 1, max = 5) Integer> lengths) {
        StringBuilder arguments = new StringBuilder();
        StringBuilder sweeps = new StringBuilder();
        for (int i = 0; i < lengths.size(); i++) {
            arguments.append("<p:Argument>level ").append(i).append("</p:Argument>");
            sweeps.append("<s:Sweep><s:Assignment><s:DocumentNode><s:Match>substring(//p:Argument[")
                    .append(i + 1)
                    .append("], 7)</s:Match></s:DocumentNode><f:LoopInteger start='10' end='")
                    .append(9 + lengths.get(i))
                    .append("'/></s:Assignment>");
        }
        String document = "<JobDefinition xmlns='" + Names.JSDL + "' xmlns:p='" + Names.POSIX + "' xmlns:s='"
                + Names.SWEEP + "' xmlns:f='" + Names.FUNCTIONS
                + "'><JobDescription><Application><p:POSIXApplication><p:Executable>x</p:Executable>" + arguments
                + "</p:POSIXApplication></Application></JobDescription>" + sweeps
                + "</s:Sweep>".repeat(lengths.size()) + "</JobDefinition>";
        ReadDocument read = reader.read(document.getBytes(StandardCharsets.UTF_8));

        assertThat(((ReadDocument.Swept) read)
                        .requests().stream().map(request -> request.launch().arguments()))
                .containsExactlyElementsOf(product(lengths));
    }

    private static List<List<String>> product(List<Integer> lengths) {
        List<List<String>> product = List.of(List.of());
        for (int length : lengths) {
            List<List<String>> longer = new ArrayList<>();
            for (List<String> head : product) {
                for (int value = 10; value < 10 + length; value++) {
                    List<String> combination = new ArrayList<>(head);
                    combination.add("level " + value);
                    longer.add(combination);
                }
            }
            product = longer;
        }
        return product;
    }
}
