package dev.slipway.gateway.ssh;

import dev.slipway.gateway.files.FileStamp;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The header that scp sends before the bytes of a file: with {@code -p} the times, then permissions, length and name.
 */
record ScpHeader(long bytes, FileStamp stamp) {
    private static final Pattern TIMES = Pattern.compile("T(\\d{1,10}) \\d{1,6} \\d{1,10} \\d{1,6}");
    private static final Pattern FILE = Pattern.compile("C([0-7]{4}) (\\d{1,18}) (.+)", Pattern.DOTALL);

    /** Reads the header, without asking for the bytes yet. @param name the only name that is accepted */
    static ScpHeader read(ScpChannel scp, String name) throws IOException {
        scp.yes();
        String record = scp.opened();
        Matcher times = TIMES.matcher(record);
        if (!times.matches()) {
            throw scp.broken("where a file's times should stand it sends " + record);
        }
        scp.yes();
        record = scp.record();
        Matcher file = FILE.matcher(record);
        if (!file.matches()) {
            throw scp.broken("where one file should come it sends " + record);
        }
        if (!file.group(3).equals(name)) {
            throw scp.broken("asked for " + name + " it sends " + file.group(3));
        }
        return new ScpHeader(
                Long.parseLong(file.group(2)),
                new FileStamp(Long.parseLong(times.group(1)), Integer.parseInt(file.group(1), 8)));
    }
}
