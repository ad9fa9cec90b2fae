package dev.slipway.server.login;

import dev.slipway.account.Logins;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.authentication.www.BasicAuthenticationConverter;

/**
 * Tells callers who were let in not long ago from strangers, by the header Authorization alone. The answer comes from
 * memory, so a question neither waits nor checks a password. Made-up names, passwords and tokens belong to strangers.
 */
public final class KnownCallers {
    private static final String CLAIM = Claim.class.getName();
    private static final String AUTHORIZATION = "Authorization";
    private static final String BEARER = "Bearer ";

    private final PasswordLogin passwords;
    private final Logins logins;
    private final BasicAuthenticationConverter basic = new BasicAuthenticationConverter(request -> null);

    public KnownCallers(PasswordLogin passwords, Logins logins) {
        this.passwords = passwords;
        this.logins = logins;
    }

    /** Returns whether the caller was let in with the same credentials not long ago. */
    public boolean knows(HttpServletRequest request) {
        if (request.getHeader(AUTHORIZATION) == null) {
            return false;
        }
        try {
            return token(request).map(logins::remembers).orElse(false)
                    || claim(request).map(passwords::remembers).orElse(false);
        } catch (AuthenticationException e) {
            return false; // the header is malformed, which the later login reports
        }
    }

    /**
     * Returns the name and password of HTTP Basic, decoded once for each request.
     *
     * @throws AuthenticationException for a malformed header
     */
    Optional<Claim> claim(HttpServletRequest request) {
        if (request.getAttribute(CLAIM) instanceof Claim made) {
            return Optional.of(made);
        }
        UsernamePasswordAuthenticationToken sent = basic.convert(request);
        if (sent == null) {
            return Optional.empty();
        }
        Claim claim = passwords.claim(sent.getName(), String.valueOf(sent.getCredentials()), request.getRemoteAddr());
        request.setAttribute(CLAIM, claim);
        return Optional.of(claim);
    }

    /** Returns the bearer's token (RFC 6750). */
    static Optional<String> token(HttpServletRequest request) {
        return Optional.ofNullable(request.getHeader(AUTHORIZATION))
                .filter(header -> header.regionMatches(true, 0, BEARER, 0, BEARER.length()))
                .map(header -> header.substring(BEARER.length()).strip());
    }
}
