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
        try {
            return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot tell who this process is", e);
        }
    }
}
