package dev.slipway.request;

import java.util.Arrays;
import java.util.List;

/**
 * Selects files of a folder by their paths below it, with globs as in {@link java.nio.file.FileSystem#getPathMatcher}:
 * {@code *} stands for any characters of one name, {@code ?} for one, {@code [a-c]} for one of these,
 * <code>{a,b}</code> for one of these texts, and {@code **} for characters across folders too.
 */
public record FilePattern(String value) {
    private static final int LONGEST = 255;

    /** Selects all files of a folder and of the folders in it. */
    public static final FilePattern ALL = new FilePattern("**");

    public FilePattern {
        Require.that(isAllowed(value), "not a pattern of paths below a folder: " + value);
    }

    /** Returns whether {@code value} can select files, all of them below the folder. */
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

    /** Returns the selected paths, in the order of {@code paths}. */
    public List<String> chosen(List<String> paths) {
        Glob glob = Glob.of(value).orElseThrow();
        return paths.stream().filter(glob::matches).toList();
    }

    /** Returns how many folders below its own a selected file can lie in. */
    public int depth() {
        return value.contains("**") ? Integer.MAX_VALUE : value.split("/").length - 1;
    }

    @Override
    public String toString() {
        return value;
    }
}
