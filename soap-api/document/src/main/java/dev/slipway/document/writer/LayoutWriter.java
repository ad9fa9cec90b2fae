package dev.slipway.document.writer;

import java.util.List;

/** Writes one node per line. Elements that hold text keep every character. */
final class LayoutWriter {
    private static final String LEVEL = "  ";
    private static final int WIDTH = 120;

    private final StringBuilder out = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");

    String write(List<LayoutNode> nodes) {
        lines(nodes, "");
        return out.toString();
    }

    private void lines(List<LayoutNode> nodes, String indent) {
        boolean begun = false;
        boolean apart = false;
        for (LayoutNode node : nodes) {
            if (node instanceof LayoutNode.Text text) {
                apart |= text.characters().chars().filter(c -> c == '\n').count() > 1;
                continue;
            }
            out.append(begun && apart ? "\n" : "").append(indent);
            node(node, indent);
            out.append('\n');
            begun = true;
            apart = false;
        }
    }

    private void node(LayoutNode node, String indent) {
        if (node instanceof LayoutNode.Element element) {
            element(element, indent);
        } else if (node instanceof LayoutNode.Text text) {
            out.append(
                    text.cdata()
                            ? "<![CDATA[" + text.characters().toString().replace("]]>", "]]]]><![CDATA[>") + "]]>"
                            : Escapes.escaped(text.characters().toString(), false));
        } else if (node instanceof LayoutNode.Comment comment) {
            out.append("<!--").append(comment.text()).append("-->");
        } else if (node instanceof LayoutNode.Instruction instruction) {
            String data = instruction.data() == null ? "" : instruction.data();
            out.append("<?")
                    .append(instruction.target())
                    .append(data.isEmpty() ? "" : " " + data)
                    .append("?>");
        }
    }

    private void element(LayoutNode.Element element, String indent) {
        start(element, indent);
        if (element.children().isEmpty()) {
            out.append("/>");
            return;
        }
        out.append('>');
        if (holdsText(element)) {
            element.children().forEach(child -> node(child, indent));
        } else {
            out.append('\n');
            lines(element.children(), indent + LEVEL);
            out.append(indent);
        }
        out.append("</").append(element.name()).append('>');
    }

    /** Returns whether white space in the element may count, so that the writer must not change a character. */
    private static boolean holdsText(LayoutNode.Element element) {
        boolean preserved = element.attributes().contains(new LayoutNode.Attribute("xml:space", "preserve"));
        boolean text = element.children().stream()
                .anyMatch(child -> child instanceof LayoutNode.Text words && !words.isSpace());
        return preserved || text || element.children().stream().allMatch(LayoutNode.Text.class::isInstance);
    }

    private void start(LayoutNode.Element element, String indent) {
        StringBuilder line = new StringBuilder("<").append(element.name());
        for (LayoutNode.Attribute attribute : element.attributes()) {
            line.append(' ').append(written(attribute));
        }
        if (indent.length() + line.length() < WIDTH) {
            out.append(line);
            return;
        }
        out.append('<').append(element.name());
        int width = indent.length() + element.name().length() + 1;
        for (LayoutNode.Attribute attribute : element.attributes()) {
            String text = written(attribute);
            boolean fits = width + text.length() + 2 < WIDTH;
            out.append(fits ? " " : "\n" + indent + LEVEL + LEVEL).append(text);
            width = fits ? width + text.length() + 1 : indent.length() + 2 * LEVEL.length() + text.length();
        }
    }

    private static String written(LayoutNode.Attribute attribute) {
        return attribute.name() + "=\"" + Escapes.escaped(attribute.value(), true) + "\"";
    }
}
