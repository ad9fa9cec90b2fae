package dev.slipway.server.settings;

import dev.slipway.run.ServiceIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Finds rights to files and folders of users other than the service and root. */
final class OthersRights {
    static final Set<PosixFilePermission> WRITE =
            Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
    static final Set<PosixFilePermission> READ_AND_WRITE = Set.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE);
    static final Set<PosixFilePermission> ALL =
            Set.copyOf(EnumSet.range(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_EXECUTE));

    private OthersRights() {}

    /**
     * Returns the right by which users other than the service and root can reach the file or folder; empty without one.
     */
    static Optional<String> to(Path file, Set<PosixFilePermission> refused) {
        try {
            int owner = (int) Files.getAttribute(file, "unix:uid");
            if (owner != ServiceIdentity.number() && owner != 0) {
                return Optional.of("it belongs to user " + owner);
            }
            return Files.getPosixFilePermissions(file).stream()
                    .filter(refused::contains)
                    .sorted()
                    .map(right -> right.name().toLowerCase(Locale.ROOT).replace('_', ' '))
                    .findFirst();
        } catch (IOException e) {
            return Optional.of(e.toString());
        }
    }
}
