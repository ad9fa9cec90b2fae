package dev.slipway.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.springframework.security.core.session.SessionInformation;
import org.springframework.security.core.session.SessionRegistry;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Ends a session a fixed time after the login. An open page asks for news all the time, so the session would never
 * become idle.
 */
final class LongestSession extends OncePerRequestFilter {
    /** Covers a working day with some hours to spare. */
    static final Duration SPAN = Duration.ofHours(12);

    private final SessionRegistry sessions;
    private final Clock clock;

    LongestSession(SessionRegistry sessions, Clock clock) {
        this.sessions = sessions;
        this.clock = clock;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional.ofNullable(request.getSession(false))
                .filter(this::isOver)
                .map(session -> sessions.getSessionInformation(session.getId()))
                .ifPresent(SessionInformation::expireNow);
        chain.doFilter(request, response);
    }

    private boolean isOver(HttpSession session) {
        return clock.instant()
                .isAfter(Instant.ofEpochMilli(session.getCreationTime()).plus(SPAN));
    }
}
