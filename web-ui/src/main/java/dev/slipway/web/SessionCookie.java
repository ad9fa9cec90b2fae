package dev.slipway.web;

import jakarta.servlet.ServletContext;
import jakarta.servlet.SessionCookieConfig;
import jakarta.servlet.SessionTrackingMode;
import java.util.Set;
import org.springframework.boot.web.servlet.ServletContextInitializer;
import org.springframework.stereotype.Component;

/** The session lives in one cookie that scripts cannot read and other sites cannot make a browser post; never in a URL. */
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
