package dev.slipway.gateway.ssh;

import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs commands on hosts as the operator's users, over sessions that are kept for the next command. A host needs only
 * an sshd and a POSIX shell.
 */
public final class HostCalls implements AutoCloseable {
    private final SessionOpener opener;
    private final KeptSessions sessions;
    private final HostWork calls = new HostWork("call");

    /** Makes the calls without a connection to a host. */
    public HostCalls(SshLimits limits) {
        opener = new SessionOpener(limits);
        sessions = new KeptSessions(limits, session -> true);
    }

    /**
     * Runs a command, and returns the answer, also for an exit status other than 0.
     *
     * @param host a host with a name that no other host and no other user of the host has
     * @param begun called once the command may have begun, because it may have an effect from then on
     * @throws ProblemException HOST_UNREACHABLE if the host is away, does not answer before the timeout, or answers
     *     with more bytes than the bound, and the command may then have had its effect; HOST_LOGIN if the host refuses
     *     the user; HOST_KEY if the host's key is not in known_hosts
     */
    public HostAnswer answer(SshHost host, HostCall call, Runnable begun) throws InterruptedException {
        Cancellation cancellation = new Cancellation();
        Future<HostAnswer> work = calls.begin(() -> answered(host, call, begun, cancellation));
        try {
            return work.get(call.timeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            calls.stop(host, work, cancellation);
            throw StepProblem.of(
                    ProblemCode.HOST_UNREACHABLE,
                    call.command() + " on host " + host.name() + " did not answer within "
                            + call.timeout().toSeconds() + " s");
        } catch (InterruptedException e) {
            calls.stop(host, work, cancellation);
            throw e;
        } catch (ExecutionException e) {
            throw calls.thrown(e.getCause());
        }
    }

    private HostAnswer answered(SshHost host, HostCall call, Runnable begun, Cancellation cancellation)
            throws InterruptedException {
        OpenSession session = open(host, cancellation);
        boolean well = false;
        try {
            HostAnswer answer = cancellation.interruptibly(
                    () -> new CalledCommand(session, call).answer(begun), attempt -> session.close());
            well = true;
            return answer;
        } finally {
            if (well) {
                sessions.keep(session);
            } else {
                session.close();
            }
        }
    }

    private OpenSession open(SshHost host, Cancellation cancellation) throws InterruptedException {
        Optional<OpenSession> kept = sessions.lend(host, cancellation);
        if (kept.isPresent()) {
            return kept.get();
        }
        try (HostLogin login = SshHosts.operators(host)) {
            return opener.openWithoutFiles(host, login, cancellation);
        }
    }

    @Override
    public void close() {
        calls.close();
        sessions.close();
    }
}
