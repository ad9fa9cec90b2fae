package dev.slipway.server.login;

import dev.slipway.account.Account;
import dev.slipway.account.Logins;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.service.Gate;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.web.filter.OncePerRequestFilter;

/** Lets a call in by the token of a login, {@code Authorization: Bearer TOKEN} (RFC 6750). */
public final class TokenLogin extends OncePerRequestFilter {
    private static final String SCHEME = "Bearer ";

    private final Logins logins;

    public TokenLogin(Logins logins) {
        this.logins = logins;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String header = request.getHeader("Authorization");
        if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            chain.doFilter(request, response);
            return;
        }
        String token = header.substring(SCHEME.length()).strip();
        Optional<Account> holder = logins.holder(token);
        if (holder.isEmpty()) {
            response.setHeader("WWW-Authenticate", "Bearer realm=\"Slipway\", error=\"invalid_token\"");
            CallFault.write(
                    response,
                    HttpServletResponse.SC_UNAUTHORIZED,
                    Problem.of(ProblemCode.NOT_AUTHENTICATED, "the token of this call is not one of an open login"));
            return;
        }
        request.setAttribute(Gate.TOKEN, token);
        enter(holder.get());
        try {
            chain.doFilter(request, response);
        } finally {
            SecurityContextHolder.clearContext();
        }
    }

    private static void enter(Account account) {
        UserDetails user = AccountUsers.details(account);
        SecurityContext context = SecurityContextHolder.createEmptyContext();
        context.setAuthentication(UsernamePasswordAuthenticationToken.authenticated(user, null, user.getAuthorities()));
        SecurityContextHolder.setContext(context);
    }
}
