package dev.slipway.server;

import dev.slipway.Middleware;
import dev.slipway.account.Account;
import dev.slipway.account.Accounts;
import dev.slipway.account.Logins;
import dev.slipway.account.UserDesk;
import dev.slipway.desk.Offer;
import dev.slipway.document.reader.JobDocumentReader;
import dev.slipway.journal.JournalUnavailable;
import dev.slipway.journal.ledger.OperationLedger;
import dev.slipway.journal.ledger.OperationLedger.Kind;
import dev.slipway.server.login.AccountGate;
import dev.slipway.server.login.CallLogin;
import dev.slipway.server.login.CallOutage;
import dev.slipway.server.login.CallRefusal;
import dev.slipway.server.login.KnownCallers;
import dev.slipway.server.login.PasswordLogin;
import dev.slipway.server.settings.ServerSettings;
import dev.slipway.service.soap.SoapService;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.session.SessionInformation;
import org.springframework.security.core.session.SessionRegistry;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.HttpStatusEntryPoint;
import org.springframework.security.web.authentication.www.BasicAuthenticationFilter;

/**
 * Configures who gets in at which door. Calls authenticate one by one, here by HTTP Basic or the token of a login. A
 * call with neither goes through to the service, which asks for a name and a password in the SOAP header. The pages
 * have a chain of their own, {@code @Order(2)}. Any other path is answered as missing. The WSDL and the schemas are
 * open: their files hold no data of this installation, and toolkits and XML editors read them before they have a
 * password.
 */
@Configuration(proxyBeanMethods = false)
class DoorConfiguration {
    private static final Logger LOG = LoggerFactory.getLogger(DoorConfiguration.class);

    /** Makes the only provider of this kind, which Spring Security therefore uses for calls and pages alike. */
    @Bean
    PasswordLogin passwordLogin(
            Accounts accounts, SessionRegistry sessions, PasswordEncoder encoder, Clock clock, Middleware middleware) {
        PasswordLogin login = new PasswordLogin(name -> accounts.find(name).filter(Account::open), encoder, clock);
        login.tellRefusals((user, address) -> record(middleware.ledger(), user, address));
        accounts.listen(login::forget);
        accounts.listen(name -> expire(sessions, name));
        return login;
    }

    /** Records a refused login. The login is refused also while the store is away. */
    private static void record(OperationLedger ledger, String user, String address) {
        try {
            ledger.note(
                    new OperationLedger.Entry(Kind.SIGN_IN_REFUSED, user, address, "user name or password is wrong"));
        } catch (JournalUnavailable e) {
            LOG.debug("a refused login is not recorded", e);
        }
    }

    /**
     * Ends the user's sessions at the pages. A session keeps the account as of the login, so after a change the user
     * must log in anew.
     */
    private static void expire(SessionRegistry sessions, String name) {
        sessions.getAllPrincipals().stream()
                .filter(user -> user instanceof UserDetails details
                        && details.getUsername().equals(name))
                .flatMap(user -> sessions.getAllSessions(user, false).stream())
                .forEach(SessionInformation::expireNow);
    }

    @Bean
    KnownCallers knownCallers(PasswordLogin login, Logins logins) {
        return new KnownCallers(login, logins);
    }

    /** Checks names and passwords that are found behind the doors. */
    @Bean
    AccountGate gate(PasswordLogin login, PasswordEncoder encoder) {
        return new AccountGate(login, encoder);
    }

    @Bean
    UserDesk userDesk(Accounts accounts, AccountGate gate, Offer offer) {
        return new UserDesk(accounts, gate, place -> offer.places().contains(place));
    }

    @Bean
    Offer offer(ServerSettings settings) {
        return new Offer(Middleware.version(), CoreSettings.offer(settings));
    }

    /**
     * Configures uploads and documents at pages. They stay in memory, so that no user's data lie in a folder of the web
     * server. Pages refuse uploads from clients that have not signed in.
     */
    @Bean
    MultipartConfigElement multipart(ServerSettings settings) {
        long most = Math.max(settings.uploads().largest().toBytes(), JobDocumentReader.LARGEST);
        return new MultipartConfigElement("", most, most + (64 << 10), (int) Math.min(most, Integer.MAX_VALUE));
    }

    @Bean
    ServletRegistrationBean<HttpServlet> calls(SoapService service) {
        ServletRegistrationBean<HttpServlet> registration =
                new ServletRegistrationBean<>(service.servlet(), "/services/*");
        registration.setName("calls");
        registration.setLoadOnStartup(1);
        return registration;
    }

    @Bean
    @Order(1)
    SecurityFilterChain callChain(
            HttpSecurity http, WebServer server, KnownCallers callers, PasswordLogin passwords, Logins logins)
            throws Exception {
        CallRefusal refusal = new CallRefusal();
        return http.securityMatcher("/services/**", "/health")
                .csrf(csrf -> csrf.disable())
                .requestCache(cache -> cache.disable())
                .logout(logout -> logout.disable())
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .authorizeHttpRequests(requests -> requests.requestMatchers("/health")
                        .permitAll()
                        .requestMatchers(DoorConfiguration::asksForWsdl)
                        .permitAll()
                        // All methods pass here: the service decides which methods are taken.
                        .requestMatchers(
                                "/services/jobs", "/services/schemas", "/services/schemas/", "/services/schemas/*")
                        .permitAll()
                        .anyRequest()
                        .authenticated())
                .addFilterBefore(
                        new WsdlAddress(server, DoorConfiguration::asksForWsdl), BasicAuthenticationFilter.class)
                .addFilterBefore(new CallOutage(), BasicAuthenticationFilter.class)
                .addFilterAt(new CallLogin(callers, passwords, logins, refusal), BasicAuthenticationFilter.class)
                .exceptionHandling(handling -> handling.authenticationEntryPoint(refusal))
                .build();
    }

    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    SecurityFilterChain nothingElse(HttpSecurity http) throws Exception {
        return http.csrf(csrf -> csrf.disable())
                .requestCache(cache -> cache.disable())
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .authorizeHttpRequests(requests -> requests.dispatcherTypeMatchers(
                                DispatcherType.FORWARD, DispatcherType.INCLUDE, DispatcherType.ERROR)
                        .permitAll()
                        .anyRequest()
                        .denyAll())
                .exceptionHandling(
                        handling -> handling.authenticationEntryPoint(new HttpStatusEntryPoint(HttpStatus.NOT_FOUND)))
                .build();
    }

    private static boolean asksForWsdl(HttpServletRequest request) {
        String query = request.getQueryString();
        return (request.getMethod().equals("GET") || request.getMethod().equals("HEAD"))
                && query != null
                && (query.equalsIgnoreCase("wsdl")
                        || query.toLowerCase(Locale.ROOT).startsWith("xsd="));
    }
}
