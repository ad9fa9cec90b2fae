package dev.slipway.request;

import java.nio.file.Path;

/**
 * A file of the job, relative to its run folder. A path is never absolute and never leads above the run folder, so no
 * document reaches the files of another job.
 */
public record RunPath(String value) {

    public RunPath {
        Require.that(isAllowed(value), "not a path inside the run folder: " + value);
    }

    /** Returns whether {@code value} names a file inside the run folder. */
    public static boolean isAllowed(String value) {
        if (value == null
                || value.isBlank()
                || value.length() > 255
                || value.chars().anyMatch(Character::isISOControl)) {
            return false;
        }
        if (value.startsWith("/") || value.endsWith("/") || value.contains("\\")) {
            return false;
        }
        for (String part : value.split("/", -1)) {
            if (part.isEmpty() || part.equals(".") || part.equals("..")) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether the paths are equal or one lies below the other, so that one of them would have to be a folder.
     */
    public boolean overlaps(RunPath other) {
        return (value + "/").startsWith(other.value + "/") || (other.value + "/").startsWith(value + "/");
    }

    /** Returns the path of the file below {@code runFolder}. */
    public Path in(Path runFolder) {
        return runFolder.resolve(value);
    }

    @Override
    public String toString() {
        return value;
    }
}
