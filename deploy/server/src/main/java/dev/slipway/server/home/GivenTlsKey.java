package dev.slipway.server.home;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ssl.pem.PemContent;

/**
 * Holds a TLS key that the operator provides in place of the service's own, as PEM files. The files are read at the
 * start and stay where they are.
 *
 * @param certificate the service's certificate, followed by the certificates that lead to its authority
 * @param key private key of the certificate, not encrypted
 * @param names for which the certificate holds, also such as {@code *.example.org}
 */
public record GivenTlsKey(Path certificate, Path key, List<String> names) {
    private static final Logger LOG = LoggerFactory.getLogger(GivenTlsKey.class);
    private static final Duration SOON = Duration.ofDays(30);
    private static final int DNS = 2;
    private static final int ADDRESS = 7;

    /**
     * Reads the key from these files, after checking that key and certificate fit and that the certificate holds today.
     * The certificates become those that clients of this home trust.
     *
     * @throws SetUpFailure that names the file that cannot be used
     */
    public static GivenTlsKey in(HomeFolder home, Path certificate, Path key, Clock clock) {
        List<X509Certificate> chain = certificates(certificate);
        X509Certificate own = chain.get(0);
        requireFits(own, certificate, privateKey(key), key);
        requireHolds(own, certificate, clock.instant());
        try {
            PrivateFiles.write(home.certificate(), TlsKey.pem(chain), "rw-r--r--");
            return new GivenTlsKey(certificate, key, names(own));
        } catch (IOException | GeneralSecurityException e) {
            throw new SetUpFailure(
                    "the certificate in " + certificate + " cannot be told to clients: " + e.getMessage(),
                    "Check the file, and the rights of " + home.root() + ".",
                    e);
        }
    }

    private static List<X509Certificate> certificates(Path file) {
        try {
            return PemContent.load(file).getCertificates();
        } catch (IOException | IllegalStateException | IllegalArgumentException e) {
            throw new SetUpFailure(
                    "slipway.tls.certificate: no certificate can be read from " + file,
                    "Give a PEM file (BEGIN CERTIFICATE): the service's certificate first,"
                            + " then those of its authority.",
                    e);
        }
    }

    private static PrivateKey privateKey(Path file) {
        try {
            return PemContent.load(file).getPrivateKey();
        } catch (IOException | IllegalStateException | IllegalArgumentException e) {
            throw new SetUpFailure(
                    "slipway.tls.key: no private key can be read from " + file,
                    "Give a PEM file (BEGIN PRIVATE KEY) that is not encrypted and that the service can read.",
                    e);
        }
    }

    /** Checks that key and certificate fit, by a signature that is made with the one and verified with the other. */
    private static void requireFits(X509Certificate own, Path certificate, PrivateKey key, Path keyFile) {
        try {
            Signature signature = Signature.getInstance(
                    switch (key.getAlgorithm()) {
                        case "EC" -> "SHA256withECDSA";
                        case "RSA" -> "SHA256withRSA";
                        default -> key.getAlgorithm();
                    });
            signature.initSign(key);
            signature.update(own.getEncoded());
            byte[] signed = signature.sign();
            signature.initVerify(own.getPublicKey());
            signature.update(own.getEncoded());
            if (signature.verify(signed)) {
                return;
            }
        } catch (GeneralSecurityException e) {
            LOG.debug("{} and {} do not fit", certificate, keyFile, e);
        }
        throw new SetUpFailure(
                "slipway.tls.key: the key in " + keyFile + " is not that of the first certificate in " + certificate,
                "Give the key that the certificate was made for; the service's own certificate stands first"
                        + " in its file.",
                null);
    }

    private static void requireHolds(X509Certificate own, Path file, Instant now) {
        Instant from = own.getNotBefore().toInstant();
        Instant end = own.getNotAfter().toInstant();
        if (now.isBefore(from) || now.isAfter(end)) {
            throw new SetUpFailure(
                    "slipway.tls.certificate: the certificate in " + file + " holds from " + from + " to " + end
                            + ", which is not now",
                    "Give one that holds now: no client would talk to the service with this one.",
                    null);
        }
        if (now.plus(SOON).isAfter(end)) {
            LOG.warn(
                    "the TLS certificate in {} ends at {}; put a new one there and start the service again", file, end);
        }
    }

    /** Returns whether a client that calls this name accepts the certificate. A wildcard stands for one word. */
    public boolean holdsFor(String name) {
        String wildcard = "*" + name.substring(Math.max(0, name.indexOf('.')));
        return names.stream().anyMatch(held -> held.equalsIgnoreCase(name) || held.equalsIgnoreCase(wildcard));
    }

    private static List<String> names(X509Certificate own) throws CertificateParsingException {
        return own.getSubjectAlternativeNames() == null
                ? List.of()
                : own.getSubjectAlternativeNames().stream()
                        .filter(name -> name.get(0).equals(DNS) || name.get(0).equals(ADDRESS))
                        .map(name -> (String) name.get(1))
                        .toList();
    }
}
