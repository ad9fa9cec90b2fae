package dev.slipway.web;

import dev.slipway.account.Account;
import dev.slipway.account.Accounts;
import dev.slipway.account.Logins;
import dev.slipway.desk.Caller;
import dev.slipway.digest.Sha256;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.io.Serializable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.CredentialsContainer;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.session.SessionInformation;
import org.springframework.security.core.session.SessionRegistry;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.web.authentication.logout.LogoutHandler;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.security.web.context.SecurityContextRepository;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets the sessions of pages outlive a restart of the service. Sessions live in memory; beside each session the store
 * keeps a login, as for the toolkit, and a cookie holds its token. After a restart the token opens a new session in the
 * place of the lost one. A token does this only for a session that an earlier start of the service has begun, so that a
 * session that was idle for too long stays closed.
 */
final class KeptLogins extends OncePerRequestFilter implements LogoutHandler {
    private static final Logger LOG = LoggerFactory.getLogger(KeptLogins.class);
    private static final String COOKIE = "__Host-slipway-login";
    private static final String REOPENED = KeptLogins.class.getName();

    /** The requests of one page come together, and each of them may be the first after a restart. */
    private static final Duration TOGETHER = Duration.ofMinutes(1);

    /** Bounds the memory. A token that drops out of the list may open one more session. */
    private static final int MOST = 100_000;

    private final SecurityContextRepository contexts = new HttpSessionSecurityContextRepository();
    private final Accounts accounts;
    private final Logins logins;
    private final SessionRegistry sessions;
    private final Clock clock;

    /** The tokens that were used since the start of the service, and until when each of them opens a session. */
    private final Map<String, Instant> used = new LinkedHashMap<>();

    /** The token that reopened a session, and the user of the session. Only this token keeps the session open. */
    private record Origin(String tokenHash, String user) implements Serializable {
        boolean isOf(String token) {
            return Sha256.hex(token).equals(tokenHash);
        }
    }

    KeptLogins(Accounts accounts, Logins logins, SessionRegistry sessions, Clock clock) {
        this.accounts = accounts;
        this.logins = logins;
        this.sessions = sessions;
        this.clock = clock;
    }

    /**
     * Keeps the login of a session that a password has just opened.
     *
     * @throws BadCredentialsException if the account is gone or its password has changed meanwhile; the session is over
     */
    void keep(HttpServletRequest request, HttpServletResponse response, Authentication signedIn) {
        // A password has now opened the session, so an earlier token no longer counts.
        request.getSession().removeAttribute(REOPENED);
        try {
            String token = open(signedIn.getName(), checkedHash(signedIn), request.getRemoteAddr());
            use(token, Instant.MIN);
            response.addHeader(HttpHeaders.SET_COOKIE, cookie(token, -1));
        } catch (ProblemException e) {
            if (e.problem().code() == ProblemCode.NOT_AUTHENTICATED) {
                request.getSession().invalidate();
                throw new BadCredentialsException(e.getMessage(), e);
            }
            // The session is open all the same, and ends with the service.
            LOG.warn("the login of a session cannot be kept: {}", e.getMessage());
        }
    }

    /** Takes the hash that the password was checked against out of the login, which a session keeps for long. */
    private static String checkedHash(Authentication signedIn) {
        String hash = ((UserDetails) signedIn.getPrincipal()).getPassword();
        ((CredentialsContainer) signedIn).eraseCredentials();
        return hash;
    }

    private String open(String user, String checked, String from) {
        Account account = accounts.find(user)
                .orElseThrow(() -> new ProblemException(
                        Problem.of(ProblemCode.NOT_AUTHENTICATED, "user " + user + " has no account here any more")));
        return logins.open(new Caller(user, account.roles(), from), checked).token();
    }

    /** A sign-out needs no session, and the check of a session could fail for a store that is away. */
    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return request.getMethod().equals("POST") && request.getServletPath().equals("/logout");
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        HttpSession session = request.getSession(false);
        Optional<String> token = token(request);
        if (session == null) {
            token.flatMap(logins::holder)
                    .filter(account -> opensSession(token.get()))
                    .ifPresent(account -> reopen(request, response, account, token.get()));
        } else if (session.getAttribute(REOPENED) instanceof Origin origin
                && token.filter(origin::isOf)
                        .flatMap(logins::holder)
                        .filter(account -> account.name().equals(origin.user()))
                        .isEmpty()) {
            Optional.ofNullable(sessions.getSessionInformation(session.getId()))
                    .ifPresent(SessionInformation::expireNow);
        }
        chain.doFilter(request, response);
    }

    private void reopen(HttpServletRequest request, HttpServletResponse response, Account account, String token) {
        UserDetails user = User.withUsername(account.name())
                .password("")
                .roles(account.roles().stream().map(Enum::name).toArray(String[]::new))
                .build();
        SecurityContext context = SecurityContextHolder.createEmptyContext();
        context.setAuthentication(UsernamePasswordAuthenticationToken.authenticated(user, null, user.getAuthorities()));
        HttpSession session = request.getSession(true);
        session.setAttribute(REOPENED, new Origin(Sha256.hex(token), account.name()));
        contexts.saveContext(context, request, response);
        sessions.registerNewSession(session.getId(), user);
    }

    private synchronized boolean opensSession(String token) {
        Instant now = clock.instant();
        Instant until = used.get(token);
        if (until == null) {
            use(token, now.plus(TOGETHER));
            return true;
        }
        return now.isBefore(until);
    }

    private synchronized void use(String token, Instant until) {
        used.put(token, until);
        if (used.size() > MOST) {
            used.remove(used.keySet().iterator().next());
        }
    }

    /** Ends the login together with its session. */
    @Override
    public void logout(HttpServletRequest request, HttpServletResponse response, Authentication user) {
        token(request).ifPresent(token -> {
            response.addHeader(HttpHeaders.SET_COOKIE, cookie("", 0));
            close(token);
        });
    }

    /** Closes a login as far as the store can. The session ends all the same, and the browser forgets the token. */
    private void close(String token) {
        try {
            logins.close(token);
        } catch (ProblemException e) {
            LOG.warn("a login stays open until its time is over: {}", e.getMessage());
        }
    }

    private static Optional<String> token(HttpServletRequest request) {
        return Stream.ofNullable(request.getCookies())
                .flatMap(Stream::of)
                .filter(cookie -> cookie.getName().equals(COOKIE))
                .map(Cookie::getValue)
                .findFirst();
    }

    /**
     * Returns a cookie for this host and TLS alone. No script can read the cookie, and the cookie ends with the
     * browser.
     */
    private static String cookie(String token, long seconds) {
        return ResponseCookie.from(COOKIE, token)
                .path("/")
                .secure(true)
                .httpOnly(true)
                .sameSite("Lax")
                .maxAge(seconds)
                .build()
                .toString();
    }
}
