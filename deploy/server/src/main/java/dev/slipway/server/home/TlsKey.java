package dev.slipway.server.home;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the service's TLS key (EC P-256) and certificate, which are made at the first start. An authority in the same
 * key store signs the service's certificate. Clients trust the authority's own certificate, which they get as PEM; no
 * option of a client turns off this check. The service's certificate is valid for two years. Before the end the
 * authority signs a new certificate for the same key, so clients need no change.
 *
 * @param keyStore a PKCS12 file with mode 0600
 * @param certificate the certificate that the service shows to clients
 */
public record TlsKey(Path keyStore, String password, X509Certificate certificate) {
    /** The name of the service's own key in the key store. */
    public static final String ALIAS = "slipway";

    /** The time before its end at which a certificate is renewed. */
    static final Duration AHEAD = Duration.ofDays(60);

    private static final String AUTHORITY = "authority";

    /** The days for which a certificate holds. Browsers and other clients accept 825 days at most. */
    private static final String YEARS_2 = "730";

    private static final String YEARS_20 = "7305";
    private static final Logger LOG = LoggerFactory.getLogger(TlsKey.class);

    /** Returns the key and the certificate of this home folder, and makes or renews them where due. */
    public static TlsKey in(HomeFolder home, List<String> names, Clock clock) {
        Path keyStore = home.tls().resolve("keystore.p12");
        Keytool keytool = new Keytool(keyStore, home.tls().resolve("keystore.password"));
        try {
            String password = PrivateFiles.secret(keytool.passwordFile());
            if (!Files.exists(keyStore)) {
                make(keytool, names);
            }
            KeyStore store = load(keyStore, password);
            if (clock.instant()
                    .plus(AHEAD)
                    .isAfter(own(store, keyStore).getNotAfter().toInstant())) {
                store = renew(keytool, password, names);
            }
            Certificate trusted = store.getCertificate(store.containsAlias(AUTHORITY) ? AUTHORITY : ALIAS);
            PrivateFiles.write(home.certificate(), pem(List.of((X509Certificate) trusted)), "rw-r--r--");
            return new TlsKey(keyStore, password, own(store, keyStore));
        } catch (IOException | GeneralSecurityException e) {
            throw new SetUpFailure(
                    "the TLS key in " + home.tls() + " cannot be had: " + e.getMessage(),
                    "Check the folder; without its files a new key is made, which clients must trust anew.",
                    e);
        }
    }

    private static void make(Keytool keytool, List<String> names) throws IOException {
        Keytool unfinished = new Keytool(keytool.keyStore().resolveSibling("keystore.new"), keytool.passwordFile());
        Files.deleteIfExists(unfinished.keyStore());
        makeAuthority(unfinished, names);
        List<String> line = new ArrayList<>(List.of("-genkeypair", "-alias", ALIAS, "-signer", AUTHORITY));
        line.addAll(
                List.of("-keyalg", "EC", "-groupname", "secp256r1", "-dname", "CN=" + names.get(0) + ", O=Slipway"));
        line.addAll(ofServer(names));
        unfinished.run(new byte[0], line.toArray(String[]::new));
        PrivateFiles.finish(unfinished.keyStore(), keytool.keyStore(), "rw-------");
    }

    /**
     * Makes the authority, under another name than the service's: a certificate with one name as subject and issuer
     * would be taken for self-signed.
     */
    private static void makeAuthority(Keytool keytool, List<String> names) throws IOException {
        keytool.run(
                new byte[0],
                "-genkeypair",
                "-alias",
                AUTHORITY,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=Authority of " + names.get(0) + ", O=Slipway",
                "-validity",
                YEARS_20,
                "-ext",
                "BC:critical=ca:true,pathlen:0",
                "-ext",
                "KU:critical=keyCertSign");
    }

    private static List<String> ofServer(List<String> names) {
        String alternatives = names.stream().map(TlsKey::alternativeName).collect(Collectors.joining(","));
        return List.of("-validity", YEARS_2, "-ext", "SAN=" + alternatives, "-ext", "EKU=serverAuth");
    }

    private static String alternativeName(String name) {
        return (name.matches("[0-9.]+|.*:.*") ? "ip:" : "dns:") + name;
    }

    /**
     * Makes the authority sign a new certificate for the existing key. A key store of an older Slipway has no
     * authority, and clients trust the service's certificate: such clients must once take the authority's certificate.
     */
    private static KeyStore renew(Keytool keytool, String password, List<String> names)
            throws IOException, GeneralSecurityException {
        Path unfinished = keytool.keyStore().resolveSibling("keystore.new");
        Files.deleteIfExists(unfinished);
        Files.copy(keytool.keyStore(), unfinished);
        Keytool copy = new Keytool(unfinished, keytool.passwordFile());
        if (!load(unfinished, password).containsAlias(AUTHORITY)) {
            makeAuthority(copy, names);
            LOG.warn("the TLS certificate ends soon: clients on other machines take the new ca.pem of the"
                    + " service's folder");
        }
        KeyStore store = load(unfinished, password);
        X509Certificate signed = signed(copy, names);
        Certificate[] chain = {signed, store.getCertificate(AUTHORITY)};
        store.setKeyEntry(ALIAS, store.getKey(ALIAS, password.toCharArray()), password.toCharArray(), chain);
        try (OutputStream out = Files.newOutputStream(unfinished)) {
            store.store(out, password.toCharArray());
        }
        PrivateFiles.finish(unfinished, keytool.keyStore(), "rw-------");
        LOG.info(
                "the TLS certificate is renewed for the same key, until {}",
                signed.getNotAfter().toInstant());
        return store;
    }

    private static X509Certificate signed(Keytool keytool, List<String> names)
            throws IOException, GeneralSecurityException {
        byte[] request = keytool.run(new byte[0], "-certreq", "-alias", ALIAS);
        List<String> line = new ArrayList<>(List.of("-gencert", "-alias", AUTHORITY, "-rfc"));
        line.addAll(ofServer(names));
        byte[] certificate = keytool.run(request, line.toArray(String[]::new));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(certificate));
    }

    private static KeyStore load(Path keyStore, String password) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keyStore)) {
            store.load(in, password.toCharArray());
        }
        return store;
    }

    private static X509Certificate own(KeyStore store, Path keyStore) throws GeneralSecurityException {
        if (store.getCertificate(ALIAS) instanceof X509Certificate certificate) {
            return certificate;
        }
        throw new GeneralSecurityException(keyStore + " has no certificate under the alias " + ALIAS
                + "; a key of your own goes into slipway.tls.certificate and slipway.tls.key");
    }

    /** Returns the certificates as one PEM text. */
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
