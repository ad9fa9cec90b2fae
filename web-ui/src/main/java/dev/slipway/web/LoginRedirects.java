package dev.slipway.web;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.DefaultRedirectStrategy;
import org.springframework.security.web.RedirectStrategy;
import org.springframework.security.web.authentication.AuthenticationFailureHandler;
import org.springframework.security.web.authentication.AuthenticationSuccessHandler;
import org.springframework.security.web.authentication.SimpleUrlAuthenticationSuccessHandler;
import org.springframework.security.web.session.SessionInformationExpiredEvent;
import org.springframework.security.web.session.SessionInformationExpiredStrategy;

/**
 * Leads to the login page, and after the login to the page that was asked for. A refused login leaves no session
 * behind.
 */
final class LoginRedirects
        implements AuthenticationEntryPoint,
                AuthenticationFailureHandler,
                AuthenticationSuccessHandler,
                SessionInformationExpiredStrategy {
    private final KeptLogins kept;
    private final RedirectStrategy redirects = new DefaultRedirectStrategy();
    private final AuthenticationSuccessHandler success = new SimpleUrlAuthenticationSuccessHandler() {
        @Override
        protected String determineTargetUrl(HttpServletRequest request, HttpServletResponse response) {
            return Destination.of(request);
        }
    };

    LoginRedirects(KeptLogins kept) {
        this.kept = kept;
    }

    /** Asks a stranger to sign in. */
    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException unknown)
            throws IOException {
        redirects.sendRedirect(request, response, Destination.appended("/login", Destination.askedBy(request)));
    }

    /** Asks again after a wrong password. */
    @Override
    public void onAuthenticationFailure(
            HttpServletRequest request, HttpServletResponse response, AuthenticationException wrong)
            throws IOException {
        redirects.sendRedirect(
                request, response, Destination.appended("/login?refused", Destination.carriedBy(request)));
    }

    @Override
    public void onAuthenticationSuccess(
            HttpServletRequest request, HttpServletResponse response, Authentication signedIn)
            throws IOException, ServletException {
        kept.keep(request, response, signedIn);
        success.onAuthenticationSuccess(request, response, signedIn);
    }

    /** Says that the session has ended, and asks to sign in again. */
    @Override
    public void onExpiredSessionDetected(SessionInformationExpiredEvent event) throws IOException {
        HttpServletRequest request = event.getRequest();
        redirects.sendRedirect(
                request, event.getResponse(), Destination.appended("/login?out", Destination.askedBy(request)));
    }
}
