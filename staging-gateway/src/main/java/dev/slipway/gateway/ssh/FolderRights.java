package dev.slipway.gateway.ssh;

import com.jcraft.jsch.SftpATTRS;
import java.util.Optional;

/** Whether a user may make files in a folder, as far as owner and permissions tell without a try. */
enum FolderRights {
    OPEN,
    CLOSED,
    /** The answer depends on the user's groups, which SFTP does not tell. */
    UNKNOWN;

    private static final int WRITE_AND_PASS = 3;

    /**
     * Judges by the permission bits that count for the user. The owner of the home folder identifies the user, because
     * SFTP does not.
     *
     * @param home of the user; empty where the host has no home for the user, or shows a root of its own
     */
    static FolderRights of(SftpATTRS folder, Optional<SftpATTRS> home, String user) {
        return of(
                folder.getPermissions(),
                user.equals("root"),
                home.map(one -> one.getUId() == folder.getUId()),
                home.filter(one -> one.getGId() == folder.getGId()).isPresent());
    }

    /** @param owner whether the folder is the user's own; empty if unknown */
    static FolderRights of(int permissions, boolean root, Optional<Boolean> owner, boolean inGroup) {
        boolean ownerMay = allows(permissions >> 6);
        boolean groupMay = allows(permissions >> 3);
        boolean othersMay = allows(permissions);
        if (root || ownerMay && groupMay && othersMay) {
            return OPEN;
        }
        if (!ownerMay && !groupMay && !othersMay) {
            return CLOSED;
        }
        if (owner.isEmpty()) {
            return UNKNOWN;
        }
        if (owner.get()) {
            return ownerMay ? OPEN : CLOSED;
        }
        if (inGroup) {
            return groupMay ? OPEN : CLOSED;
        }
        // The folder's group may be another group of the user.
        return groupMay == othersMay ? othersMay ? OPEN : CLOSED : UNKNOWN;
    }

    private static boolean allows(int bits) {
        return (bits & WRITE_AND_PASS) == WRITE_AND_PASS;
    }
}
