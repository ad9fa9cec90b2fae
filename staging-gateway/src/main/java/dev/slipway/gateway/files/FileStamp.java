package dev.slipway.gateway.files;

import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/**
 * The time and permissions that a copy takes over from its original.
 *
 * @param modified seconds since 1970
 * @param permissions the nine lowest bits of a Unix mode; other bits, such as setuid, are never kept
 */
public record FileStamp(long modified, int permissions) {
    /** The permissions in the order of their bits, from the lowest. */
    private static final PosixFilePermission[] BITS = {
        PosixFilePermission.OTHERS_EXECUTE,
        PosixFilePermission.OTHERS_WRITE,
        PosixFilePermission.OTHERS_READ,
        PosixFilePermission.GROUP_EXECUTE,
        PosixFilePermission.GROUP_WRITE,
        PosixFilePermission.GROUP_READ,
        PosixFilePermission.OWNER_EXECUTE,
        PosixFilePermission.OWNER_WRITE,
        PosixFilePermission.OWNER_READ
    };

    public FileStamp {
        permissions &= 0777;
    }

    /** Returns the stamp of a local file. */
    static FileStamp of(long modified, Set<PosixFilePermission> set) {
        int permissions = 0;
        for (int bit = 0; bit < BITS.length; bit++) {
            permissions |= set.contains(BITS[bit]) ? 1 << bit : 0;
        }
        return new FileStamp(modified, permissions);
    }

    /** Returns the permissions for the staged copy. The service itself can always read and write its staged files. */
    Set<PosixFilePermission> here() {
        Set<PosixFilePermission> set = EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
        for (int bit = 0; bit < BITS.length; bit++) {
            if ((permissions & 1 << bit) != 0) {
                set.add(BITS[bit]);
            }
        }
        return set;
    }
}
