package dev.slipway.run;

import dev.slipway.problem.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/**
 * Reads the stream launcher's report of kernels and links. The launcher runs as the job does and is not trusted: an
 * invalid report is ignored.
 */
final class StreamCountsForm {
    private static final int MOST_KERNELS = 256;
    private static final int MOST_LINKS = 1024;
    private static final int MOST_NAME = 63;

    private StreamCountsForm() {}

    /** Thrown for an invalid value; caught in this class. */
    private static final class UnsoundException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    static Optional<StreamCounts> of(JsonNode report) {
        JsonNode kernels = report.path("kernels");
        JsonNode links = report.path("links");
        if (!kernels.isArray() || !links.isArray() || kernels.size() > MOST_KERNELS || links.size() > MOST_LINKS) {
            return Optional.empty();
        }
        try {
            List<StreamCounts.Kernel> all = new ArrayList<>();
            kernels.forEach(kernel -> all.add(kernel(kernel)));
            List<StreamCounts.Link> between = new ArrayList<>();
            links.forEach(link -> between.add(link(link)));
            return Optional.of(new StreamCounts(all, between));
        } catch (UnsoundException e) {
            return Optional.empty();
        }
    }

    private static StreamCounts.Kernel kernel(JsonNode node) {
        return new StreamCounts.Kernel(
                name(node.path("name")),
                state(node.path("state").asString("")),
                (int) count(node.path("status")).orElse(0),
                (int) count(node.path("signal")).orElse(0),
                needed(node.path("in")),
                needed(node.path("out")));
    }

    private static StreamCounts.Link link(JsonNode node) {
        List<String> to = new ArrayList<>();
        node.path("to").forEach(name -> to.add(name(name)));
        List<Long> each = new ArrayList<>();
        node.path("each").forEach(records -> each.add(needed(records)));
        double rate = node.path("per_s").asDouble(Double.NaN);
        require(!to.isEmpty() && to.size() <= MOST_KERNELS && (each.isEmpty() || each.size() == to.size()));
        require(Double.isFinite(rate) && rate >= 0);
        return new StreamCounts.Link(name(node.path("from")), to, needed(node.path("records")), rate, each);
    }

    private static StreamCounts.State state(String word) {
        for (StreamCounts.State state : StreamCounts.State.values()) {
            if (state.name().toLowerCase(Locale.ROOT).equals(word)) {
                return state;
            }
        }
        throw new UnsoundException();
    }

    private static String name(JsonNode node) {
        String name = node.asString("");
        require(!name.isEmpty() && name.length() <= MOST_NAME && name.equals(Printable.line(name)));
        return name;
    }

    private static OptionalLong count(JsonNode node) {
        return node.isIntegralNumber() && node.canConvertToLong() && node.asLong() >= 0
                ? OptionalLong.of(node.asLong())
                : OptionalLong.empty();
    }

    private static long needed(JsonNode node) {
        return count(node).orElseThrow(UnsoundException::new);
    }

    private static void require(boolean sound) {
        if (!sound) {
            throw new UnsoundException();
        }
    }
}
