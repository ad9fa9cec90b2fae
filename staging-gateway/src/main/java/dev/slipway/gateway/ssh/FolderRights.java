package dev.slipway.gateway.ssh;

import com.jcraft.jsch.SftpATTRS;
import java.util.Optional;

/** Whether a user may make files in a folder, as far as its owner and permissions tell without a try. */
enum FolderRights {
    OPEN,
    CLOSED,
    /** It depends on groups of the user that SFTP does not tell. */
    UNKNOWN;

    private static final int WRITE_AND_PASS = 3;

    /**
     * By the bits that count for the user. Who that is, the owner of the home folder tells: SFTP has no other word for it.
     *
     * @param home of the user; empty where the host has none for it, or shows a root of its own
     */
    static FolderRights of(SftpATTRS folder, Optional<SftpATTRS> home, String user) {
        return of(
                folder.getPermissions(),
                user.equals("root"),
                home.map(one -> one.getUId() == folder.getUId()),
                home.filter(one -> one.getGId() == folder.getGId()).isPresent());
    }

    /** @param owner whether the folder is the user's own; empty if nobody knows */
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
        // Another of the user's groups may be the folder's.
        return groupMay == othersMay ? othersMay ? OPEN : CLOSED : UNKNOWN;
    }

    private static boolean allows(int bits) {
        return (bits & WRITE_AND_PASS) == WRITE_AND_PASS;
    }
}
