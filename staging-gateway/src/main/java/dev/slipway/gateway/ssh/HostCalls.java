package dev.slipway.gateway.ssh;

import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs commands on hosts as the operator's users, over sessions that are kept for the next command. A host needs only
 * an sshd and a POSIX shell. Each command runs on a separate thread: the caller must react at once to an interrupt and
 * to the timeout, and neither of them ends a read from a socket.
 */
public final class HostCalls implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HostCalls.class);
    private static final long STOP_AGAIN_MILLIS = 200;
    private static final int STOP_ATTEMPTS = 25;

    private final SessionOpener opener;
    private final KeptSessions sessions;
    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "host-call");
        thread.setDaemon(true);
        return thread;
    });

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
        Future<HostAnswer> work = threads.submit(() -> answered(host, call, begun, cancellation));
        try {
            return work.get(call.timeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            stop(host, work, cancellation);
            throw StepProblem.of(
                    ProblemCode.HOST_UNREACHABLE,
                    call.command() + " on host " + host.name() + " did not answer within "
                            + call.timeout().toSeconds() + " s");
        } catch (InterruptedException e) {
            stop(host, work, cancellation);
            throw e;
        } catch (ExecutionException e) {
            throw thrown(e.getCause());
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

    /** Closes the session of a call, and waits until the call has ended. */
    private static void stop(SshHost host, Future<HostAnswer> work, Cancellation cancellation)
            throws InterruptedException {
        for (int attempt = 0; attempt < STOP_ATTEMPTS; attempt++) {
            cancellation.fire();
            try {
                work.get(STOP_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException e) {
                LOG.debug("a call of host {} is still ending", host.name());
            } catch (ExecutionException e) {
                LOG.debug("a call of host {} has ended", host.name());
                return;
            }
        }
        LOG.warn("a call of host {} does not end; its thread is left behind", host.name());
    }

    private static RuntimeException thrown(Throwable cause) {
        if (cause instanceof RuntimeException problem) {
            return problem;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return new IllegalStateException("a call of a host ended in an error", cause);
    }

    @Override
    public void close() {
        threads.shutdownNow();
        sessions.close();
    }
}
