package dev.slipway.server.login;

import dev.slipway.account.Account;
import dev.slipway.account.LookupCache;
import dev.slipway.server.doorstep.Network;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Remembers for a minute which name and password were right from which network, because bcrypt on every call would be most of the
 * call, and for an hour that they were, which lets nobody in but tells them from strangers; a change of the account ends both at once.
 * Keeps a keyed hash of them only, by a key that is made anew at each start and never leaves this process. The network belongs to it
 * because nothing brakes a question to this memory: only who shares a network with a user could guess at it, until
 * {@link PasswordLogin} has seen a flood of wrong ones. It is no address, or one user could push all others out from those of one host.
 */
final class LoginMemory {
    private static final String ALGORITHM = "HmacSHA256";

    /** For a check that somebody else has begun, which may wait for the store before it stands in line; what ends it, all are to hear. */
    static final Duration PATIENCE = CheckLine.PATIENCE.multipliedBy(3);

    private final SecretKeySpec key;
    private final LookupCache<LetIn> cache;

    private record LetIn(Account account, String network) {}

    LoginMemory(Clock clock) {
        this.cache = new LookupCache<>(clock, user -> user.account().name(), PATIENCE, CrowdedException::new);
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        this.key = new SecretKeySpec(random, ALGORITHM);
    }

    /** The claim under the name that this memory has for it; the one costly thing about asking, so keep it for all of a call. */
    Claim claim(String name, String password, String address) {
        String network = Network.of(address);
        return new Claim(name, password, address, network, hash(name, password, network));
    }

    /** Who was let in with these a moment ago, else whom {@code check} lets in now, if any; who claim the same at once share a check. */
    Optional<Account> recall(Claim claim, Supplier<Optional<Account>> check) {
        return cache.get(claim.key(), () -> check.get()
                        .map(account -> new LookupCache.Fact<>(new LetIn(account, claim.network()), Instant.MAX)))
                .map(LetIn::account);
    }

    /** Whether somebody was let in with these not long ago. */
    boolean remembers(Claim claim) {
        return cache.remembers(claim.key());
    }

    /** Ends all about a user, whose account has changed. */
    void forget(String name) {
        cache.forget(name);
    }

    /** Ends what was right of this name from there; nobody else's, for strangers can bring this about. */
    void flooded(Claim claim) {
        cache.dropAll(user ->
                user.network().equals(claim.network()) && user.account().name().equals(claim.name()));
    }

    private String hash(String name, String password, String network) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            for (String part : List.of(network, name)) {
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
