package dev.slipway.demo;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/**
 * A field on a periodic cube that looks like one component of a turbulent flow. It is made from a fixed seed: random
 * lattices of 4, 8, 16 and more cells a side are smoothly filled in and added up. Each finer lattice is weaker, as the
 * eddies of Kolmogorov's cascade are. The field is made plane by plane, so that no size fills the memory.
 *
 * @param size points a side, a power of two of at least 16
 */
public record TurbulentField(int size) {
    /** The points a side of the demo's field. */
    static final int SIZE = 256;

    private static final long SEED = 19410113;
    private static final int COARSEST = 4;

    /** The factor by which the amplitude falls with each doubling of the cells, so that the power falls as k^(-5/3). */
    private static final double WEAKER = Math.pow(2, -1.0 / 3);

    public TurbulentField {
        if (size < 16 || Integer.bitCount(size) != 1) {
            throw new IllegalArgumentException("a power of two of at least 16 is needed: " + size);
        }
    }

    /** Writes the field as a NumPy file of complex doubles. All imaginary parts are 0. */
    public void write(Path file) throws IOException {
        try (FileChannel out = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            writeAll(out, ByteBuffer.wrap(header()));
            ByteBuffer plane = ByteBuffer.allocateDirect(16 * size * size).order(ByteOrder.LITTLE_ENDIAN);
            for (int x = 0; x < size; x++) {
                plane.clear();
                for (double value : plane(x)) {
                    plane.putDouble(value).putDouble(0);
                }
                writeAll(out, plane.flip());
            }
        }
    }

    private static void writeAll(FileChannel out, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            out.write(bytes);
        }
    }

    /** Returns the header of version 1.0 of the format, with a length that is a multiple of 64. */
    private byte[] header() {
        String text = String.format(
                Locale.ROOT, "{'descr': '<c16', 'fortran_order': False, 'shape': (%d, %d, %d), }", size, size, size);
        int length = (10 + text.length() + 1 + 63) / 64 * 64;
        ByteBuffer header = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        header.put((byte) 0x93)
                .put("NUMPY".getBytes(StandardCharsets.US_ASCII))
                .put((byte) 1)
                .put((byte) 0);
        header.putShort((short) (length - 10));
        header.put(text.getBytes(StandardCharsets.US_ASCII));
        while (header.position() < length - 1) {
            header.put((byte) ' ');
        }
        return header.put((byte) '\n').array();
    }

    /** Returns the values at one x; the values at one y stand together. */
    double[] plane(int x) {
        double[] plane = new double[size * size];
        double amplitude = 1;
        for (int cells = COARSEST; cells <= size / 2; cells *= 2) {
            add(plane, x, cells, amplitude);
            amplitude *= WEAKER;
        }
        return plane;
    }

    private void add(double[] plane, int x, int cells, double amplitude) {
        double[] lattice = lattice(x, cells, amplitude);
        int points = size / cells;
        for (int y = 0; y < size; y++) {
            int low = y / points * cells;
            int high = (y / points + 1) % cells * cells;
            double ofY = smooth((double) (y % points) / points);
            for (int z = 0; z < size; z++) {
                int at = z / points;
                int next = (at + 1) % cells;
                double ofZ = smooth((double) (z % points) / points);
                double below = mixed(lattice[low + at], lattice[low + next], ofZ);
                double above = mixed(lattice[high + at], lattice[high + next], ofZ);
                plane[y * size + z] += mixed(below, above, ofY);
            }
        }
    }

    /** Returns the lattice's values at this x. */
    private double[] lattice(int x, int cells, double amplitude) {
        int points = size / cells;
        int at = x / points;
        int next = (at + 1) % cells;
        double ofX = smooth((double) (x % points) / points);
        double[] lattice = new double[cells * cells];
        for (int i = 0; i < lattice.length; i++) {
            lattice[i] = amplitude * mixed(random(cells, at, i), random(cells, next, i), ofX);
        }
        return lattice;
    }

    private static double mixed(double from, double to, double part) {
        return from + (to - from) * part;
    }

    /** Interpolates from 0 to 1 with slope 0 at both ends. */
    private static double smooth(double part) {
        return part * part * (3 - 2 * part);
    }

    /** Returns a number from -1 to 1, always the same for the same arguments. */
    private static double random(int cells, int layer, int point) {
        long bits = SEED + cells * 0x9E3779B97F4A7C15L + layer * 0xC2B2AE3D27D4EB4FL + point * 0x165667B19E3779F9L;
        bits = (bits ^ bits >>> 30) * 0xBF58476D1CE4E5B9L;
        bits = (bits ^ bits >>> 27) * 0x94D049BB133111EBL;
        return (bits ^ bits >>> 31) * 0x1p-63;
    }
}
