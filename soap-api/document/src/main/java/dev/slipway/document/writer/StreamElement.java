package dev.slipway.document.writer;

import dev.slipway.document.extension.KernelType;
import dev.slipway.document.extension.LinkType;
import dev.slipway.document.extension.LossType;
import dev.slipway.document.extension.SplitType;
import dev.slipway.document.extension.StreamApplication;
import dev.slipway.document.extension.StreamsType;
import dev.slipway.document.extension.TransportType;
import dev.slipway.document.extension.VariableType;
import dev.slipway.request.KernelStart;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.Program;
import dev.slipway.request.StreamKernel;
import dev.slipway.request.StreamLink;
import java.time.Duration;
import java.util.Locale;

/** Converts a stream application and its run to the types that the schemas generate. Default values are left out. */
final class StreamElement {
    private StreamElement() {}

    static StreamApplication of(dev.slipway.request.StreamApplication stream, LaunchRequest launch) {
        StreamApplication element = new StreamApplication();
        element.setName(stream.name());
        for (int at = 0; at < stream.kernels().size(); at++) {
            element.getKernel().add(kernel(stream.kernels().get(at), at));
        }
        stream.links().forEach(link -> element.getLink().add(link(link)));
        element.setOutput(DocumentTypes.fileName(launch.stdout().value()));
        element.setError(DocumentTypes.fileName(launch.stderr().value()));
        launch.wallTime().map(Duration::toSeconds).map(DocumentTypes::limit).ifPresent(element::setWallTimeLimit);
        launch.limits().processes().map(DocumentTypes::limit).ifPresent(element::setProcessCountLimit);
        launch.limits().processMemory().map(DocumentTypes::limit).ifPresent(element::setVirtualMemoryLimit);
        return element;
    }

    private static KernelType kernel(StreamKernel kernel, int place) {
        KernelType type = new KernelType();
        type.setName(kernel.name());
        if (kernel.number() != place) {
            type.setNumber(kernel.number());
        }
        kernel.start().started().ifPresent(program -> given(program, type));
        start(kernel.start(), type);
        if (kernel.turns()) {
            type.setTurns(true);
        }
        kernel.core().ifPresent(type::setCore);
        return type;
    }

    private static void given(Program program, KernelType type) {
        type.setProgram(program.executable());
        type.getArgument().addAll(program.arguments());
        program.environment().forEach((name, value) -> {
            VariableType variable = new VariableType();
            variable.setName(name);
            variable.setValue(value);
            type.getVariable().add(variable);
        });
    }

    private static void start(KernelStart start, KernelType type) {
        if (start instanceof KernelStart.Copies copies) {
            type.setCopies(copies.copies() == 1 ? null : (Integer) copies.copies());
            type.setLoss(loss(copies.loss()));
        } else if (start instanceof KernelStart.Ranks ranks) {
            type.setRanks(ranks.ranks());
            type.setStreams(ranks.streams() == KernelStart.Streams.FIRST ? null : StreamsType.ALL);
            type.setLoss(loss(ranks.loss()));
        } else if (start instanceof KernelStart.With with) {
            type.setWith(with.kernel());
        }
    }

    private static LossType loss(KernelStart.Loss loss) {
        return loss == KernelStart.Loss.END ? null : LossType.TOLERATE;
    }

    private static LinkType link(StreamLink link) {
        LinkType type = new LinkType();
        type.setFrom(link.from());
        type.getTo().addAll(link.to());
        link.split().map(StreamElement::word).map(SplitType::fromValue).ifPresent(type::setKind);
        if (link.feedback()) {
            type.setFeedback(true);
        }
        if (link.transport() != StreamLink.Transport.AUTO) {
            type.setTransport(TransportType.fromValue(word(link.transport())));
        }
        if (link.room() != StreamLink.USUAL_ROOM) {
            type.setRoom(link.room());
        }
        return type;
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
