package dev.slipway.web;

import jakarta.servlet.ServletContext;
import jakarta.servlet.SessionCookieConfig;
import jakarta.servlet.SessionTrackingMode;
import java.util.Set;
import org.springframework.boot.web.servlet.ServletContextInitializer;
import org.springframework.stereotype.Component;

/**
 * Keeps the session in one cookie and never in a URL. Scripts cannot read the cookie, and browsers do not send the
 * cookie with the forms of other sites.
 */
@Component
class SessionCookie implements ServletContextInitializer {

    @Override
    public void onStartup(ServletContext context) {
        context.setSessionTrackingModes(Set.of(SessionTrackingMode.COOKIE));
        SessionCookieConfig cookie = context.getSessionCookieConfig();
        cookie.setName("slipway-session");
        cookie.setHttpOnly(true);
        cookie.setSecure(true);
        cookie.setAttribute("SameSite", "Lax");
    }
}
