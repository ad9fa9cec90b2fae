package dev.slipway.web.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Describes a graph as it is drawn, in {@code viewBox} units. Equal graphs give equal pictures.
 *
 * @param boxes of the kernels, in their order
 * @param lines of the arrows, in their order
 */
public record GraphPicture(List<Box> boxes, List<Line> lines, double width, double height) {
    /** The width of a kernel's box, in pixels. */
    public static final double BOX_WIDTH = 128;

    /** The height of a kernel's box, in pixels: room for three lines of text. */
    public static final double BOX_HEIGHT = 68;

    static final double WORDS_WIDTH = 112;
    static final double CHANNEL = 36;
    private static final double WORDS_HEIGHT = 58;
    private static final double PASSING_HEIGHT = 10;
    private static final double MARGIN = 20;
    private static final double LANE = 46;
    private static final double HEAD = 7;
    /** The most kernels that are drawn. A picture of more would be unreadable. */
    private static final int MOST_KERNELS = 40;

    private static final int MOST_ARROWS = 80;

    /** Describes a kernel's box by the upper left corner. */
    public record Box(double x, double y) {}

    /**
     * Describes an arrow.
     *
     * @param path of an SVG, which ends where the head begins to point
     * @param x middle of the arrow's words
     * @param y height of the line at the words; words have room above and below
     */
    public record Line(String path, double x, double y) {}

    /** Returns whether a picture of the graph would be readable. */
    public static boolean fits(GraphSketch sketch) {
        return sketch.kernels() > 0
                && sketch.kernels() <= MOST_KERNELS
                && sketch.arrows().size() <= MOST_ARROWS;
    }

    /** Lays the graph out. */
    public static GraphPicture of(GraphSketch sketch) {
        GraphLayers layers = GraphLayers.of(sketch);
        int last = IntStream.range(0, sketch.kernels()).map(layers::layer).max().orElse(0);
        List<Node> nodes = new ArrayList<>();
        List<Node> kernels = new ArrayList<>();
        for (int kernel = 0; kernel < sketch.kernels(); kernel++) {
            kernels.add(add(nodes, new Node(2 * layers.layer(kernel), BOX_HEIGHT)));
        }
        List<List<Node>> ways = new ArrayList<>();
        for (int i = 0; i < sketch.arrows().size(); i++) {
            GraphSketch.Arrow arrow = sketch.arrows().get(i);
            ways.add(layers.goesBack(i) ? List.of() : way(nodes, kernels.get(arrow.from()), kernels.get(arrow.to())));
        }
        double bottom = MARGIN + Columns.arrange(nodes, 2 * last + 1);
        ArrowEnds ports = new ArrowEnds(sketch, kernels, ways);
        List<Line> lines = new ArrayList<>();
        List<Integer> lanes = lanes(sketch, layers);
        for (int i = 0; i < sketch.arrows().size(); i++) {
            int lane = lanes.indexOf(i);
            lines.add(lane < 0 ? forward(ports, i, ways.get(i)) : back(ports, i, bottom + LANE * (lane + 0.8)));
        }
        List<Box> boxes = kernels.stream()
                .map(node -> new Box(left(node.column), MARGIN + node.y - BOX_HEIGHT / 2))
                .toList();
        double height = bottom + (lanes.isEmpty() ? 0 : LANE * lanes.size()) + MARGIN;
        return new GraphPicture(boxes, lines, left(2 * last) + BOX_WIDTH + MARGIN, height);
    }

    private static Node add(List<Node> nodes, Node node) {
        nodes.add(node);
        return node;
    }

    /**
     * Makes the nodes that an arrow passes: the words in the column after the start box, and room in all columns up to
     * the end box.
     */
    private static List<Node> way(List<Node> nodes, Node from, Node to) {
        List<Node> way = new ArrayList<>();
        Node before = from;
        for (int column = from.column + 1; column < to.column; column++) {
            double height = column == from.column + 1 ? WORDS_HEIGHT : PASSING_HEIGHT;
            Node node = add(nodes, new Node(column, height));
            before.leadTo(node);
            way.add(node);
            before = node;
        }
        before.leadTo(to);
        return way;
    }

    /**
     * Orders the arrows that go back, the shortest first. Each gets a lane below the picture, and longer arrows enclose
     * shorter ones.
     */
    private static List<Integer> lanes(GraphSketch sketch, GraphLayers layers) {
        return IntStream.range(0, sketch.arrows().size())
                .filter(layers::goesBack)
                .boxed()
                .sorted((a, b) -> Integer.compare(span(sketch, layers, a), span(sketch, layers, b)))
                .toList();
    }

    private static int span(GraphSketch sketch, GraphLayers layers, int arrow) {
        GraphSketch.Arrow ends = sketch.arrows().get(arrow);
        return layers.layer(ends.from()) - layers.layer(ends.to());
    }

    static double left(int column) {
        return MARGIN + column / 2 * (BOX_WIDTH + WORDS_WIDTH + 2 * CHANNEL) + column % 2 * (BOX_WIDTH + CHANNEL);
    }

    private static double right(Node node) {
        return left(node.column) + (node.column % 2 == 0 ? BOX_WIDTH : WORDS_WIDTH);
    }

    private static Line forward(ArrowEnds ports, int arrow, List<Node> way) {
        double x = right(ports.from(arrow));
        double y = MARGIN + ports.leaves(arrow);
        StringBuilder path = new StringBuilder(point("M", x, y));
        for (Node node : way) {
            curve(path, x, y, left(node.column), MARGIN + node.y);
            x = right(node);
            y = MARGIN + node.y;
            path.append(point("L", x, y));
        }
        double end = left(ports.to(arrow).column) - HEAD;
        curve(path, x, y, end, MARGIN + ports.arrives(arrow));
        Node words = way.get(0);
        return new Line(path.toString(), left(words.column) + WORDS_WIDTH / 2, MARGIN + words.y);
    }

    private static void curve(StringBuilder path, double fromX, double fromY, double toX, double toY) {
        double middle = (fromX + toX) / 2;
        path.append(point("C", middle, fromY)).append(point(" ", middle, toY)).append(point(" ", toX, toY));
    }

    /**
     * Draws an arrow that goes back: out of the start box at the right, down to the lane, and into the end box from the
     * left. Where no box stands below, the line goes through the lower edges of the boxes.
     */
    private static Line back(ArrowEnds ports, int arrow, double lane) {
        Node from = ports.from(arrow);
        Node to = ports.to(arrow);
        StringBuilder path = new StringBuilder();
        double start;
        if (ports.isLowest(from)) {
            start = left(from.column) + BOX_WIDTH * 0.7 + ports.shift(arrow);
            path.append(point("M", start, MARGIN + from.y + BOX_HEIGHT / 2));
        } else {
            start = right(from) + CHANNEL / 3 + ports.shift(arrow);
            path.append(point("M", right(from), MARGIN + from.y + BOX_HEIGHT / 3))
                    .append(point("L", start, MARGIN + from.y + BOX_HEIGHT / 3));
        }
        path.append(point("L", start, lane));
        double end;
        if (ports.isLowest(to)) {
            end = left(to.column) + BOX_WIDTH * 0.3 - ports.shift(arrow);
            path.append(point("L", end, lane)).append(point("L", end, MARGIN + to.y + BOX_HEIGHT / 2 + HEAD));
        } else {
            end = left(to.column) - CHANNEL / 3 - ports.shift(arrow);
            path.append(point("L", end, lane))
                    .append(point("L", end, MARGIN + to.y + BOX_HEIGHT / 3))
                    .append(point("L", left(to.column) - HEAD, MARGIN + to.y + BOX_HEIGHT / 3));
        }
        // No line comes down between two columns of boxes.
        double words = from.column > to.column ? left(from.column - 1) + WORDS_WIDTH / 2 : (start + end) / 2;
        return new Line(path.toString(), words, lane);
    }

    private static String point(String command, double x, double y) {
        return command + number(x) + " " + number(y);
    }

    private static String number(double value) {
        double rounded = Math.round(10 * value) / 10.0;
        return rounded == Math.rint(rounded) ? Long.toString((long) rounded) : Double.toString(rounded);
    }
}
