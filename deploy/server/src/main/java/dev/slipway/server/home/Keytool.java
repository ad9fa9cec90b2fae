package dev.slipway.server.home;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the JDK's keytool on one key store, because the JDK has no public API that signs a certificate. The password is
 * passed in a file and never as an argument.
 *
 * @param keyStore PKCS12
 * @param passwordFile holds the password of the store and of its keys
 */
record Keytool(Path keyStore, Path passwordFile) {

    /** Runs one command of keytool and returns the output. */
    byte[] run(byte[] input, String... arguments) throws IOException {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-J-XX:TieredStopAtLevel=1"));
        line.addAll(List.of(arguments));
        line.addAll(List.of("-storetype", "PKCS12", "-keystore", keyStore.toString()));
        line.addAll(List.of("-storepass:file", passwordFile.toString()));
        Process keytool = new ProcessBuilder(line)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (OutputStream in = keytool.getOutputStream()) {
            in.write(input);
        }
        byte[] said = keytool.getInputStream().readAllBytes();
        if (keytool.onExit().join().exitValue() != 0) {
            throw new IOException("keytool: " + new String(said, StandardCharsets.UTF_8).strip());
        }
        return said;
    }
}
