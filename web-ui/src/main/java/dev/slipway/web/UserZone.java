package dev.slipway.web;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TimeZone;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.context.i18n.LocaleContext;
import org.springframework.context.i18n.SimpleTimeZoneAwareLocaleContext;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.i18n.AbstractLocaleContextResolver;

/**
 * Finds the zone in which a user reads times. The browser keeps the zone in a cookie; until the user has chosen one,
 * the zone is UTC. Spring hands the zone to all code that works for the request, such as {@link Readable#moment}. Pages
 * find its name as {@code requestScope.zone}.
 */
@Component("localeResolver")
public class UserZone extends AbstractLocaleContextResolver {
    static final String COOKIE = "slipway-zone";

    /** Matches the zones that are named after places. All other names are older names of the same zones. */
    private static final Pattern PLACE = Pattern.compile(
            "(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/[A-Za-z0-9_+/-]+");

    private static final String DEFAULT = "UTC";
    private static final Duration KEPT = Duration.ofDays(365);

    private static final List<String> OFFERED = Stream.concat(
                    Stream.of(DEFAULT),
                    ZoneId.getAvailableZoneIds().stream()
                            .filter(PLACE.asMatchPredicate())
                            .sorted())
            .toList();

    /** Returns the names of the zones that can be chosen. */
    public static List<String> offered() {
        return OFFERED;
    }

    /** Returns the name of the request's zone. */
    public static String of(HttpServletRequest request) {
        Cookie[] cookies = request.getCookies();
        return Stream.ofNullable(cookies)
                .flatMap(Arrays::stream)
                .filter(cookie -> cookie.getName().equals(COOKIE))
                .map(Cookie::getValue)
                .filter(OFFERED::contains)
                .findFirst()
                .orElse(DEFAULT);
    }

    /**
     * Makes the browser keep a zone.
     *
     * @return whether a zone of this name exists
     */
    public static boolean keep(String zone, HttpServletRequest request, HttpServletResponse response) {
        Optional<String> known =
                OFFERED.stream().filter(each -> each.equals(zone)).findFirst();
        known.ifPresent(name -> response.addHeader(
                HttpHeaders.SET_COOKIE,
                ResponseCookie.from(COOKIE, name)
                        .path(request.getContextPath() + "/")
                        .maxAge(KEPT)
                        .secure(true)
                        .httpOnly(true)
                        .sameSite("Lax")
                        .build()
                        .toString()));
        return known.isPresent();
    }

    @Override
    public LocaleContext resolveLocaleContext(HttpServletRequest request) {
        String zone = of(request);
        request.setAttribute("zone", zone);
        return new SimpleTimeZoneAwareLocaleContext(request.getLocale(), TimeZone.getTimeZone(zone));
    }

    @Override
    public void setLocaleContext(HttpServletRequest request, HttpServletResponse response, LocaleContext context) {
        throw new UnsupportedOperationException("only a user chooses a zone");
    }
}
