package dev.slipway.gateway.files;

import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/**
 * What a file keeps of the file that it is a copy of.
 *
 * @param modified seconds since 1970
 * @param permissions the nine lowest bits of a Unix mode; others, as setuid, are never kept
 */
public record FileStamp(long modified, int permissions) {
    /** In the order of the bits, from the lowest. */
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

    /** Of a file that stands here. */
    static FileStamp of(long modified, Set<PosixFilePermission> set) {
        int permissions = 0;
        for (int bit = 0; bit < BITS.length; bit++) {
            permissions |= set.contains(BITS[bit]) ? 1 << bit : 0;
        }
        return new FileStamp(modified, permissions);
    }

    /** The service itself always reads and writes what it staged. */
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
