package dev.slipway.form;

import dev.slipway.request.GraphCheck;
import dev.slipway.request.GraphFault;
import dev.slipway.request.GraphFault.Part;
import dev.slipway.request.StreamApplication;
import dev.slipway.request.StreamKernel;
import dev.slipway.request.StreamLink;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes a stream application as lines of text and reads it back. Each line is a JSON object: first {@code
 * {"stream":NAME}}, then one for each kernel and each link, in their order. Usual values are left out.
 */
final class StreamLines {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String NAME = "stream";

    private StreamLines() {}

    static String write(StreamApplication stream) {
        List<JsonNode> lines = new ArrayList<>();
        lines.add(JSON.createObjectNode().put(NAME, stream.name()));
        for (int at = 0; at < stream.kernels().size(); at++) {
            lines.add(KernelLine.write(JSON.createObjectNode(), stream.kernels().get(at), at));
        }
        stream.links().forEach(link -> lines.add(LinkLine.write(JSON.createObjectNode(), link)));
        return lines.stream().map(JSON::writeValueAsString).collect(Collectors.joining("\n"));
    }

    /** Reads the lines; empty if there are faults, which {@code faults} receives. */
    static Optional<StreamApplication> read(String text, Consumer<GraphFault> faults) {
        String name = "";
        List<StreamKernel> kernels = new ArrayList<>();
        List<StreamLink> links = new ArrayList<>();
        List<GraphFault> found = new ArrayList<>();
        List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
        for (int at = 0; at < lines.size(); at++) {
            try {
                LineValues values = LineValues.of(JSON.readTree(lines.get(at)));
                if (values.has(NAME)) {
                    name = values.text(NAME);
                } else if (values.has(KernelLine.NAME)) {
                    kernels.add(KernelLine.read(values, kernels.size()));
                } else {
                    links.add(LinkLine.read(values));
                }
                values.requireAllRead();
            } catch (JacksonException | IllegalArgumentException e) {
                found.add(wrongLine(at, e));
            }
        }
        if (found.isEmpty() && !StreamApplication.isName(name)) {
            found.add(graph(
                    "the stream application has no name that it can have",
                    "Write " + StreamApplication.NAME_FORM + "."));
        }
        if (found.isEmpty()) {
            found.addAll(GraphCheck.faults(kernels, links));
        }
        found.forEach(faults);
        return found.isEmpty() ? Optional.of(new StreamApplication(name, kernels, links)) : Optional.empty();
    }

    private static GraphFault wrongLine(int at, RuntimeException e) {
        String why = e instanceof JacksonException ? "it is not JSON" : e.getMessage();
        return graph(
                "line " + (at + 1) + " of the stream application is not right: " + why, "Open its document again.");
    }

    private static GraphFault graph(String message, String remedy) {
        return new GraphFault(Part.GRAPH, 0, message, remedy);
    }

    /** Applies {@code change} to each text in these lines. A line that is not JSON counts as one text. */
    static String map(String text, UnaryOperator<String> change) {
        return text.lines().map(line -> mapLine(line, change)).collect(Collectors.joining("\n"));
    }

    private static String mapLine(String line, UnaryOperator<String> change) {
        try {
            return JSON.writeValueAsString(mapped(JSON.readTree(line), change));
        } catch (JacksonException e) {
            return change.apply(line);
        }
    }

    private static JsonNode mapped(JsonNode node, UnaryOperator<String> change) {
        if (node.isString()) {
            return JSON.getNodeFactory().stringNode(change.apply(node.asString()));
        }
        if (node.isObject()) {
            ObjectNode changed = JSON.createObjectNode();
            node.properties().forEach(one -> changed.set(one.getKey(), mapped(one.getValue(), change)));
            return changed;
        }
        if (node.isArray()) {
            ArrayNode changed = JSON.createArrayNode();
            node.forEach(one -> changed.add(mapped(one, change)));
            return changed;
        }
        return node;
    }
}
