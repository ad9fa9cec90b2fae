package dev.slipway.web.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.slipway.web.graph.GraphPicture.Box;
import dev.slipway.web.graph.GraphPicture.Line;
import dev.slipway.web.graph.GraphSketch.Arrow;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GraphPictureTest {
    /** Joins generator, engine, confirmation and store. */
    private static final GraphSketch MARKET = new GraphSketch(
            4,
            List.of(
                    arrow(0, 1),
                    arrow(0, 3),
                    arrow(0, 2),
                    arrow(1, 2),
                    arrow(2, 3),
                    new Arrow(2, 0, true),
                    new Arrow(3, 0, true)));

    private static Arrow arrow(int from, int to) {
        return new Arrow(from, to, false);
    }

    @Test
    void kernels_stand_right_of_those_that_lead_to_them() {
        List<Box> boxes = GraphPicture.of(MARKET).boxes();

        assertThat(boxes.stream().map(Box::x)).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void a_source_stands_next_to_what_it_leads_to() {
        List<Box> boxes = GraphPicture.of(new GraphSketch(4, List.of(arrow(0, 1), arrow(1, 2), arrow(3, 2))))
                .boxes();

        assertThat(boxes.get(3).x()).isEqualTo(boxes.get(1).x());
    }

    @Test
    void what_goes_back_passes_below_all_boxes_each_in_a_lane_of_its_own() {
        GraphPicture picture = GraphPicture.of(MARKET);

        double lowest = picture.boxes().stream().mapToDouble(Box::y).max().orElseThrow() + GraphPicture.BOX_HEIGHT;
        Line near = picture.lines().get(5);
        Line far = picture.lines().get(6);
        assertThat(near.y()).isGreaterThan(lowest);
        assertThat(far.y()).isGreaterThan(near.y() + 30);
        assertThat(picture.height()).isGreaterThan(far.y() + 15);
    }

    @Test
    void an_arrow_ends_at_the_edge_of_its_box() {
        GraphPicture picture = GraphPicture.of(MARKET);

        for (int i = 0; i < 5; i++) {
            Box box = picture.boxes().get(MARKET.arrows().get(i).to());
            String[] numbers = picture.lines().get(i).path().split("[^0-9.]+");
            assertThat(Double.parseDouble(numbers[numbers.length - 2])).isCloseTo(box.x() - 7, within(0.11));
            assertThat(Double.parseDouble(numbers[numbers.length - 1]))
                    .isBetween(box.y(), box.y() + GraphPicture.BOX_HEIGHT);
        }
    }

    @Test
    void the_same_graph_gives_the_same_picture() {
        assertThat(GraphPicture.of(MARKET)).isEqualTo(GraphPicture.of(MARKET));
    }

    @Test
    void a_cycle_that_does_not_say_so_is_drawn_all_the_same() {
        GraphPicture picture =
                GraphPicture.of(new GraphSketch(3, List.of(arrow(0, 1), arrow(1, 2), arrow(2, 0), arrow(1, 1))));

        assertThat(picture.boxes().stream().map(Box::x)).isSorted().doesNotHaveDuplicates();
        assertThat(picture.lines().get(2).y())
                .isGreaterThan(picture.boxes().get(0).y() + GraphPicture.BOX_HEIGHT);
    }

    /** Asserts that no two texts of the picture overlap in random graphs. */
    @Test
    void words_do_not_overlap() {
        Random random = new Random(20221228);
        for (int round = 0; round < 300; round++) {
            GraphSketch sketch = random(random);
            GraphPicture picture = GraphPicture.of(sketch);
            List<double[]> areas = new ArrayList<>();
            picture.boxes()
                    .forEach(box -> areas.add(new double[] {
                        box.x(), box.y(), box.x() + GraphPicture.BOX_WIDTH, box.y() + GraphPicture.BOX_HEIGHT
                    }));
            picture.lines()
                    .forEach(line -> areas.add(new double[] {
                        line.x() - GraphPicture.WORDS_WIDTH / 2,
                        line.y() - 20,
                        line.x() + GraphPicture.WORDS_WIDTH / 2,
                        line.y() + 20
                    }));
            for (int i = 0; i < areas.size(); i++) {
                for (int k = 0; k < i; k++) {
                    assertThat(overlap(areas.get(i), areas.get(k)))
                            .as("%s: %d and %d of %s", sketch, i, k, picture)
                            .isFalse();
                }
                assertThat(areas.get(i)[3]).isLessThanOrEqualTo(picture.height());
                assertThat(areas.get(i)[2]).isLessThanOrEqualTo(picture.width());
            }
        }
    }

    private static boolean overlap(double[] one, double[] other) {
        return one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
    }

    private static GraphSketch random(Random random) {
        int kernels = 1 + random.nextInt(9);
        List<Arrow> arrows = IntStream.range(0, random.nextInt(14))
                .mapToObj(i -> new Arrow(random.nextInt(kernels), random.nextInt(kernels), random.nextInt(5) == 0))
                .toList();
        return new GraphSketch(kernels, arrows);
    }

    @Test
    void a_graph_is_drawn_up_to_the_size_at_which_it_can_be_read() {
        assertThat(GraphPicture.fits(MARKET)).isTrue();
        assertThat(GraphPicture.fits(new GraphSketch(0, List.of()))).isFalse();
        assertThat(GraphPicture.fits(new GraphSketch(41, List.of()))).isFalse();
    }

    @Test
    void an_arrow_to_a_kernel_that_is_not_there_is_refused() {
        assertThatThrownBy(() -> new GraphSketch(1, List.of(arrow(0, 1)))).isInstanceOf(IllegalArgumentException.class);
    }
}
