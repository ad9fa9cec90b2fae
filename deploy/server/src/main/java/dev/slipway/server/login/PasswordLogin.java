package dev.slipway.server.login;

import dev.slipway.account.Account;
import dev.slipway.server.log.RefusedLoginLog;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
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
 * Checks a name and a password for both doors, calls and pages. An unknown user takes as long as a wrong password. Who was let in a
 * moment ago from the same network is let in again, until somebody there tries all words at their name, and whatever others do
 * elsewhere; everybody else passes the brake on guessing first.
 */
public final class PasswordLogin implements AuthenticationProvider {
    /** bcrypt reads no more than this. */
    private static final int LONGEST_PASSWORD = 72;

    /** What may be somebody's name; whatever else is sent is no name that anybody has. */
    private static final Pattern NAME = Pattern.compile("[^\\p{Cntrl}]{1,200}");

    private final Function<String, Optional<Account>> users;
    private final PasswordEncoder encoder;
    private final GuessBrake brake;
    private final LoginMemory memory;
    private final RefusedLoginLog refusals;
    private final String nobodysHash;
    private final CheckLine line = new CheckLine();

    /** Who was let in before does not stand in line with strangers; there are no more of them than right passwords. */
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

    /** What to ask {@link #letIn} with. */
    Claim claim(String name, String password, String address) {
        return memory.claim(name, password, address);
    }

    /** Whether somebody was let in with the same not long ago; at once. */
    boolean remembers(Claim claim) {
        return memory.remembers(claim);
    }

    /**
     * The user of this name. Many calls of one user whom the memory has just lost take one check, not one each.
     *
     * @throws AuthenticationException for a wrong password, a try that comes too soon after wrong ones, or among too many others
     */
    Account letIn(Claim claim) {
        return memory.recall(claim, () -> check(claim))
                .orElseThrow(() -> new BadCredentialsException("user name or password is wrong"));
    }

    /** Looks the user up before standing in line: where the store is away all are to hear that, and nobody holds up the others. */
    private Optional<Account> check(Claim claim) {
        Optional<Account> user = find(claim.name());
        return memory.remembers(claim) ? checkedAgain(claim, user) : checkedInTurn(claim, user);
    }

    /** Ends what is remembered of a user, whose account has changed. */
    public void forget(String name) {
        memory.forget(name);
    }

    /** The brake does not ask: these are no guess. */
    private Optional<Account> checkedAgain(Claim claim, Optional<Account> user) {
        return CheckLine.within(CheckLine.PATIENCE, again, () -> checked(claim, user));
    }

    private Optional<Account> checkedInTurn(Claim claim, Optional<Account> user) {
        return line.inTurn(claim.network(), () -> {
            Duration pause = brake.pause(claim.name(), claim.network());
            if (!pause.isZero()) {
                if (brake.refused(claim.name(), claim.network())) {
                    // Nothing brakes a question to the memory, so a flood of them must find nothing there.
                    memory.flooded(claim);
                }
                // Not even a right password, or the brake would not slow a guesser who is lucky.
                throw new LockedException("too many failed logins: try again in " + (pause.toSeconds() + 1) + " s");
            }
            return checked(claim, user);
        });
    }

    private Optional<Account> checked(Claim claim, Optional<Account> user) {
        if (!isRight(user, claim.password())) {
            brake.failed(claim.name(), claim.network());
            // Not a name that nobody has: people give their password as their name by mistake.
            refusals.refused(
                    user.isEmpty() ? "an unknown name" : "user " + claim.name(), claim.address(), claim.network());
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
