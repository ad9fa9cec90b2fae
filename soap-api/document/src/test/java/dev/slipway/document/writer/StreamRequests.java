package dev.slipway.document.writer;

import dev.slipway.request.KernelStart;
import dev.slipway.request.KernelStart.Loss;
import dev.slipway.request.Program;
import dev.slipway.request.StreamApplication;
import dev.slipway.request.StreamKernel;
import dev.slipway.request.StreamLink;
import dev.slipway.request.StreamLink.Split;
import dev.slipway.request.StreamLink.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Makes random stream applications: chains with an optional link from the last kernel back to the first. */
final class StreamRequests {
    private StreamRequests() {}

    private record Draft(KernelStart start, boolean turns, Optional<Integer> core, Transport transport, int room) {}

    static Arbitrary<StreamApplication> application() {
        Arbitrary<String> name =
                Arbitraries.strings().withChars("abcXYZ09_-").ofMinLength(1).ofMaxLength(63);
        return Combinators.combine(
                        name,
                        draft().list().ofMinSize(2).ofMaxSize(5),
                        Arbitraries.of(Split.values()),
                        Arbitraries.of(true, false),
                        Arbitraries.integers().between(0, 250))
                .as(StreamRequests::chain);
    }

    private static Arbitrary<Draft> draft() {
        return Combinators.combine(
                        start(),
                        Arbitraries.of(true, false),
                        Arbitraries.integers().between(0, 65_535).optional(),
                        Arbitraries.of(Transport.AUTO, Transport.MEMORY, Transport.TCP),
                        Arbitraries.integers().between(4096, 1 << 30))
                .as((start, turns, core, transport, room) ->
                        new Draft(start, turns && !(start instanceof KernelStart.Ranks), core, transport, room));
    }

    private static Arbitrary<KernelStart> start() {
        Arbitrary<String> value =
                RandomRequests.text().filter(text -> !text.isEmpty() && !text.contains("\n") && !text.contains("\r"));
        Arbitrary<Program> program = Combinators.combine(
                        RandomRequests.name().filter(StreamKernel::isValue),
                        RandomRequests.argument().list().ofMaxSize(3),
                        Arbitraries.maps(
                                        Arbitraries.strings()
                                                .withChars("ABC_9")
                                                .ofMaxLength(20)
                                                .map(word -> "V" + word),
                                        value)
                                .ofMaxSize(3))
                .as(Program::new);
        Arbitrary<Integer> count = Arbitraries.integers().between(1, 20);
        Arbitrary<Loss> loss = Arbitraries.of(Loss.values());
        return Arbitraries.oneOf(
                Combinators.combine(program, count, loss).as(KernelStart.Copies::new),
                Combinators.combine(program, count, Arbitraries.of(KernelStart.Streams.values()), loss)
                        .as(KernelStart.Ranks::new));
    }

    private static StreamApplication chain(
            String name, List<Draft> drafts, Split split, boolean back, int firstNumber) {
        List<StreamKernel> kernels = new ArrayList<>();
        List<StreamLink> links = new ArrayList<>();
        for (int at = 0; at < drafts.size(); at++) {
            Draft draft = drafts.get(at);
            kernels.add(
                    new StreamKernel("k" + at, (firstNumber + at) % 256, draft.start(), draft.turns(), draft.core()));
        }
        for (int at = 0; at < drafts.size() - 1; at++) {
            links.add(link(kernels, drafts.get(at), split, at, at + 1));
        }
        if (back) {
            links.add(link(kernels, drafts.get(drafts.size() - 1), split, drafts.size() - 1, 0));
        }
        return new StreamApplication(name, kernels, links);
    }

    private static StreamLink link(List<StreamKernel> kernels, Draft draft, Split split, int from, int to) {
        boolean several = kernels.get(to).start().ends() > 1;
        return new StreamLink(
                "k" + from,
                List.of("k" + to),
                several ? Optional.of(split) : Optional.empty(),
                to < from,
                draft.transport(),
                draft.room());
    }
}
