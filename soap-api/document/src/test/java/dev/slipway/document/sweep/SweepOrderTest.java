package dev.slipway.document.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.document.DocumentProblem;
import dev.slipway.document.ReadDocument;
import dev.slipway.document.grammar.Names;
import dev.slipway.document.reader.JobDocumentReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/**
 * Checks that nested sweeps are the product of their values, with the innermost fastest, and that neighbouring sweeps
 * follow one after the other.
 */
class SweepOrderTest {
    private final JobDocumentReader reader = new JobDocumentReader();

    @Property(tries = 60)
    void nested_sweeps_give_every_combination_in_order(
            @ForAll @Size(min = 1, max = 4) List<@IntRange(min = 1, max = 5) Integer> lengths) {
        StringBuilder sweeps = new StringBuilder();
        for (int i = 0; i < lengths.size(); i++) {
            sweeps.append(opened(i, lengths.get(i)));
        }

        assertThat(arguments(lengths.size(), sweeps + "</s:Sweep>".repeat(lengths.size())))
                .containsExactlyElementsOf(product(lengths));
    }

    @Property(tries = 60)
    void sweeps_beside_one_another_follow_for_each_value_outside(
            @ForAll @Size(min = 1, max = 4) List<@IntRange(min = 1, max = 5) Integer> lengths,
            @ForAll @IntRange(min = 0, max = 3) int outside) {
        StringBuilder sweeps = new StringBuilder(outside == 0 ? "" : opened(lengths.size(), outside));
        for (int i = 0; i < lengths.size(); i++) {
            sweeps.append(opened(i, lengths.get(i))).append("</s:Sweep>");
        }
        sweeps.append(outside == 0 ? "" : "</s:Sweep>");

        List<List<String>> expected = new ArrayList<>();
        for (int outer = 10; outer < 10 + Math.max(1, outside); outer++) {
            for (int i = 0; i < lengths.size(); i++) {
                for (int value = 10; value < 10 + lengths.get(i); value++) {
                    List<String> element = new ArrayList<>();
                    for (int place = 0; place <= lengths.size(); place++) {
                        boolean swept = place == lengths.size() && outside > 0;
                        element.add("level " + (place == i ? value : swept ? outer : place));
                    }
                    expected.add(element);
                }
            }
        }
        assertThat(arguments(lengths.size() + 1, sweeps.toString())).containsExactlyElementsOf(expected);
    }

    @Test
    void sweeps_beside_one_another_may_share_a_place_and_nested_ones_may_not() {
        String one = opened(0, 2) + "</s:Sweep>";

        assertThat(arguments(1, one + one))
                .containsExactly(List.of("level 10"), List.of("level 11"), List.of("level 10"), List.of("level 11"));
        assertThat(arguments(2, opened(1, 1) + one + one + "</s:Sweep>")).hasSize(4);
        assertThat(read(1, opened(0, 2) + one + "</s:Sweep>").problems())
                .extracting(DocumentProblem::message)
                .anyMatch(message -> message.startsWith("two assignments put a value into the same place"));
    }

    @Property(tries = 30)
    void the_values_that_are_told_of_an_element_are_those_that_it_gets(
            @ForAll @Size(min = 1, max = 4) List<@IntRange(min = 1, max = 5) Integer> lengths) {
        StringBuilder sweeps = new StringBuilder();
        for (int i = 0; i < lengths.size(); i++) {
            sweeps.append(opened(i, lengths.get(i)));
        }
        sweeps.append("</s:Sweep>".repeat(lengths.size()));

        IntFunction<List<String>> told = reader.sweptValues(document(lengths.size(), sweeps.toString()));
        List<List<String>> all = IntStream.rangeClosed(1, product(lengths).size())
                .mapToObj(told)
                .map(values -> values.stream().map(value -> "level " + value).toList())
                .toList();
        assertThat(all).containsExactlyElementsOf(product(lengths));
        assertThat(told.apply(0)).isEmpty();
        assertThat(told.apply(all.size() + 1)).isEmpty();
    }

    @Test
    void no_values_are_told_of_what_is_no_sweep_and_of_long_ones_the_beginning() {
        assertThat(reader.sweptValues(document(1, "")).apply(1)).isEmpty();
        assertThat(reader.sweptValues("<half".getBytes(StandardCharsets.UTF_8)).apply(1))
                .isEmpty();
        String one =
                opened(0, 1).replaceAll("<f:.*/>", "<f:Values><f:Value>" + "x".repeat(999) + "</f:Value></f:Values>");
        assertThat(reader.sweptValues(document(1, one + "</s:Sweep>")).apply(1))
                .containsExactly("x".repeat(199) + "\u2026");
    }

    /** Returns a sweep, not closed, over the argument of this number, with so many numbers from 10. */
    private static String opened(int argument, int length) {
        return "<s:Sweep><s:Assignment><s:DocumentNode><s:Match>substring(//p:Argument[" + (argument + 1)
                + "], 7)</s:Match></s:DocumentNode><f:LoopInteger start='10' end='" + (9 + length)
                + "'/></s:Assignment>";
    }

    private ReadDocument read(int arguments, String sweeps) {
        return reader.read(document(arguments, sweeps));
    }

    private static byte[] document(int arguments, String sweeps) {
        StringBuilder texts = new StringBuilder();
        for (int i = 0; i < arguments; i++) {
            texts.append("<p:Argument>level ").append(i).append("</p:Argument>");
        }
        String document = "<JobDefinition xmlns='" + Names.JSDL + "' xmlns:p='" + Names.POSIX + "' xmlns:s='"
                + Names.SWEEP + "' xmlns:f='" + Names.FUNCTIONS
                + "'><JobDescription><Application><p:POSIXApplication><p:Executable>x</p:Executable>" + texts
                + "</p:POSIXApplication></Application></JobDescription>" + sweeps + "</JobDefinition>";
        return document.getBytes(StandardCharsets.UTF_8);
    }

    private List<List<String>> arguments(int arguments, String sweeps) {
        return ((ReadDocument.Swept) read(arguments, sweeps))
                .requests().stream()
                        .map(request ->
                                request.launch().application().programs().get(0).arguments())
                        .toList();
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
