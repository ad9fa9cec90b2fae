package dev.slipway.web;

import dev.slipway.account.Accounts;
import dev.slipway.account.Logins;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.MultipartConfigElement;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.ObjectPostProcessor;
import org.springframework.security.config.annotation.authentication.builders.AuthenticationManagerBuilder;
import org.springframework.security.config.annotation.authentication.configuration.GlobalAuthenticationConfigurerAdapter;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer.FrameOptionsConfig;
import org.springframework.security.core.session.SessionRegistry;
import org.springframework.security.core.session.SessionRegistryImpl;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.context.SecurityContextHolderFilter;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;
import org.springframework.security.web.csrf.CsrfFilter;
import org.springframework.security.web.header.HeaderWriterFilter;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;
import org.springframework.security.web.session.ConcurrentSessionFilter;
import org.springframework.security.web.session.HttpSessionEventPublisher;

/**
 * Configures who may fetch a page, and the limits that headers set for browsers. The service's own filter chain stands
 * before this one with {@code @Order(1)}. The desk decides whether a user may see a job.
 *
 * <p>A session begins with a right password and never before, because strangers could otherwise fill the memory with
 * sessions. For that reason the CSRF token lives in a cookie of its own, the address of the login page carries the page
 * that was asked for, and a refused login leaves no session behind.
 */
@Configuration
class WebSecurity {
    private static final String CONTENT =
            "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; " + "frame-ancestors 'none'";

    /** Keeps who is logged in, so that a changed account can end its sessions. */
    @Bean
    SessionRegistry sessions() {
        return new SessionRegistryImpl();
    }

    /** Tells the registry of sessions that end by themselves. */
    @Bean
    HttpSessionEventPublisher sessionEvents() {
        return new HttpSessionEventPublisher();
    }

    /** Leaves the checked hash in a login until {@link KeptLogins#keep} takes it out. */
    @Bean
    static GlobalAuthenticationConfigurerAdapter checkedHashes() {
        return new GlobalAuthenticationConfigurerAdapter() {
            @Override
            public void init(AuthenticationManagerBuilder logins) {
                logins.eraseCredentials(false);
            }
        };
    }

    @Bean
    @Order(2)
    SecurityFilterChain pages(
            HttpSecurity http,
            SessionRegistry sessions,
            Clock clock,
            MultipartConfigElement uploads,
            Accounts accounts,
            Logins logins)
            throws Exception {
        KeptLogins kept = new KeptLogins(accounts, logins, sessions, clock);
        LoginRedirects redirects = new LoginRedirects(kept);
        http.securityMatcher("/", "/ui", "/ui/**", "/login", "/logout", "/assets/**", "/error")
                .authorizeHttpRequests(requests -> requests.dispatcherTypeMatchers(
                                DispatcherType.FORWARD, DispatcherType.INCLUDE, DispatcherType.ERROR)
                        .permitAll()
                        .requestMatchers("/login", "/assets/**", "/error")
                        .permitAll()
                        .anyRequest()
                        .authenticated())
                .formLogin(form -> form.loginPage("/login")
                        .successHandler(redirects)
                        .failureHandler(redirects)
                        .permitAll())
                .exceptionHandling(refused -> refused.authenticationEntryPoint(redirects))
                .csrf(csrf -> csrf.csrfTokenRepository(csrfCookie()))
                .requestCache(cache -> cache.disable())
                .logout(logout -> logout.addLogoutHandler(kept).logoutSuccessUrl("/login?out"))
                .sessionManagement(session -> session.sessionFixation(fixation -> fixation.changeSessionId())
                        .maximumSessions(-1)
                        .sessionRegistry(sessions)
                        .expiredSessionStrategy(redirects))
                .headers(WebSecurity::headers);
        return http.addFilterBefore(kept, SecurityContextHolderFilter.class)
                .addFilterBefore(new SignedInUploads(uploads), CsrfFilter.class)
                .addFilterAfter(new WithoutNul(), CsrfFilter.class)
                .addFilterBefore(new LongestSession(sessions, clock), ConcurrentSessionFilter.class)
                .build();
    }

    /**
     * Makes the CSRF cookie. Browsers take and send the cookie over TLS only, and for this host only. No script can
     * read the cookie, and browsers do not send it with the form of another site.
     */
    private static CookieCsrfTokenRepository csrfCookie() {
        CookieCsrfTokenRepository cookie = new CookieCsrfTokenRepository();
        cookie.setCookieName("__Host-slipway-csrf");
        cookie.setCookiePath("/");
        cookie.setCookieCustomizer(
                attributes -> attributes.httpOnly(true).secure(true).sameSite("Lax"));
        return cookie;
    }

    private static void headers(HeadersConfigurer<HttpSecurity> headers) {
        headers.withObjectPostProcessor(new AtOnce())
                .contentSecurityPolicy(policy -> policy.policyDirectives(CONTENT))
                .frameOptions(FrameOptionsConfig::deny)
                .referrerPolicy(policy -> policy.policy(ReferrerPolicy.SAME_ORIGIN))
                .permissionsPolicyHeader(
                        policy -> policy.policy("camera=(), geolocation=(), microphone=(), payment=()"));
    }

    /**
     * Writes the security headers before the page. The server commits a page larger than its buffer without asking the
     * filter, which by default writes the headers last.
     */
    private static final class AtOnce implements ObjectPostProcessor<HeaderWriterFilter> {
        @Override
        public <O extends HeaderWriterFilter> O postProcess(O filter) {
            filter.setShouldWriteHeadersEagerly(true);
            return filter;
        }
    }
}
