package dev.slipway.server.login;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.LockedException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.web.authentication.WebAuthenticationDetails;

/**
 * Checks a name and a password for both doors, calls and pages. An unknown user takes as long as a wrong password. Who was let in a
 * moment ago from the same address is let in again whatever others do there; everybody else passes the brake on guessing first.
 */
public final class PasswordLogin implements AuthenticationProvider {
    private static final Logger LOG = LoggerFactory.getLogger(PasswordLogin.class);
    /** bcrypt reads no more than this. */
    private static final int LONGEST_PASSWORD = 72;

    /** What may be somebody's name; whatever else is sent is no name that anybody has. */
    private static final Pattern NAME = Pattern.compile("[^\\p{Cntrl}]{1,200}");

    private static final int LINES = 64;

    private final UserDetailsService users;
    private final PasswordEncoder encoder;
    private final GuessBrake brake;
    private final LoginMemory memory;
    private final String nobodysHash;

    /** Where those who come from one address stand in line: tries side by side would all be begun before the first has failed. */
    private final List<Object> lines = Stream.generate(Object::new).limit(LINES).toList();

    /** A check takes a core for a tenth of a second; strangers who send many at once shall not have all cores. */
    private final Semaphore checks =
            new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), true);

    public PasswordLogin(UserDetailsService users, PasswordEncoder encoder, Clock clock) {
        this.users = users;
        this.encoder = encoder;
        this.brake = new GuessBrake(clock);
        this.memory = new LoginMemory(clock);
        this.nobodysHash = encoder.encode("nobody has this password");
    }

    @Override
    public Authentication authenticate(Authentication login) {
        String name = login.getName();
        String password =
                login.getCredentials() == null ? "" : login.getCredentials().toString();
        String address = login.getDetails() instanceof WebAuthenticationDetails web ? web.getRemoteAddress() : "local";
        UserDetails user = letIn(name, password, address);
        var accepted = UsernamePasswordAuthenticationToken.authenticated(user, null, user.getAuthorities());
        accepted.setDetails(login.getDetails());
        return accepted;
    }

    /**
     * The user of this name.
     *
     * @throws AuthenticationException for a wrong password, or a try that comes too soon after wrong ones
     */
    UserDetails letIn(String name, String password, String address) {
        return memory.recall(name, password, address, () -> inTurn(name, password, address));
    }

    /** Many calls of one user whom the memory has just lost take one check, not one each. */
    private UserDetails inTurn(String name, String password, String address) {
        synchronized (lines.get(Math.floorMod(address.hashCode(), LINES))) {
            checks.acquireUninterruptibly();
            try {
                return memory.recall(name, password, address, () -> checked(name, password, address));
            } finally {
                checks.release();
            }
        }
    }

    /** Ends what is remembered of a user, whose account has changed. */
    public void forget(String name) {
        memory.forget(name);
    }

    private UserDetails checked(String name, String password, String address) {
        Duration pause = brake.pause(name, address);
        if (!pause.isZero()) {
            if (brake.refused(name, address)) {
                // Nothing brakes a question to the memory, so a flood of them must find nothing there.
                memory.forget(name);
            }
            // Not even a right password, or the brake would not slow a guesser who is lucky.
            throw new LockedException("too many failed logins: try again in " + (pause.toSeconds() + 1) + " s");
        }
        UserDetails user = find(name);
        if (!isRight(user, password)) {
            brake.failed(name, address);
            // Not a name that nobody has: people give their password as their name by mistake.
            LOG.warn("login refused: {} from {}", user == null ? "an unknown name" : "user " + name, address);
            throw new BadCredentialsException("user name or password is wrong");
        }
        brake.succeeded(name, address);
        return user;
    }

    private boolean isRight(UserDetails user, String password) {
        boolean right = encoder.matches(shortened(password), user == null ? nobodysHash : user.getPassword());
        return right && user != null && password.length() <= LONGEST_PASSWORD;
    }

    private UserDetails find(String name) {
        if (!NAME.matcher(name).matches()) {
            return null;
        }
        try {
            return users.loadUserByUsername(name);
        } catch (UsernameNotFoundException e) {
            return null;
        }
    }

    private static String shortened(String password) {
        return password.length() > LONGEST_PASSWORD ? password.substring(0, LONGEST_PASSWORD) : password;
    }

    @Override
    public boolean supports(Class<?> authentication) {
        return UsernamePasswordAuthenticationToken.class.isAssignableFrom(authentication);
    }
}
