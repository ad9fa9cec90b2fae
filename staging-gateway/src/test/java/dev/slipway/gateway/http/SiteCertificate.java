package dev.slipway.gateway.http;

import dev.slipway.servers.Await;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A key for {@code localhost} that no authority knows, made by the JDK's keytool.
 *
 * @param pem the certificate, for clients that shall trust the key
 */
record SiteCertificate(SSLContext context, Path pem) {
    private static final String PASSWORD = "changeit";

    static SiteCertificate make(Path folder) throws IOException, InterruptedException, GeneralSecurityException {
        Path store = folder.resolve("site.p12");
        keytool(store, "-genkeypair", "-keyalg", "EC", "-dname", "CN=localhost", "-ext", "san=dns:localhost");
        Path pem = folder.resolve("site.pem");
        keytool(store, "-exportcert", "-rfc", "-file", pem.toString());
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return new SiteCertificate(context, pem);
    }

    private static void keytool(Path store, String... words) throws IOException, InterruptedException {
        List<String> command = new java.util.ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(words));
        command.addAll(List.of("-alias", "site", "-keystore", store.toString(), "-storepass", PASSWORD));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = Await.output(process);
        if (process.waitFor() != 0) {
            throw new IOException(output);
        }
    }
}
