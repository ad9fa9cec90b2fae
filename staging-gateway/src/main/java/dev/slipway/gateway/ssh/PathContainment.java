package dev.slipway.gateway.ssh;

/** Whether a path, with all links followed, lies in the folder that the operator set for the host. */
enum PathContainment {
    INSIDE,
    OUTSIDE,
    /** The path names no file and no folder. */
    NOWHERE,
    /** The host cannot tell. */
    UNKNOWN;

    /** Returns whether {@code path} lies in {@code folder}; both are paths without links. */
    static boolean inside(String folder, String path) {
        return (path + "/").startsWith(folder.endsWith("/") ? folder : folder + "/");
    }
}
