package dev.slipway.gateway.files;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The ledger entry of a file that is about to get its name: {@code file:<sha256>:<bytes>:<rows>}.
 *
 * @param sha256 of the whole file
 * @param bytes of data that this step moved
 * @param rows that this step moved
 */
record FileIntent(String sha256, long bytes, long rows) {
    private static final Pattern FORM = Pattern.compile("file:([0-9a-f]{64}):(\\d+):(\\d+)");

    static Optional<FileIntent> parse(String key) {
        Matcher form = FORM.matcher(key);
        return form.matches()
                ? Optional.of(
                        new FileIntent(form.group(1), Long.parseLong(form.group(2)), Long.parseLong(form.group(3))))
                : Optional.empty();
    }

    String key() {
        return "file:" + sha256 + ":" + bytes + ":" + rows;
    }
}
