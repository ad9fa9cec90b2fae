package dev.slipway.service;

import dev.slipway.Middleware;
import dev.slipway.account.Passwords;
import dev.slipway.account.UserDesk;
import dev.slipway.callback.CallbackSettings;
import dev.slipway.desk.Caller;
import dev.slipway.desk.Offer;
import dev.slipway.document.reader.JobDocumentReader;
import dev.slipway.operations.SettingsDesk;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Place;
import dev.slipway.run.Partition;
import dev.slipway.service.calls.AccessDesks;
import dev.slipway.service.calls.AuthoringDesks;
import dev.slipway.service.calls.JobsEndpoint;
import dev.slipway.service.calls.OperatorDesks;
import dev.slipway.service.calls.ServiceDesks;
import dev.slipway.service.soap.PasswordGate;
import dev.slipway.service.soap.SoapService;
import dev.slipway.service.wire.Jobs;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.authenticator.BasicAuthenticator;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.Request;
import org.apache.catalina.realm.GenericPrincipal;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.LoginConfig;
import org.apache.tomcat.util.descriptor.web.SecurityCollection;
import org.apache.tomcat.util.descriptor.web.SecurityConstraint;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;

/**
 * A real HTTP or HTTPS server with the service. The users are ann (USER) and olga (OPERATOR); a password is the name
 * and "-pw".
 */
public final class JobsServer implements AutoCloseable {
    /** The user ann, for calls of the desks themselves. */
    public static final Caller ANN = new Caller("ann", Set.of(Caller.Role.USER), "here");

    private static final List<Place> PLACES = List.of(new Place.Source("risk"), new Place.Host("market-data"));
    private static final String TOKEN = "open-login-of-";
    private static final String ENDED = "Bearer ended-and-told-by-a-fault";

    private final Tomcat tomcat = new Tomcat();
    private final SoapService service;
    private final boolean tls;

    private JobsServer(SoapService service, Path folder, ServerKey key, int port)
            throws LifecycleException, IOException {
        this.service = service;
        this.tls = key != null;
        tomcat.setBaseDir(folder.toString());
        tomcat.setConnector(connector(key, port));
        tomcat.getConnector();
        Context context = tomcat.addContext("", folder.toString());
        for (String[] user :
                new String[][] {{"ann", "USER"}, {"bob", "USER"}, {"olga", "OPERATOR"}, {"alma", "AUDITOR"}}) {
            tomcat.addUser(user[0], user[0] + "-pw");
            tomcat.addRole(user[0], user[1]);
        }
        protect(context);
        Tomcat.addServlet(context, "soap", service.servlet());
        context.addServletMapping("/services/*", "soap");
        tomcat.start();
    }

    /** Serves a real middleware. */
    public static JobsServer of(RealJobs jobs, Path folder) throws LifecycleException, IOException {
        return new JobsServer(service(jobs), folder, null, 0);
    }

    /** Serves a real middleware over TLS. */
    public static JobsServer secured(RealJobs jobs, Path folder, ServerKey key) throws LifecycleException, IOException {
        return new JobsServer(service(jobs), folder, key, 0);
    }

    /** Refuses every caller, because the container authenticates all callers of these tests. */
    private static PasswordGate.LetIn nobody(String user, String password, String from) {
        throw new ProblemException(Problem.of(ProblemCode.NOT_AUTHENTICATED, "there is no gate for " + user));
    }

    /** Keeps passwords in plain text for tests. */
    private static final class PlainPasswords implements Passwords {
        @Override
        public String hash(String password) {
            return "plain " + password;
        }

        @Override
        public void require(String user, String password, String from) {
            if (!password.equals(user + "-pw")) {
                nobody(user, password, from);
            }
        }
    }

    private static SoapService service(RealJobs jobs) {
        Middleware middleware = jobs.middleware();
        ServiceDesks desks = new ServiceDesks(
                middleware.desk(),
                middleware.plans(),
                jobs.authoring(),
                new OperatorDesks(
                        middleware.audit(),
                        middleware.operations(() -> PLACES, Duration.ZERO),
                        middleware.usage(),
                        new SettingsDesk((by, from) -> List.of("limits.jobs-per-user"))),
                new AccessDesks(
                        new UserDesk(
                                middleware.accounts(),
                                new PlainPasswords(),
                                Set.of(new Place.Source("risk"))::contains),
                        middleware.logins(Duration.ofHours(1)),
                        null,
                        jobs.mails()),
                middleware.callbacks(CallbackSettings.NONE, (receiver, body) -> {}),
                new Offer(
                        "tested",
                        new Offer.Content(
                                List.of(new Partition("local", 1, Duration.ofMinutes(10))),
                                PLACES,
                                new Offer.Limits(1000, 100_000, 4L << 20, 64L << 20))));
        return new SoapService(new JobsEndpoint(desks, new JobDocumentReader()), JobsServer::nobody, Clock.systemUTC());
    }

    /**
     * Serves the operations without a desk, so that a call that passes all checks before the desk is an internal error.
     */
    static JobsServer withoutDesks(Path folder) throws LifecycleException, IOException {
        ServiceDesks none = new ServiceDesks(
                null,
                null,
                new AuthoringDesks(null, null, null),
                new OperatorDesks(null, null, null, null),
                new AccessDesks(null, null, null, Optional.empty()),
                null,
                null);
        return of(new JobsEndpoint(none, new JobDocumentReader()), folder);
    }

    /** Serves any implementation of the contract. */
    public static JobsServer of(Jobs jobs, Path folder) throws LifecycleException, IOException {
        return new JobsServer(new SoapService(jobs, JobsServer::nobody, Clock.systemUTC()), folder, null, 0);
    }

    /** Serves any implementation of the contract over TLS; port 0 takes any free port. */
    public static JobsServer secured(Jobs jobs, Path folder, ServerKey key, int port)
            throws LifecycleException, IOException {
        return new JobsServer(new SoapService(jobs, JobsServer::nobody, Clock.systemUTC()), folder, key, port);
    }

    private static Connector connector(ServerKey key, int port) {
        Connector connector = new Connector();
        connector.setPort(port);
        connector.setProperty("address", "127.0.0.1");
        if (key != null) {
            connector.setSecure(true);
            connector.setScheme("https");
            connector.setProperty("SSLEnabled", "true");
            SSLHostConfig host = new SSLHostConfig();
            SSLHostConfigCertificate certificate =
                    new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.UNDEFINED);
            certificate.setCertificateKeystoreFile(key.store().toString());
            certificate.setCertificateKeystorePassword(ServerKey.PASSWORD);
            host.addCertificate(certificate);
            connector.addSslHostConfig(host);
        }
        return connector;
    }

    private static void protect(Context context) {
        SecurityCollection everything = new SecurityCollection();
        everything.addPattern("/*");
        SecurityConstraint constraint = new SecurityConstraint();
        constraint.addCollection(everything);
        constraint.addAuthRole("USER");
        constraint.addAuthRole("OPERATOR");
        constraint.addAuthRole("AUDITOR");
        context.addConstraint(constraint);
        context.addSecurityRole("USER");
        context.addSecurityRole("OPERATOR");
        context.addSecurityRole("AUDITOR");
        context.setLoginConfig(new LoginConfig("BASIC", "slipway", null, null));
        context.getPipeline().addValve(new TokenOrBasic());
    }

    /** Lets in by a password, or by the token that {@link #token} gives. */
    private static final class TokenOrBasic extends BasicAuthenticator {
        @Override
        protected boolean doAuthenticate(Request request, HttpServletResponse response) throws IOException {
            String header = request.getHeader("Authorization");
            if (ENDED.equals(header)) {
                refuse(response);
                return false;
            }
            String scheme = "Bearer " + TOKEN;
            if (header == null || !header.startsWith(scheme)) {
                return super.doAuthenticate(request, response);
            }
            String user = header.substring(scheme.length());
            register(request, response, new GenericPrincipal(user, List.of("USER")), "BEARER", user, null);
            return true;
        }
    }

    /** Refuses a token with an ended login by a fault, as the shipped service does. */
    private static void refuse(HttpServletResponse response) throws IOException {
        response.setStatus(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
        response.setContentType("text/xml;charset=UTF-8");
        response.getWriter().write("""
                        <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault>\
                        <faultcode>soap:Client</faultcode><faultstring>over</faultstring><detail>\
                        <problem \
                        xmlns="urn:slipway:service:1"><code>access.not-authenticated</code><message>over</message>\
                        <detail></detail><hint>log in</hint><exitStatus>20</exitStatus></problem></detail>\
                        </soap:Fault></soap:Body></soap:Envelope>""");
    }

    /** Returns the token of a user's login that never ends. */
    public static String token(String user) {
        return TOKEN + user;
    }

    public int port() {
        return tomcat.getConnector().getLocalPort();
    }

    /** Returns the service's address. */
    public URI address() {
        return URI.create((tls ? "https" : "http") + "://127.0.0.1:" + port() + "/services/jobs");
    }

    @Override
    public void close() throws LifecycleException {
        tomcat.stop();
        tomcat.destroy();
        service.close();
    }
}
