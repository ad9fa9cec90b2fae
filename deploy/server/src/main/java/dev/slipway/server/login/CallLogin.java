package dev.slipway.server.login;

import dev.slipway.account.Account;
import dev.slipway.account.Logins;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.service.soap.PasswordGate;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets a call in by the header Authorization: a name and a password ({@code Basic}, RFC 7617) or the token of a login
 * ({@code Bearer}, RFC 6750). A call without this header goes on without a user.
 */
public final class CallLogin extends OncePerRequestFilter {
    private final KnownCallers callers;
    private final PasswordLogin passwords;
    private final Logins logins;
    private final AuthenticationEntryPoint refusal;

    public CallLogin(KnownCallers callers, PasswordLogin passwords, Logins logins, AuthenticationEntryPoint refusal) {
        this.callers = callers;
        this.passwords = passwords;
        this.logins = logins;
        this.refusal = refusal;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        Optional<Account> caller;
        try {
            Optional<String> token = KnownCallers.token(request);
            if (token.isPresent()) {
                caller = logins.holder(token.get());
                if (caller.isEmpty()) {
                    refuseToken(request, response);
                    return;
                }
                request.setAttribute(PasswordGate.TOKEN, token.get());
            } else {
                caller = callers.claim(request).map(passwords::letIn);
                caller.ifPresent(account -> request.setAttribute(PasswordGate.PASSWORD_HASH, account.passwordHash()));
            }
        } catch (AuthenticationException e) {
            refusal.commence(request, response, e);
            return;
        }
        caller.ifPresent(CallLogin::enter);
        try {
            chain.doFilter(request, response);
        } finally {
            SecurityContextHolder.clearContext();
        }
    }

    private static void refuseToken(HttpServletRequest request, HttpServletResponse response) throws IOException {
        CallFault.refuse(
                request,
                response,
                "Bearer realm=\"Slipway\", error=\"invalid_token\"",
                Problem.of(ProblemCode.NOT_AUTHENTICATED, "the token of this call is not one of an open login"));
    }

    private static void enter(Account account) {
        UserDetails user = AccountUsers.details(account);
        SecurityContext context = SecurityContextHolder.createEmptyContext();
        context.setAuthentication(UsernamePasswordAuthenticationToken.authenticated(user, null, user.getAuthorities()));
        SecurityContextHolder.setContext(context);
    }
}
