package dev.slipway.toolkit.secret;

import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.answer.OwnProblem;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.OAEPParameterSpec;
import javax.crypto.spec.PSource;
import javax.crypto.spec.SecretKeySpec;

/**
 * Writes a compact JWE by RSA-OAEP-256 and A256GCM (RFC 7516 and 7518). The class uses the JDK alone, because the
 * toolkit has no JOSE library.
 */
final class Jwe {
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
    private static final int KEY_BYTES = 32;
    private static final int IV_BYTES = 12;
    private static final int TAG_BYTES = 16;

    private Jwe() {}

    /**
     * @param spki the public key, DER
     * @param claims JSON
     */
    static String seal(String kid, byte[] spki, String claims) {
        try {
            PublicKey key = KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(spki));
            String header = encoded(("{\"alg\":\"RSA-OAEP-256\",\"enc\":\"A256GCM\",\"kid\":" + Json.quoted(kid) + "}")
                    .getBytes(StandardCharsets.UTF_8));
            SecureRandom random = new SecureRandom();
            byte[] contentKey = new byte[KEY_BYTES];
            byte[] iv = new byte[IV_BYTES];
            random.nextBytes(contentKey);
            random.nextBytes(iv);
            Cipher wrap = Cipher.getInstance("RSA/ECB/OAEPPadding");
            wrap.init(
                    Cipher.ENCRYPT_MODE,
                    key,
                    new OAEPParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, PSource.PSpecified.DEFAULT));
            Cipher content = Cipher.getInstance("AES/GCM/NoPadding");
            content.init(
                    Cipher.ENCRYPT_MODE,
                    new SecretKeySpec(contentKey, "AES"),
                    new GCMParameterSpec(TAG_BYTES * Byte.SIZE, iv));
            content.updateAAD(header.getBytes(StandardCharsets.US_ASCII));
            byte[] sealed = content.doFinal(claims.getBytes(StandardCharsets.UTF_8));
            int length = sealed.length - TAG_BYTES;
            return String.join(
                    ".",
                    header,
                    encoded(wrap.doFinal(contentKey)),
                    encoded(iv),
                    encoded(Arrays.copyOf(sealed, length)),
                    encoded(Arrays.copyOfRange(sealed, length, sealed.length)));
        } catch (GeneralSecurityException e) {
            throw new Failure(
                    OwnProblem.INTERNAL,
                    "the service's key cannot seal: " + e.getMessage(),
                    "",
                    "Check that this toolkit and the service are of the same version.");
        }
    }

    private static String encoded(byte[] bytes) {
        return BASE64.encodeToString(bytes);
    }
}
