package dev.slipway.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.slipway.request.GraphFault.Part;
import dev.slipway.request.KernelStart.Loss;
import dev.slipway.request.StreamLink.Split;
import dev.slipway.request.StreamLink.Transport;
import dev.slipway.testbed.Streams;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests that a graph on one machine that the stream launcher would refuse is refused before a run. */
class GraphCheckTest {
    private static final StreamKernel A = Streams.kernel("a", 0, "p");
    private static final StreamKernel B = Streams.kernel("b", 1, "p");
    private static final StreamKernel C = Streams.kernel("c", 2, "p");

    @Test
    void finds_nothing_in_a_graph_with_all_that_there_is() {
        StreamApplication whole = Streams.whole();

        assertThat(GraphCheck.faults(whole.kernels(), whole.links())).isEmpty();
    }

    @Test
    void counts_processes_by_copies_and_ranks_and_none_for_a_kernel_with_another() {
        assertThat(Streams.whole().processes()).isEqualTo(1 + 3 + 4 + 2);
        assertThat(Streams.whole().programs()).hasSize(4);
    }

    @Test
    void an_application_is_never_made_of_what_is_wrong() {
        assertThatThrownBy(() -> Streams.of(List.of(A), StreamLink.between("a", "b")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no kernel \"b\"");
        assertThatThrownBy(() -> new StreamApplication("a b", List.of(A, B), List.of(StreamLink.between("a", "b"))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void tells_all_faults_at_once_each_with_its_place_and_remedy() {
        List<GraphFault> faults = GraphCheck.faults(
                List.of(A, Streams.kernel("a", 0, "p"), C),
                List.of(StreamLink.between("a", "a"), StreamLink.between("a", "x"), StreamLink.between("y", "a")));

        assertThat(faults)
                .extracting(GraphFault::part, GraphFault::at, GraphFault::message)
                .containsExactly(
                        tuple(Part.KERNEL, 1, "two kernels have the name \"a\""),
                        tuple(Part.KERNEL, 1, "kernels \"a\" and \"a\" have the number 0"),
                        tuple(Part.KERNEL, 2, "no link leads to or from kernel \"c\""),
                        tuple(Part.LINK, 0, "kernel \"a\" is linked to itself"),
                        tuple(Part.LINK, 1, "there is no kernel \"x\""),
                        tuple(Part.LINK, 2, "there is no kernel \"y\""));
        assertThat(faults).allSatisfy(fault -> assertThat(fault.remedy()).endsWith("."));
    }

    @Test
    void a_graph_has_a_kernel() {
        assertThat(messages(List.of())).containsExactly("the graph has no kernel");
    }

    @Test
    void a_kernel_is_with_one_of_one_copy_that_has_a_process() {
        StreamKernel with = with("w", 3, "b");
        StreamKernel many = new StreamKernel(
                "b",
                1,
                new KernelStart.Copies(B.start().started().orElseThrow(), 2, Loss.END),
                false,
                Optional.empty());

        assertThat(messages(List.of(A, B, with), link("a", Split.DUPLICATE, "b", "w")))
                .isEmpty();
        for (StreamKernel host : List.of(many, ranks("b", 1, false), with("b", 1, "a"))) {
            assertThat(messages(List.of(A, host, with), link("a", Split.DUPLICATE, "b", "w")))
                    .containsExactly("kernel \"w\" cannot be with \"b\"");
        }
        assertThat(messages(List.of(A, with), StreamLink.between("a", "w")))
                .containsExactly("there is no kernel \"b\"");
        assertThat(messages(List.of(A, with("w", 1, "w")), StreamLink.between("a", "w")))
                .containsExactly("kernel \"w\" cannot be with \"w\"");
    }

    @Test
    void an_mpi_kernel_is_not_in_turns() {
        assertThat(messages(List.of(A, ranks("b", 1, true)), StreamLink.between("a", "b")))
                .containsExactly("MPI kernel \"b\" cannot be in turns");
    }

    @Test
    void a_split_says_what_its_receivers_get_and_nothing_else_does() {
        StreamKernel all = new StreamKernel(
                "b",
                1,
                new KernelStart.Ranks(new Program("p", List.of(), Map.of()), 3, KernelStart.Streams.ALL, Loss.END),
                false,
                Optional.empty());

        assertThat(messages(List.of(A, all), StreamLink.between("a", "b")))
                .containsExactly(
                        "the link from kernel \"a\" leads to 3 receivers and does not say how records are split");
        assertThat(messages(List.of(A, ranks("b", 1, false)), link("a", Split.DIVIDE, "b")))
                .containsExactly("the link from kernel \"a\" leads to one receiver, and is no split");
        assertThat(messages(List.of(A, all), link("a", Split.DIVIDE, "b"))).isEmpty();
    }

    @Test
    void two_kernels_are_linked_once() {
        assertThat(messages(List.of(A, B, C), link("a", Split.DIVIDE, "b", "c"), StreamLink.between("a", "c")))
                .containsExactly("kernels \"a\" and \"c\" are linked already");
        assertThat(messages(List.of(A, B), link("a", Split.DIVIDE, "b", "b")))
                .containsExactly("the link names kernel \"b\" twice");
    }

    @Test
    void memory_of_one_process_carries_within_a_process_only() {
        assertThat(messages(List.of(A, B), transport("a", "b", Transport.PROCESS)))
                .containsExactly("kernels \"a\" and \"b\" are not in one process");
        assertThat(messages(List.of(A, with("b", 1, "a")), transport("a", "b", Transport.PROCESS)))
                .isEmpty();
    }

    @Test
    void a_cycle_says_which_link_leads_back_and_only_one_that_does_says_so() {
        StreamLink back =
                new StreamLink("c", List.of("a"), Optional.empty(), true, Transport.AUTO, StreamLink.USUAL_ROOM);

        assertThat(messages(
                        List.of(A, B, C),
                        StreamLink.between("a", "b"),
                        StreamLink.between("b", "c"),
                        StreamLink.between("c", "a")))
                .containsExactly("the link closes a cycle: a -> b -> c -> a");
        assertThat(messages(List.of(A, B, C), StreamLink.between("a", "b"), StreamLink.between("b", "c"), back))
                .isEmpty();
        assertThat(messages(List.of(A, B, C), StreamLink.between("a", "b"), StreamLink.between("c", "b"), back))
                .containsExactly("the link is called a feedback and closes no cycle");
    }

    @Test
    void links_have_no_more_ends_than_the_launcher_takes() {
        KernelStart many = new KernelStart.Copies(new Program("p", List.of(), Map.of()), 4096, Loss.END);
        StreamKernel from = new StreamKernel("a", 0, many, false, Optional.empty());
        StreamKernel to = new StreamKernel("b", 1, many, false, Optional.empty());

        assertThat(messages(List.of(from, to), link("a", Split.DIVIDE, "b")))
                .singleElement()
                .satisfies(message -> assertThat(message).startsWith("the links have 16777216 ends"));
    }

    @Test
    void a_long_chain_is_looked_through() {
        List<StreamKernel> kernels = IntStream.range(0, 256)
                .mapToObj(at -> Streams.kernel("k" + at, at, "p"))
                .toList();
        StreamLink[] links = IntStream.range(0, 255)
                .mapToObj(at -> StreamLink.between("k" + at, "k" + (at + 1)))
                .toArray(StreamLink[]::new);

        assertThat(messages(kernels, links)).isEmpty();
    }

    private static List<String> messages(List<StreamKernel> kernels, StreamLink... links) {
        return GraphCheck.faults(kernels, List.of(links)).stream()
                .map(GraphFault::message)
                .toList();
    }

    private static StreamKernel with(String name, int number, String host) {
        return new StreamKernel(name, number, new KernelStart.With(host), false, Optional.empty());
    }

    private static StreamKernel ranks(String name, int number, boolean turns) {
        KernelStart start =
                new KernelStart.Ranks(new Program("p", List.of(), Map.of()), 2, KernelStart.Streams.FIRST, Loss.END);
        return new StreamKernel(name, number, start, turns, Optional.empty());
    }

    private static StreamLink link(String from, Split split, String... to) {
        return new StreamLink(from, List.of(to), Optional.of(split), false, Transport.AUTO, StreamLink.USUAL_ROOM);
    }

    private static StreamLink transport(String from, String to, Transport transport) {
        return new StreamLink(from, List.of(to), Optional.empty(), false, transport, StreamLink.USUAL_ROOM);
    }
}
