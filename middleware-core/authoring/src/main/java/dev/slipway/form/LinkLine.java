package dev.slipway.form;

import dev.slipway.request.StreamLink;
import dev.slipway.request.StreamLink.Split;
import dev.slipway.request.StreamLink.Transport;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** One link of a stream application as a JSON object. */
final class LinkLine {
    private LinkLine() {}

    static ObjectNode write(ObjectNode line, StreamLink link) {
        line.put("from", link.from());
        ArrayNode to = line.putArray("to");
        link.to().forEach(to::add);
        link.split().ifPresent(split -> line.put("kind", LineValues.word(split)));
        if (link.feedback()) {
            line.put("feedback", true);
        }
        if (link.transport() != Transport.AUTO) {
            line.put("transport", LineValues.word(link.transport()));
        }
        if (link.room() != StreamLink.USUAL_ROOM) {
            line.put("room", link.room());
        }
        return line;
    }

    static StreamLink read(LineValues line) {
        return new StreamLink(
                line.text("from"),
                line.texts("to"),
                line.choice("kind", Split.class),
                line.flag("feedback"),
                line.choice("transport", Transport.class).orElse(Transport.AUTO),
                line.number("room").orElse(StreamLink.USUAL_ROOM));
    }
}
