package dev.slipway.server.login;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.security.core.userdetails.UserDetails;

/**
 * Remembers for a short time which name and password were right from which address, because bcrypt on every call would be most of the
 * call. Keeps a keyed hash of them only, by a key that is made anew at each start and never leaves this process. The address belongs to
 * it because nothing brakes a question to this memory: only who shares an address with a user could guess at it.
 */
final class LoginMemory {
    /** How long a changed password or role can go unnoticed. */
    static final Duration SPAN = Duration.ofSeconds(30);

    private static final String ALGORITHM = "HmacSHA256";
    private static final int CAPACITY = 1_000;

    private final Clock clock;
    private final SecretKeySpec key;
    private final Map<String, Known> known = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Known> eldest) {
            return size() > CAPACITY;
        }
    };

    LoginMemory(Clock clock) {
        this.clock = clock;
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        this.key = new SecretKeySpec(random, ALGORITHM);
    }

    private record Known(UserDetails user, Instant until) {}

    Optional<UserDetails> recall(String name, String password, String address) {
        String hash = hash(name, password, address);
        synchronized (known) {
            Known found = known.get(hash);
            if (found != null && found.until().isAfter(clock.instant())) {
                return Optional.of(found.user());
            }
            known.remove(hash);
            return Optional.empty();
        }
    }

    void keep(String name, String password, String address, UserDetails user) {
        String hash = hash(name, password, address);
        synchronized (known) {
            known.put(hash, new Known(user, clock.instant().plus(SPAN)));
        }
    }

    private String hash(String name, String password, String address) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            for (String part : List.of(address, name)) {
                byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
                // The length keeps ("ab", "c") and ("a", "bc") apart.
                mac.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
                mac.update(bytes);
            }
            return Base64.getEncoder().encodeToString(mac.doFinal(password.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + ALGORITHM, e);
        }
    }
}
