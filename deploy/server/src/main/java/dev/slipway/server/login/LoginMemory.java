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
 * Remembers for a minute which name and password were right from which network, because most of the time of a call
 * would otherwise go into bcrypt. For an hour the memory knows that they were right. This knowledge tells the caller
 * from strangers, but does not let the caller in. A change of the account ends both at once. Only a keyed hash is kept;
 * the key is made anew at each start and never leaves this process. The network is a part of the hash because questions
 * to this memory are not slowed down: only a client in a user's network could guess, until {@link HostPasswordLogin}
 * has seen a flood of wrong passwords. The hash contains the network and not the address, because one user could
 * otherwise fill the memory from the many addresses of one host.
 */
final class LoginMemory {
    private static final String ALGORITHM = "HmacSHA256";

    /**
     * The longest wait for a check that another thread has begun. That check may wait for the store before standing in
     * line, and all waiting threads are to get the result of the check.
     */
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

    /**
     * Makes the claim that this name and password come from this address, with a hash under the key of this memory. The
     * hash is the only costly step of a look-up, so a call makes one claim and uses the claim for all its look-ups.
     */
    Claim claim(String name, String password, String address) {
        String network = Network.of(address);
        return new Claim(name, password, address, network, hash(name, password, network));
    }

    /**
     * Returns the account that was let in with this claim a moment ago, or else the one that {@code check} lets in now.
     * Equal claims at one time share a check.
     */
    Optional<Account> recall(Claim claim, Supplier<Optional<Account>> check) {
        return cache.get(claim.key(), () -> check.get()
                        .map(account -> new LookupCache.Fact<>(new LetIn(account, claim.network()), Instant.MAX)))
                .map(LetIn::account);
    }

    /** Returns whether a caller was let in with this claim not long ago. */
    boolean remembers(Claim claim) {
        return cache.remembers(claim.key());
    }

    /** Forgets all about a user after a change of the account. */
    void forget(String name) {
        cache.forget(name);
    }

    /**
     * Forgets the right passwords of this name from this network. Other users' are kept, because strangers can cause
     * this.
     */
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
