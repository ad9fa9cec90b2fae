package dev.slipway.disk;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Distinguishes a full disk, which is temporary, from other errors of a file system. */
public final class FullDisk {
    /** The messages of ENOSPC and EDQUOT, for which Java has no exception types. */
    private static final Pattern FULL = Pattern.compile("No space left on device|Disk quota exceeded");

    private static final int DEEPEST = 20;

    private FullDisk() {}

    /**
     * Returns the problem of a failed write below {@code folder}: an outage with the disk's free space if the disk is
     * full, an internal problem otherwise.
     *
     * @param what the failed action, in words
     */
    public static Problem problem(Path folder, String what, Throwable cause) {
        return isFull(folder, cause)
                ? new Problem(
                        ProblemCode.STORAGE_FULL,
                        what + ": " + FreeSpace.of(folder).words() + ", and it needs more",
                        cause.toString())
                : new Problem(ProblemCode.INTERNAL, what, cause.toString());
    }

    /** Returns whether a write below {@code folder} failed for lack of space there. */
    public static boolean isFull(Path folder, Throwable cause) {
        return said(cause) || Files.isDirectory(folder) && FreeSpace.of(folder).nothing();
    }

    /** Returns whether this machine's system reported a full disk, on any disk. */
    public static boolean said(Throwable cause) {
        Throwable one = cause;
        for (int depth = 0; one != null && depth < DEEPEST; depth++) {
            if (isOfThisSystem(one)) {
                return true;
            }
            one = one.getCause();
        }
        return false;
    }

    /**
     * Returns whether this machine's system refused a write to a file. The message alone does not prove this: it may
     * come from a remote host, in an exception that Java code has made. The system's own exception comes from a native
     * method, or is one of a file system.
     */
    private static boolean isOfThisSystem(Throwable cause) {
        if (cause instanceof FileSystemException file) {
            return file.getReason() != null && FULL.matcher(file.getReason()).matches();
        }
        StackTraceElement[] trace = cause.getStackTrace();
        return cause.getClass() == IOException.class
                && cause.getMessage() != null
                && FULL.matcher(cause.getMessage()).matches()
                && trace.length > 0
                && trace[0].isNativeMethod();
    }
}
