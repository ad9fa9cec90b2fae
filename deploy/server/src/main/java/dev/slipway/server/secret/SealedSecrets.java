package dev.slipway.server.secret;

import com.nimbusds.jose.EncryptionMethod;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWEHeader;
import com.nimbusds.jose.JWEObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.RSADecrypter;
import com.nimbusds.jose.crypto.RSAEncrypter;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.secret.PublishedKey.Purpose;
import dev.slipway.secret.Sealer;
import dev.slipway.secret.SecretUse;
import dev.slipway.secret.Secrets;
import java.nio.charset.StandardCharsets;
import java.security.interfaces.RSAPublicKey;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Seals passwords that are typed at pages, and opens these and those that clients seal. A sealed password is a compact
 * JWE by a key of this service with the claims {@code pwd}, {@code sub} (the submitter), {@code host}, {@code user},
 * {@code iat} and {@code exp} (seconds since 1970). Only one of the header's many variants is accepted.
 */
public final class SealedSecrets implements Secrets, Sealer {
    /** The largest difference between the clocks of a client and of this service. */
    private static final Duration APART = Duration.ofMinutes(2);

    private static final String FORGED = "is not sealed by a key of this service";

    private final ServiceKeys keys;
    private final Clock clock;

    public SealedSecrets(ServiceKeys keys, Clock clock) {
        this.keys = keys;
        this.clock = clock;
    }

    @Override
    public byte[] open(String sealed, SecretUse use) {
        if (!Secrets.isSealed(sealed)) {
            throw invalid(use, FORGED);
        }
        Map<String, Object> claims = claims(sealed, use);
        require(use, "submitter", use.submitter().equals(claims.get("sub")));
        require(use, "host", use.host().equals(claims.get("host")));
        require(use, "user", use.user().equals(claims.get("user")));
        // Times are compared in seconds: a client can make up a number that no point in time has.
        long now = clock.instant().getEpochSecond();
        if (!(claims.get("iat") instanceof Number iat)
                || !(claims.get("exp") instanceof Number exp)
                || iat.longValue() > now + APART.toSeconds()) {
            throw invalid(use, "does not say from when and until when it holds");
        } else if (exp.longValue() <= now) {
            throw invalid(use, "is over");
        } else if (!(claims.get("pwd") instanceof String password)) {
            throw invalid(use, "holds no password");
        } else {
            return password.getBytes(StandardCharsets.UTF_8);
        }
    }

    @Override
    public String seal(String password, SecretUse use) {
        KeyFolder.Key key = keys.of(Purpose.SEAL).newest();
        Instant now = clock.instant();
        Map<String, Object> claims = Map.of(
                "pwd", password,
                "sub", use.submitter(),
                "host", use.host(),
                "user", use.user(),
                "iat", now.getEpochSecond(),
                "exp", now.plus(LASTS).getEpochSecond());
        JWEHeader header = new JWEHeader.Builder(JWEAlgorithm.RSA_OAEP_256, EncryptionMethod.A256GCM)
                .keyID(key.kid())
                .build();
        JWEObject jwe = new JWEObject(header, new Payload(claims));
        try {
            jwe.encrypt(new RSAEncrypter((RSAPublicKey) key.pair().getPublic()));
        } catch (JOSEException e) {
            // The message leaves out the cause's words, which may reveal parts of the sealed text.
            throw new IllegalStateException(
                    "the service's own key does not seal: " + e.getClass().getSimpleName());
        }
        return jwe.serialize();
    }

    private Map<String, Object> claims(String sealed, SecretUse use) {
        JWEObject jwe = parsed(sealed).orElseThrow(() -> invalid(use, FORGED));
        KeyFolder.Key key = key(jwe.getHeader())
                .orElseThrow(() -> invalid(use, unknown(jwe.getHeader().getKeyID())));
        return decrypted(jwe, key).orElseThrow(() -> invalid(use, FORGED));
    }

    /**
     * Parses the text. For some headers the library throws other exceptions than it declares, and all of them are the
     * author's fault.
     */
    private static Optional<JWEObject> parsed(String sealed) {
        try {
            return Optional.of(JWEObject.parse(sealed));
        } catch (ParseException | RuntimeException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the claims. A failure has no reason, because a reason would help an attacker who makes up sealed
     * passwords.
     */
    private static Optional<Map<String, Object>> decrypted(JWEObject jwe, KeyFolder.Key key) {
        try {
            jwe.decrypt(new RSADecrypter(key.pair().getPrivate()));
            return Optional.ofNullable(jwe.getPayload().toJSONObject());
        } catch (JOSEException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private Optional<KeyFolder.Key> key(JWEHeader header) {
        boolean ours = JWEAlgorithm.RSA_OAEP_256.equals(header.getAlgorithm())
                && EncryptionMethod.A256GCM.equals(header.getEncryptionMethod())
                && header.getCompressionAlgorithm() == null
                && header.getCriticalParams() == null
                && header.getKeyID() != null;
        return ours ? keys.of(Purpose.SEAL).find(header.getKeyID()) : Optional.empty();
    }

    /**
     * Describes an unknown key. A key's name is no secret, and explains the failure to the author of an old document.
     */
    private String unknown(String kid) {
        return kid != null
                        && KeyFolder.isName(kid)
                        && keys.of(Purpose.SEAL).find(kid).isEmpty()
                ? "is sealed by the key " + kid + ", which this service does not have, or no more"
                : FORGED;
    }

    private static void require(SecretUse use, String what, boolean same) {
        if (!same) {
            throw invalid(use, "is sealed for another " + what);
        }
    }

    private static ProblemException invalid(SecretUse use, String why) {
        return new ProblemException(Problem.of(
                ProblemCode.SECRET_INVALID, "the sealed password of " + use.user() + " at " + use.host() + " " + why));
    }
}
