package dev.slipway.gateway.ssh;

import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.NamedPlaces;
import dev.slipway.gateway.step.PlaceKind;
import dev.slipway.gateway.step.SharedLook;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Credential;
import dev.slipway.request.Place;
import dev.slipway.request.StagingStep;
import dev.slipway.secret.SecretUse;
import dev.slipway.secret.Secrets;
import dev.slipway.staging.StepLook;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/** The operator's hosts, by name, and the connections to them. */
public final class SshHosts implements PlaceKind, SharedLook, AutoCloseable {
    private final NamedPlaces<SshHost> byName;
    private final SessionOpener opener;
    private final KeptSessions sessions;
    private final Secrets secrets;

    /**
     * Makes the hosts without connecting.
     *
     * @param secrets opens the passwords of documents, each only when a step connects
     */
    public SshHosts(List<SshHost> hosts, SshLimits limits, Secrets secrets) {
        opener = new SessionOpener(limits);
        sessions = new KeptSessions(limits);
        this.secrets = secrets;
        byName = new NamedPlaces<>(Place.Host::new, hosts, SshHost::name);
    }

    /** Prepares the change to other hosts, and returns the change, which cannot fail. */
    public Runnable taking(List<SshHost> hosts) {
        return byName.taking(hosts);
    }

    /** Connects for one step, as the operator's user or as the user that the step names. */
    HostConnection connect(StagingStep step, String owner, Cancellation cancellation) throws InterruptedException {
        SshHost host = byName.require(step.placeName());
        try (HostLogin login = login(host, step.credential(), owner)) {
            return connect(host, login, cancellation);
        }
    }

    /** Connects to a host that has no name for documents, as the operator's user. */
    HostConnection connect(SshHost host, Cancellation cancellation) throws InterruptedException {
        try (HostLogin login = operators(host)) {
            return connect(host, login, cancellation);
        }
    }

    @Override
    public Optional<Problem> obstacle(StagingStep step, String owner) {
        if (step.credential().isEmpty()) {
            return Optional.empty();
        }
        try {
            login(byName.require(step.placeName()), step.credential(), owner).close();
            return Optional.empty();
        } catch (ProblemException e) {
            return Optional.of(e.problem());
        }
    }

    private HostLogin login(SshHost host, Optional<Credential> credential, String owner) {
        if (credential.isEmpty()) {
            return operators(host);
        }
        String user = credential.get().user();
        if (!host.documentCredentials()) {
            throw StepProblem.of(
                    ProblemCode.CREDENTIAL_CLOSED,
                    "host " + host.name() + " takes no users of documents, but is to let " + user + " in");
        }
        byte[] password = secrets.open(credential.get().sealed(), new SecretUse(owner, host.name(), user));
        return HostPasswordLogin.ofDocument(user, password);
    }

    /** Returns the login of the operator's user of a host. */
    static HostLogin operators(SshHost host) {
        if (host.login() instanceof SshHost.Login.Password password) {
            return HostPasswordLogin.ofOperator(host, password);
        }
        return new KeyLogin(host, (SshHost.Login.Key) host.login());
    }

    private HostConnection connect(SshHost host, HostLogin login, Cancellation cancellation)
            throws InterruptedException {
        Optional<OpenSession> kept = login.shared() ? sessions.lend(host, cancellation) : Optional.empty();
        OpenSession session = kept.isPresent() ? kept.get() : opener.open(host, login, cancellation);
        return lent(session, login, cancellation);
    }

    private HostConnection lent(OpenSession session, HostLogin login, Cancellation cancellation)
            throws InterruptedException {
        try {
            Cancellation.Registration registration = cancellation.stopBy(attempt -> session.close());
            return HostConnection.of(session, registration, login.shared() ? sessions::keep : OpenSession::close);
        } catch (InterruptedException e) {
            session.close();
            throw e;
        }
    }

    /** Probes by the login of the operator's user. */
    @Override
    public Optional<Problem> probe(String name) throws InterruptedException {
        try {
            SshHost host = byName.require(name);
            try (HostLogin login = operators(host)) {
                // A kept session would not show whether the host still accepts a login.
                sessions.keep(opener.open(host, login, new Cancellation()));
            }
            return Optional.empty();
        } catch (ProblemException e) {
            return Optional.of(e.problem());
        }
    }

    @Override
    public void look(
            String host,
            List<StagingStep> steps,
            String owner,
            Cancellation cancellation,
            BiConsumer<StagingStep, StepLook> told)
            throws InterruptedException {
        new HostLook(this).look(steps, owner, cancellation, told);
    }

    @Override
    public Optional<Problem> unknown(String name, Predicate<Place> tellable) {
        return byName.unknown(name, tellable);
    }

    @Override
    public void close() {
        sessions.close();
    }
}
