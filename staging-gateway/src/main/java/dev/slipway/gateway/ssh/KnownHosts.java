package dev.slipway.gateway.ssh;

import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import java.nio.file.Path;

/** Looks into files of hosts' keys in the format of OpenSSH. */
public final class KnownHosts {
    private static final int USUAL_PORT = 22;

    private KnownHosts() {}

    /** Returns whether the file has a key of the host. The file may have the hash of the name in place of the name. */
    public static boolean have(Path file, String host, int port) {
        try {
            JSch jsch = new JSch();
            jsch.setKnownHosts(file.toString());
            String name = port == USUAL_PORT ? host : "[" + host + "]:" + port;
            return jsch.getHostKeyRepository().getHostKey(name, null).length > 0;
        } catch (JSchException e) {
            return false;
        }
    }
}
