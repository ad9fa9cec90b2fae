package dev.slipway.web.charts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.request.Axes;
import dev.slipway.web.results.UndrawableException;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MapPictureTest {
    @Test
    void cells_have_the_colours_of_their_values_and_gaps_are_seen_through() throws Exception {
        BufferedImage image = image(picture("value,row,column\n0,-1,4\n10,-1,6\n5,0,5\n,0,4\n"));

        assertThat(image.getWidth()).isEqualTo(3);
        assertThat(image.getHeight()).isEqualTo(2);
        assertThat(image.getRGB(0, 0)).isEqualTo(0xff000000 | Shades.colour(0));
        assertThat(image.getRGB(2, 0)).isEqualTo(0xff000000 | Shades.colour(254));
        assertThat(image.getRGB(1, 1)).isEqualTo(0xff000000 | Shades.colour(127));
        assertThat(image.getRGB(1, 0) >>> 24).as("no row of the file has it").isZero();
        assertThat(image.getRGB(0, 1) >>> 24).as("its value is empty").isZero();
    }

    @Test
    void colours_grow_lighter_from_the_lowest_value_to_the_highest() {
        for (int shade = 1; shade < Shades.COUNT; shade++) {
            assertThat(light(Shades.colour(shade))).isGreaterThan(light(Shades.colour(shade - 1)));
        }
    }

    @Test
    void numbers_of_rows_and_columns_stand_beside_their_cells() throws Exception {
        MapPicture picture = picture(square(256, 3));

        assertThat(picture.down()).extracting(Axis.Tick::label).containsExactly("0", "50", "100", "150", "200", "250");
        assertThat(picture.across()).extracting(Axis.Tick::label).containsExactly("0", "1", "2");
        assertThat(picture.down().get(0).at())
                .isEqualTo(Axis.rounded(
                        picture.frame().top() + 0.5 * picture.frame().height() / 256));
        assertThat(picture.frame().height()).isEqualTo(460);
        assertThat(picture.frame().width()).as("a side that would vanish").isEqualTo(12);
        assertThat(picture.frame().scaleHeight()).isEqualTo(460);
        assertThat(picture.words().rows() + " x " + picture.words().columns()).isEqualTo("256 x 3");
        assertThat(picture.titles().x() + "/" + picture.titles().y()).isEqualTo("column/row");
    }

    @Test
    void some_values_are_told_in_a_table_the_first_and_the_last_among_them() throws Exception {
        MapPicture.Table table = picture(square(512, 512)).table();

        assertThat(table.columns()).hasSize(8).startsWith("0").endsWith("511");
        assertThat(table.rows()).hasSize(8);
        assertThat(table.rows().get(7).number()).isEqualTo("511");
        assertThat(table.rows().get(7).values()).startsWith("511.00").endsWith("1,022.00");
    }

    @Test
    void one_value_alone_and_equal_values_have_a_picture() throws Exception {
        assertThat(image(picture("row,column,value\n7,7,3\n")).getRGB(0, 0)).isEqualTo(0xff000000 | Shades.colour(127));
        assertThat(picture("row,column,value\n0,0,0\n0,1,0\n").scale()).isNotEmpty();
    }

    @Test
    void a_packed_file_is_read_as_it_is() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(square(2, 2).getBytes(StandardCharsets.UTF_8));
        }

        assertThat(MapPicture.of(new ByteArrayInputStream(packed.toByteArray()), Axes.NONE)
                        .words()
                        .highest())
                .isEqualTo("2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "row,value;0,1|column column is missing",
                "row,column;0,1|column value is missing",
                "row,column,value;|the file has no row below its header",
                "row,column,value;0,0,|no cell has a value",
                "row,column,value;0,0,1;0.5,0,1|line 3, column row is not a whole number: \"0.5\"",
                "row,column,value;0,,1|line 2, column column is not a whole number: \"\"",
                "row,column,value;0,99999999999,1|line 2, column column is not a whole number: \"99999999999\"",
                "row,column,value;0,0,nan|line 2, column value is not a number: \"nan\"",
                "row,column,value;0,0,1e300|line 2, column value is not a number: \"1e300\"",
                "row,column,value;0,0,1;0,0,2|row 0 has two values in column 0",
                "row,column,value;0,0,1,2|line 2 has 4 cells, and the header has 3",
                "row,column,value;0,0,1;512,0,1|line 3: rows go from 0 to 512, and a map holds at most 512 of them",
                "row,column,value;1,-1,1;1,511,1|line 3: columns go from -1 to 511, and a map holds at most 512 of them"
            })
    void what_is_no_map_is_told_by_line_and_column(String csv, String words) {
        assertThatThrownBy(() -> picture(csv.replace(';', '\n')))
                .isInstanceOf(UndrawableException.class)
                .hasMessage(words);
    }

    @Test
    void a_file_with_more_rows_than_cells_is_refused_before_all_of_it_is_kept() {
        assertThatThrownBy(() -> picture(square(512, 512) + "0,0,1\n"))
                .isInstanceOf(UndrawableException.class)
                .hasMessage("line 262146: the file has more rows than a map of 512 x 512 has cells");
    }

    private static String square(int rows, int columns) {
        StringBuilder csv = new StringBuilder("row,column,value\n");
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                csv.append(row)
                        .append(',')
                        .append(column)
                        .append(',')
                        .append(row + column)
                        .append('\n');
            }
        }
        return csv.toString();
    }

    private static double light(int colour) {
        return 0.2126 * (colour >> 16 & 0xff) + 0.7152 * (colour >> 8 & 0xff) + 0.0722 * (colour & 0xff);
    }

    private static BufferedImage image(MapPicture picture) throws IOException {
        return ImageIO.read(new ByteArrayInputStream(picture.png()));
    }

    private static MapPicture picture(String csv) throws IOException, UndrawableException {
        return MapPicture.of(new ByteArrayInputStream(csv.getBytes(StandardCharsets.UTF_8)), Axes.NONE);
    }
}
