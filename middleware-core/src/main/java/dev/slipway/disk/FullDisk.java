package dev.slipway.disk;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Tells a full disk, which passes, from other errors of a file system. */
public final class FullDisk {
    /** The words of ENOSPC and EDQUOT: Java has no type for them. */
    private static final Pattern FULL = Pattern.compile("No space left on device|Disk quota exceeded");

    private static final int DEEPEST = 20;

    private FullDisk() {}

    /**
     * The problem when writing below {@code folder} failed: an outage that names the disk and what it has free if it is full, an internal
     * problem otherwise.
     *
     * @param what failed, in words
     */
    public static Problem problem(Path folder, String what, Throwable cause) {
        return isFull(folder, cause)
                ? new Problem(
                        ProblemCode.STORAGE_FULL,
                        what + ": " + FreeSpace.of(folder).words() + ", and it needs more",
                        cause.toString())
                : new Problem(ProblemCode.INTERNAL, what, cause.toString());
    }

    /** Whether a write below {@code folder} failed for want of space there. */
    public static boolean isFull(Path folder, Throwable cause) {
        return said(cause) || Files.isDirectory(folder) && FreeSpace.of(folder).nothing();
    }

    /** Whether the system of this machine said so, of whatever disk. */
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
     * Whether the system of this machine refused a write to a file. The words alone do not tell: a remote host may have
     * said them, and then Java code has made the exception. The system's own exception comes from a native method, or is
     * one of a file system.
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
