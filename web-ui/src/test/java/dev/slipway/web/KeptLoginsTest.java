package dev.slipway.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.account.Account;
import dev.slipway.account.Accounts;
import dev.slipway.account.Logins;
import dev.slipway.desk.Caller;
import dev.slipway.grant.Grants;
import dev.slipway.journal.ledger.OperationLedger;
import dev.slipway.journal.store.PostgresJobJournal;
import dev.slipway.servers.PostgresDatabase;
import jakarta.servlet.http.Cookie;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.MockHttpSession;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.session.SessionRegistryImpl;
import org.springframework.security.core.userdetails.User;

/** Tests which tokens keep and open sessions of pages. The store is real, and can be away. */
class KeptLoginsTest {
    private static final String COOKIE = "__Host-slipway-login";

    private final SessionRegistryImpl sessions = new SessionRegistryImpl();
    private volatile boolean away;
    private Accounts accounts;
    private Logins logins;
    private KeptLogins kept;

    @BeforeEach
    void start() {
        DataSource real = PostgresDatabase.fresh().dataSource();
        DataSource store = (DataSource) Proxy.newProxyInstance(
                DataSource.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, given) -> {
                    if (away) {
                        throw new SQLException("the store is away", "08006");
                    }
                    return method.invoke(real, given);
                });
        Clock clock = Clock.systemUTC();
        PostgresJobJournal.open(store, clock);
        accounts = new Accounts(store, new OperationLedger(store, clock));
        logins = new Logins(store, accounts, clock, Duration.ofHours(8));
        kept = new KeptLogins(accounts, logins, sessions, clock);
        put("ada", "hash");
        put("bob", "hash");
    }

    private void put(String name, String hash) {
        accounts.put(new Account(name, hash, Set.of(Caller.Role.USER), Grants.NONE));
    }

    private String token(String user) {
        return logins.open(new Caller(user, Set.of(Caller.Role.USER), "10.0.0.1"), "hash")
                .token();
    }

    private static MockHttpServletRequest request(String token) {
        MockHttpServletRequest request = new MockHttpServletRequest("GET", "/ui");
        request.setServletPath("/ui");
        request.setCookies(new Cookie(COOKIE, token));
        return request;
    }

    /** Lets the request pass, and returns its session. */
    private MockHttpSession passed(MockHttpServletRequest request) throws Exception {
        kept.doFilter(request, new MockHttpServletResponse(), new MockFilterChain());
        return (MockHttpSession) request.getSession(false);
    }

    private MockHttpSession passed(MockHttpSession session, String token) throws Exception {
        MockHttpServletRequest request = request(token);
        request.setSession(session);
        return passed(request);
    }

    private boolean isOpen(MockHttpSession session) {
        return !sessions.getSessionInformation(session.getId()).isExpired();
    }

    @Test
    void a_sign_out_forgets_the_token_although_the_store_is_away() throws Exception {
        MockHttpServletRequest request = request(token("ada"));
        MockHttpSession session = passed(request);
        MockHttpServletRequest out = new MockHttpServletRequest("POST", "/logout");
        out.setServletPath("/logout");
        out.setCookies(request.getCookies());
        out.setSession(session);
        MockHttpServletResponse response = new MockHttpServletResponse();
        away = true;

        kept.doFilter(out, response, (given, answer) -> kept.logout(out, response, null));

        assertThat(response.getHeader("Set-Cookie")).startsWith(COOKIE + "=;").contains("Max-Age=0");
    }

    @Test
    void a_reopened_session_lasts_with_its_own_token_alone() throws Exception {
        String own = token("ada");
        MockHttpSession session = passed(request(own));
        assertThat(isOpen(passed(session, own))).isTrue();

        assertThat(isOpen(passed(session, token("bob"))))
                .as("another user's token")
                .isFalse();

        String first = token("ada");
        MockHttpSession other = passed(request(first));
        assertThat(isOpen(passed(other, token("ada"))))
                .as("another token of the user")
                .isFalse();
    }

    @Test
    void a_sign_in_makes_a_reopened_session_one_of_a_password() throws Exception {
        String own = token("ada");
        MockHttpSession session = passed(request(own));
        MockHttpServletRequest again = request(own);
        again.setSession(session);
        MockHttpServletResponse response = new MockHttpServletResponse();

        kept.keep(again, response, signedIn("ada", "hash"));

        assertThat(isOpen(passed(session, response.getCookie(COOKIE).getValue())))
                .isTrue();
    }

    @Test
    void a_sign_in_is_refused_if_the_password_has_changed_since_its_check() {
        MockHttpServletRequest request = new MockHttpServletRequest("POST", "/login");
        MockHttpSession session = (MockHttpSession) request.getSession();
        MockHttpServletResponse response = new MockHttpServletResponse();
        Authentication checked = signedIn("ada", "hash");
        put("ada", "new hash");

        assertThatThrownBy(() -> kept.keep(request, response, checked)).isInstanceOf(BadCredentialsException.class);

        assertThat(session.isInvalid()).isTrue();
        assertThat(response.getCookies()).isEmpty();
        assertThat(((User) checked.getPrincipal()).getPassword()).isNull();
    }

    private static Authentication signedIn(String name, String hash) {
        User user = (User) User.withUsername(name).password(hash).roles("USER").build();
        return UsernamePasswordAuthenticationToken.authenticated(user, null, user.getAuthorities());
    }
}
