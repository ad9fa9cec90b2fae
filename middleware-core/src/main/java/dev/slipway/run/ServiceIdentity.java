package dev.slipway.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The identity of this process. */
public final class ServiceIdentity {
    private ServiceIdentity() {}

    /** Returns whether this process is root. */
    public static boolean isRoot() {
        return isUser(0);
    }

    /** Returns whether this process can act as the user of this number, and give files to that user. */
    public static boolean mayBecome(int uid) {
        return isRoot() || isUser(uid);
    }

    private static boolean isUser(int uid) {
        return number() == uid;
    }

    /** Returns the number of this process's user. */
    public static int number() {
        try {
            return (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot tell who this process is", e);
        }
    }
}
