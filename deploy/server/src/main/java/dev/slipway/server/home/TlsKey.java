package dev.slipway.server.home;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The service's TLS key (EC P-256) with its self-signed certificate, made at the first start. The same certificate as PEM is what
 * clients trust: there is no insecure flag.
 *
 * @param keyStore PKCS12, 0600
 */
public record TlsKey(Path keyStore, String password) {
    private static final String ALIAS = "slipway";
    private static final String YEARS_10 = "3653";

    /** The key of this home folder. */
    public static TlsKey in(HomeFolder home, List<String> names) {
        Path keyStore = home.tls().resolve("keystore.p12");
        Path passwordFile = home.tls().resolve("keystore.password");
        try {
            String password = PrivateFiles.secret(passwordFile);
            if (!Files.exists(keyStore)) {
                make(keyStore, passwordFile, names);
            }
            PrivateFiles.write(home.certificate(), pem(List.of(certificate(keyStore, password))), "rw-r--r--");
            return new TlsKey(keyStore, password);
        } catch (IOException | GeneralSecurityException e) {
            throw new SetUpFailure(
                    "the TLS key in " + home.tls() + " cannot be had: " + e.getMessage(),
                    "Check the folder; without its files a new key is made, which clients must trust anew.",
                    e);
        }
    }

    /** By the JDK's keytool: the JDK has no public API that signs a certificate. The password goes by file, never by argument. */
    private static void make(Path keyStore, Path passwordFile, List<String> names) throws IOException {
        Path unfinished = keyStore.resolveSibling("keystore.new");
        Files.deleteIfExists(unfinished);
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-J-XX:TieredStopAtLevel=1",
                        "-genkeypair",
                        "-alias",
                        ALIAS,
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=" + names.get(0) + ", O=Slipway",
                        "-validity",
                        YEARS_10,
                        "-ext",
                        "SAN=" + names.stream().map(TlsKey::alternativeName).collect(Collectors.joining(",")),
                        "-ext",
                        "EKU=serverAuth",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        unfinished.toString(),
                        "-storepass:file",
                        passwordFile.toString())
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (keytool.onExit().join().exitValue() != 0) {
            throw new IOException("keytool: " + said.strip());
        }
        PrivateFiles.finish(unfinished, keyStore, "rw-------");
    }

    private static String alternativeName(String name) {
        return (name.matches("[0-9.]+|.*:.*") ? "ip:" : "dns:") + name;
    }

    private static X509Certificate certificate(Path keyStore, String password)
            throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keyStore)) {
            store.load(in, password.toCharArray());
        }
        if (store.getCertificate(ALIAS) instanceof X509Certificate certificate) {
            return certificate;
        }
        throw new GeneralSecurityException(keyStore + " has no certificate under the alias " + ALIAS
                + "; a key of your own goes into slipway.tls.certificate and slipway.tls.key");
    }

    /** The certificates as one PEM text. */
    static String pem(List<X509Certificate> certificates) throws GeneralSecurityException {
        StringBuilder pem = new StringBuilder();
        for (X509Certificate certificate : certificates) {
            String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate.getEncoded());
            pem.append("-----BEGIN CERTIFICATE-----\n").append(body).append("\n-----END CERTIFICATE-----\n");
        }
        return pem.toString();
    }

    @Override
    public String toString() {
        return "TlsKey[" + keyStore + "]";
    }
}
