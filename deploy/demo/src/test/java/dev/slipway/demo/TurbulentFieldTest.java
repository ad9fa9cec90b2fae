package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TurbulentFieldTest {
    private final TurbulentField field = new TurbulentField(32);

    @Test
    void it_is_written_as_a_numpy_file_of_complex_doubles(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("field.npy");

        field.write(file);

        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        int header = 10 + bytes.getShort(8);
        String text = new String(bytes.array(), 0, header, StandardCharsets.ISO_8859_1);
        assertThat(text)
                .startsWith("\u0093NUMPY\u0001\u0000")
                .contains("{'descr': '<c16', 'fortran_order': False, 'shape': (32, 32, 32), }")
                .endsWith("\n");
        assertThat(header % 64).isZero();
        assertThat(bytes.capacity()).isEqualTo(header + 16 * 32 * 32 * 32);
        assertThat(bytes.getDouble(header + 16 * ((3 * 32 + 4) * 32 + 5))).isEqualTo(field.plane(3)[4 * 32 + 5]);
        assertThat(bytes.getDouble(header + 16 * ((3 * 32 + 4) * 32 + 5) + 8)).isZero();
    }

    @Test
    void it_is_the_same_each_time_and_goes_on_smoothly_at_its_edges() {
        double[] first = field.plane(0);

        assertThat(new TurbulentField(32).plane(0)).isEqualTo(first);
        assertThat(distance(first, field.plane(31)))
                .as("the last plane is as near to the first as any two neighbours are")
                .isLessThan(1.5 * distance(field.plane(15), field.plane(14)));
        assertThat(distance(first, field.plane(16))).isGreaterThan(2 * distance(first, field.plane(1)));
    }

    @Test
    void its_values_lie_on_both_sides_of_zero() {
        double[] plane = field.plane(7);

        assertThat(Arrays.stream(plane).min().orElseThrow()).isLessThan(-0.3);
        assertThat(Arrays.stream(plane).max().orElseThrow()).isGreaterThan(0.3).isLessThan(4);
    }

    @Test
    void another_size_than_a_power_of_two_is_refused() {
        assertThatThrownBy(() -> new TurbulentField(48)).hasMessage("a power of two of at least 16 is needed: 48");
    }

    private static double distance(double[] one, double[] other) {
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += (one[i] - other[i]) * (one[i] - other[i]);
        }
        return Math.sqrt(sum);
    }
}
