package dev.slipway.web.charts;

import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.awt.image.WritableRaster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Writes the cells of a map as a PNG with one pixel for each cell; a gap is transparent. */
final class MapImage {
    private static final int BITS = 8;

    /** The colour of a gap in the palette, the only transparent one. The shades follow it. */
    private static final int GAP = 0;

    private static final IndexColorModel PALETTE =
            new IndexColorModel(BITS, Shades.COUNT + 1, palette(16), palette(8), palette(0), GAP);

    private MapImage() {}

    static byte[] of(MapCells cells) {
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        // ImageIO's own stream would write a temporary file.
        try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(png)) {
            ImageIO.write(image(cells), "png", out);
        } catch (IOException e) {
            throw new IllegalStateException("writing into memory does not fail", e);
        }
        return png.toByteArray();
    }

    private static BufferedImage image(MapCells cells) {
        BufferedImage image =
                new BufferedImage(cells.columns(), cells.rows(), BufferedImage.TYPE_BYTE_INDEXED, PALETTE);
        WritableRaster pixels = image.getRaster();
        double low = cells.lowest();
        double high = cells.highest();
        for (int row = 0; row < cells.rows(); row++) {
            for (int column = 0; column < cells.columns(); column++) {
                double value = cells.at(row, column);
                pixels.setSample(column, row, 0, Double.isNaN(value) ? GAP : GAP + 1 + Shades.of(value, low, high));
            }
        }
        return image;
    }

    /** Returns one of the three components of all colours: the bits of each colour from {@code shift} on. */
    private static byte[] palette(int shift) {
        byte[] component = new byte[Shades.COUNT + 1];
        for (int shade = 0; shade < Shades.COUNT; shade++) {
            component[GAP + 1 + shade] = (byte) (Shades.colour(shade) >> shift);
        }
        return component;
    }
}
