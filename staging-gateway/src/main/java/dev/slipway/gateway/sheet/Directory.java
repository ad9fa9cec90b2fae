package dev.slipway.gateway.sheet;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * The directory at the end of a zip file (APPNOTE, section 4.3). Opening the file reads the whole directory into
 * memory.
 */
final class Directory {
    /** The signature of the record at the very end, before its comment of up to 64 KiB. */
    private static final int END = 0x06054b50;

    private static final int END_BYTES = 22;
    private static final int BEGIN_AT = 16;
    private static final int LONGEST_COMMENT = 0xffff;

    private Directory() {}

    /** Refuses a file with a larger directory, and a file of more than 4 GiB, which has another kind of directory. */
    static void requireSmall(Path file, int most) throws SheetFault, IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            long from = Math.max(0, channel.size() - END_BYTES - LONGEST_COMMENT);
            ByteBuffer tail = ByteBuffer.allocate((int) (channel.size() - from)).order(ByteOrder.LITTLE_ENDIAN);
            while (tail.hasRemaining() && channel.read(tail, from + tail.position()) >= 0) {
                // Reads until the buffer is full or the file ends.
            }
            for (int at = tail.position() - END_BYTES; at >= 0; at--) {
                if (tail.getInt(at) == END) {
                    long begin = Integer.toUnsignedLong(tail.getInt(at + BEGIN_AT));
                    if (from + at - begin > most) {
                        throw new SheetFault("the directory of its parts has more than " + most + " bytes");
                    }
                    return;
                }
            }
            throw SheetFault.unreadable(new IOException("it has no directory of its parts"));
        }
    }
}
