package dev.slipway.server.login;

import dev.slipway.account.Account;
import dev.slipway.server.log.RefusedLoginLog;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.LockedException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.web.authentication.WebAuthenticationDetails;

/**
 * Checks a name and a password for both doors, calls and pages. A check takes as long for an unknown user as for a
 * wrong password. A caller who was let in a moment ago from the same network is let in again, regardless of clients
 * elsewhere, until a client in that network tries a whole list of passwords for the name. All others first pass the
 * brake on guessing.
 */
public final class PasswordLogin implements AuthenticationProvider {
    /** The longest password; bcrypt reads no more bytes. */
    private static final int LONGEST_PASSWORD = 72;

    /** Matches texts that may be a user's name. */
    private static final Pattern NAME = Pattern.compile("[^\\p{Cntrl}]{1,200}");

    private final Function<String, Optional<Account>> users;
    private final PasswordEncoder encoder;
    private final GuessBrake brake;
    private final LoginMemory memory;
    private final RefusedLoginLog refusals;
    private final String nobodysHash;
    private BiConsumer<String, String> refused = (user, address) -> {};
    private final CheckLine line = new CheckLine();

    /**
     * Callers who were let in before do not stand in line with strangers. There are no more of them than right
     * passwords.
     */
    private final Semaphore again = CheckLine.halfOfTheCores();

    /** @param users the open accounts by name */
    public PasswordLogin(Function<String, Optional<Account>> users, PasswordEncoder encoder, Clock clock) {
        this.users = users;
        this.encoder = encoder;
        this.brake = new GuessBrake(clock);
        this.memory = new LoginMemory(clock);
        this.refusals = new RefusedLoginLog(clock);
        this.nobodysHash = encoder.encode("nobody has this password");
    }

    @Override
    public Authentication authenticate(Authentication login) {
        String name = login.getName();
        String password =
                login.getCredentials() == null ? "" : login.getCredentials().toString();
        String address = login.getDetails() instanceof WebAuthenticationDetails web ? web.getRemoteAddress() : "local";
        UserDetails user = AccountUsers.details(letIn(claim(name, password, address)));
        var accepted = UsernamePasswordAuthenticationToken.authenticated(user, null, user.getAuthorities());
        accepted.setDetails(login.getDetails());
        return accepted;
    }

    /** Makes the claim with which {@link #letIn} is asked. */
    Claim claim(String name, String password, String address) {
        return memory.claim(name, password, address);
    }

    /** Returns whether a caller was let in with the same claim not long ago. The answer comes at once. */
    boolean remembers(Claim claim) {
        return memory.remembers(claim);
    }

    /**
     * Returns the user of this claim. Many calls of one user share one check, when the memory has just forgotten the
     * user.
     *
     * @throws AuthenticationException for a wrong password, a try too soon after wrong ones, or a try among too many
     *     others
     */
    Account letIn(Claim claim) {
        return memory.recall(claim, () -> check(claim))
                .orElseThrow(() -> new BadCredentialsException("user name or password is wrong"));
    }

    /**
     * Looks the user up before the claim stands in line. In an outage of the store all callers hear of the outage, and
     * no claim holds up the others.
     */
    private Optional<Account> check(Claim claim) {
        Optional<Account> user = find(claim.name());
        return memory.remembers(claim) ? checkedAgain(claim, user) : checkedInTurn(claim, user);
    }

    /**
     * Tells of refused logins, as far as the log does: the user, {@code ?} for an unknown name, and the address. To be
     * called before the first login.
     */
    public void tellRefusals(BiConsumer<String, String> listener) {
        refused = listener;
    }

    /** Forgets all about a user after a change of the account. */
    public void forget(String name) {
        memory.forget(name);
    }

    /** Checks a claim that was right before. Such a claim is no guess, so the brake is not asked. */
    private Optional<Account> checkedAgain(Claim claim, Optional<Account> user) {
        return CheckLine.within(CheckLine.PATIENCE, again, () -> checked(claim, user));
    }

    private Optional<Account> checkedInTurn(Claim claim, Optional<Account> user) {
        return line.inTurn(claim.network(), () -> {
            Duration pause = brake.pause(claim.name(), claim.network());
            if (!pause.isZero()) {
                if (brake.refused(claim.name(), claim.network())) {
                    // Questions to the memory are not slowed down, so during a flood of them the memory must not hold
                    // the answer.
                    memory.flooded(claim);
                }
                // Even a right password is refused; otherwise the brake would not slow down a lucky guesser.
                throw new LockedException("too many failed logins: try again in " + (pause.toSeconds() + 1) + " s");
            }
            return checked(claim, user);
        });
    }

    private Optional<Account> checked(Claim claim, Optional<Account> user) {
        if (!isRight(user, claim.password())) {
            brake.failed(claim.name(), claim.network());
            // An unknown name is not written: people type their password as the name by mistake.
            boolean told = refusals.refused(
                    user.isEmpty() ? "an unknown name" : "user " + claim.name(), claim.address(), claim.network());
            if (told) {
                refused.accept(user.map(Account::name).orElse("?"), claim.address());
            }
            return Optional.empty();
        }
        brake.succeeded(claim.name(), claim.network());
        return user;
    }

    private boolean isRight(Optional<Account> user, String password) {
        String hash = user.map(Account::passwordHash).orElse(nobodysHash);
        return encoder.matches(shortened(password), hash) && user.isPresent() && password.length() <= LONGEST_PASSWORD;
    }

    private Optional<Account> find(String name) {
        return NAME.matcher(name).matches() ? users.apply(name) : Optional.empty();
    }

    private static String shortened(String password) {
        return password.length() > LONGEST_PASSWORD ? password.substring(0, LONGEST_PASSWORD) : password;
    }

    @Override
    public boolean supports(Class<?> authentication) {
        return UsernamePasswordAuthenticationToken.class.isAssignableFrom(authentication);
    }
}
