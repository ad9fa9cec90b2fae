package dev.slipway.journeys;

import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;

/** Makes pictures of pages small enough to be kept with the sources: at most 256 colours, and a bounded height. */
final class SmallPicture {
    private static final long MOST_BYTES = 120 * 1024;
    private static final int COLOURS = 256;
    private static final int STEP = 100;

    private SmallPicture() {}

    static void small(Path whole, Path folder, String name) throws IOException {
        BufferedImage picture = indexed(ImageIO.read(whole.toFile()));
        Path small = Files.createDirectories(folder).resolve(name + ".png");
        int height = picture.getHeight();
        write(picture, small);
        while (Files.size(small) > MOST_BYTES) {
            // Bytes grow roughly with the height. A tenth more is tried first, so that not too much is cut off.
            height = Math.min(height - STEP, (int) (1.1 * height * MOST_BYTES / Files.size(small)));
            write(picture.getSubimage(0, 0, picture.getWidth(), height), small);
        }
    }

    /** Reduces the picture to its most frequent colours. Every other colour becomes the nearest of those. */
    private static BufferedImage indexed(BufferedImage picture) {
        int width = picture.getWidth();
        int[] pixels = picture.getRGB(0, 0, width, picture.getHeight(), null, 0, width);
        Map<Integer, Integer> counts = new HashMap<>();
        for (int pixel : pixels) {
            counts.merge(pixel, 1, Integer::sum);
        }
        int[] palette = counts.entrySet().stream()
                .sorted(Map.Entry.<Integer, Integer>comparingByValue().reversed())
                .limit(COLOURS)
                .mapToInt(Map.Entry::getKey)
                .toArray();
        Map<Integer, Integer> nearest = new HashMap<>();
        counts.keySet().forEach(colour -> nearest.put(colour, nearest(palette, colour)));
        IndexColorModel model =
                new IndexColorModel(8, COLOURS, Arrays.copyOf(palette, COLOURS), 0, false, -1, DataBuffer.TYPE_BYTE);
        BufferedImage indexed = new BufferedImage(width, picture.getHeight(), BufferedImage.TYPE_BYTE_INDEXED, model);
        indexed.getRaster()
                .setPixels(
                        0,
                        0,
                        width,
                        picture.getHeight(),
                        Arrays.stream(pixels).map(nearest::get).toArray());
        return indexed;
    }

    private static int nearest(int[] palette, int colour) {
        int best = 0;
        for (int i = 1; i < palette.length; i++) {
            if (distance(palette[i], colour) < distance(palette[best], colour)) {
                best = i;
            }
        }
        return best;
    }

    private static int distance(int one, int other) {
        int sum = 0;
        for (int shift = 0; shift < 24; shift += 8) {
            int difference = (one >> shift & 0xff) - (other >> shift & 0xff);
            sum += difference * difference;
        }
        return sum;
    }

    private static void write(BufferedImage picture, Path file) throws IOException {
        Files.deleteIfExists(file);
        ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
        ImageWriteParam packed = writer.getDefaultWriteParam();
        packed.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
        packed.setCompressionQuality(0);
        try (ImageOutputStream out = ImageIO.createImageOutputStream(file.toFile())) {
            writer.setOutput(out);
            writer.write(null, new IIOImage(picture, null, null), packed);
        } finally {
            writer.dispose();
        }
    }
}
