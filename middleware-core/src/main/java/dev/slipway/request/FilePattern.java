package dev.slipway.request;

import java.util.Arrays;
import java.util.List;

/**
 * Chooses files of a folder by their paths below it, as {@link java.nio.file.FileSystem#getPathMatcher} globs do: {@code *} stands for
 * any characters of one name, {@code ?} for one, {@code [a-c]} for one of these, <code>{a,b}</code> for one of these texts, and
 * {@code **} for characters across folders too.
 */
public record FilePattern(String value) {
    private static final int LONGEST = 255;

    /** All files of a folder and of the folders in it. */
    public static final FilePattern ALL = new FilePattern("**");

    public FilePattern {
        Require.that(isAllowed(value), "not a pattern of paths below a folder: " + value);
    }

    /** Whether {@code value} can choose files, all of them below the folder. */
    public static boolean isAllowed(String value) {
        boolean below = value != null
                && !value.isBlank()
                && value.length() <= LONGEST
                && !value.startsWith("/")
                && !value.endsWith("/")
                && value.chars().noneMatch(Character::isISOControl)
                && !Arrays.asList(value.split("/")).contains("..");
        return below && value.indexOf('\\') < 0 && Glob.of(value).isPresent();
    }

    /** Those of {@code paths} that are chosen, in their order. */
    public List<String> chosen(List<String> paths) {
        Glob glob = Glob.of(value).orElseThrow();
        return paths.stream().filter(glob::matches).toList();
    }

    /** How many folders below its own a chosen file can lie in. */
    public int depth() {
        return value.contains("**") ? Integer.MAX_VALUE : value.split("/").length - 1;
    }

    @Override
    public String toString() {
        return value;
    }
}
