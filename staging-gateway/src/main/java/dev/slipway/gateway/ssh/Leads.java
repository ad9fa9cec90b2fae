package dev.slipway.gateway.ssh;

/** Where a path leads when all its links are followed, seen from the folder that the operator gave its host. */
enum Leads {
    INSIDE,
    OUTSIDE,
    /** Nothing is there. */
    NOWHERE,
    /** The host cannot tell. */
    UNKNOWN;

    /** Of two paths without links. */
    static boolean inside(String folder, String path) {
        return (path + "/").startsWith(folder.endsWith("/") ? folder : folder + "/");
    }
}
