package dev.slipway.web.jobs;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/** Writes the cells of a map as a PNG with a pixel for each; gaps are transparent. */
final class MapImage {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    private static final int BITS = 8;
    private static final int PALETTE = 3;

    private MapImage() {}

    static byte[] of(MapCells cells) {
        try {
            ByteArrayOutputStream png = new ByteArrayOutputStream();
            png.write(SIGNATURE);
            chunk(png, "IHDR", head(cells));
            chunk(png, "PLTE", palette());
            // Number 0 is the gap, and the only one that is seen through.
            chunk(png, "tRNS", new byte[] {0});
            chunk(png, "IDAT", pixels(cells));
            chunk(png, "IEND", new byte[0]);
            return png.toByteArray();
        } catch (IOException e) {
            throw new IllegalStateException("writing into memory does not fail", e);
        }
    }

    private static byte[] head(MapCells cells) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream head = new DataOutputStream(bytes);
        head.writeInt(cells.columns());
        head.writeInt(cells.rows());
        head.writeByte(BITS);
        head.writeByte(PALETTE);
        head.write(new byte[3]);
        return bytes.toByteArray();
    }

    private static byte[] palette() {
        byte[] colours = new byte[3 * (Shades.COUNT + 1)];
        for (int shade = 0; shade < Shades.COUNT; shade++) {
            int colour = Shades.colour(shade);
            colours[3 * shade + 3] = (byte) (colour >> 16);
            colours[3 * shade + 4] = (byte) (colour >> 8);
            colours[3 * shade + 5] = (byte) colour;
        }
        return colours;
    }

    private static byte[] pixels(MapCells cells) throws IOException {
        double low = cells.lowest();
        double high = cells.highest();
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        try (DeflaterOutputStream out = new DeflaterOutputStream(packed, deflater)) {
            byte[] line = new byte[cells.columns() + 1];
            for (int row = 0; row < cells.rows(); row++) {
                for (int column = 0; column < cells.columns(); column++) {
                    double value = cells.at(row, column);
                    line[column + 1] = (byte) (Double.isNaN(value) ? 0 : 1 + Shades.of(value, low, high));
                }
                out.write(line);
            }
        } finally {
            deflater.end();
        }
        return packed.toByteArray();
    }

    private static void chunk(ByteArrayOutputStream png, String type, byte[] data) throws IOException {
        DataOutputStream out = new DataOutputStream(png);
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        CRC32 check = new CRC32();
        check.update(name);
        check.update(data);
        out.writeInt(data.length);
        out.write(name);
        out.write(data);
        out.writeInt((int) check.getValue());
    }
}
