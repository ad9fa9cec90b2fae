package dev.slipway.service;

import dev.slipway.servers.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A key and its self-signed certificate for 127.0.0.1.
 *
 * @param store PKCS12 with the key
 * @param certificate PEM
 */
public record ServerKey(Path store, Path certificate) {
    static final String PASSWORD = "for-tests";

    /** Makes a new pair. */
    public static ServerKey in(Path folder, String name) throws IOException, InterruptedException {
        Path store = folder.resolve(name + ".p12");
        Path certificate = folder.resolve(name + ".pem");
        keytool(
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=" + name,
                "-ext",
                "SAN=IP:127.0.0.1,DNS:localhost",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD);
        keytool(
                "-exportcert",
                "-rfc",
                "-alias",
                "server",
                "-file",
                certificate.toString(),
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD);
        return new ServerKey(store, certificate);
    }

    private static void keytool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new java.util.ArrayList<>(List.of(arguments));
        command.add(
                0, Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = Await.output(process);
        if (Await.exit(process) != 0) {
            throw new IOException("keytool: " + said);
        }
    }
}
