package dev.slipway.gateway.ssh;

import dev.slipway.gateway.step.Cancellation;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Keeps sessions of the operator's own logins, by host, after their step ended well. Each session serves one step at a
 * time, so that a cancel, which closes the session, cuts off no other step. A session must answer before it is lent,
 * and is closed after some time without use.
 */
final class KeptSessions implements AutoCloseable {
    /** The most sessions kept per host, as many as an ordinary service uses at once. */
    private static final int MOST_PER_HOST = 8;

    private final SshLimits limits;
    private final Predicate<OpenSession> whole;
    /** By the settings of the host: after a change of the settings, no session of the old ones is lent. */
    private final Map<SshHost, Deque<Waiting>> byHost = new HashMap<>();

    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, work -> {
        Thread thread = new Thread(work, "ssh-sessions");
        thread.setDaemon(true);
        return thread;
    });
    private boolean closed;

    private record Waiting(OpenSession session, long since) {}

    /**
     * Keeps sessions for steps that move files. Closes a session without SFTP: its host may have refused SFTP only this
     * once, and cannot be asked again on the same session, because JSch leaves a refused channel open.
     */
    KeptSessions(SshLimits limits) {
        this(limits, session -> session.sftp().isPresent());
    }

    /** @param whole tells whether a session has the channels that its next user needs */
    KeptSessions(SshLimits limits, Predicate<OpenSession> whole) {
        this.limits = limits;
        this.whole = whole;
        timer.setRemoveOnCancelPolicy(true);
    }

    /**
     * Lends a kept session of this host that answers; empty if there is none. If one session does not answer, all
     * sessions of the host are closed.
     */
    Optional<OpenSession> lend(SshHost host, Cancellation cancellation) throws InterruptedException {
        Optional<OpenSession> kept = newest(host);
        if (kept.isEmpty() || answers(kept.get(), cancellation)) {
            return kept;
        }
        kept.get().close();
        forget(host);
        cancellation.check();
        return Optional.empty();
    }

    private synchronized Optional<OpenSession> newest(SshHost host) {
        Deque<Waiting> waiting = byHost.getOrDefault(host, new ArrayDeque<>());
        return Optional.ofNullable(waiting.pollLast()).map(Waiting::session);
    }

    private synchronized void forget(SshHost host) {
        byHost.getOrDefault(host, new ArrayDeque<>())
                .forEach(waiting -> waiting.session().close());
        byHost.remove(host);
    }

    /** JSch waits for an answer as long as the line seems to live; a timer does not. */
    private boolean answers(OpenSession session, Cancellation cancellation) throws InterruptedException {
        ScheduledFuture<?> end =
                timer.schedule(session::close, limits.connectTimeout().toMillis(), TimeUnit.MILLISECONDS);
        try {
            return cancellation.interruptibly(session::answers, attempt -> session.close()) && session.isConnected();
        } finally {
            end.cancel(false);
        }
    }

    /** Takes back a session whose step ended well. */
    synchronized void keep(OpenSession session) {
        Deque<Waiting> waiting = byHost.computeIfAbsent(session.host(), host -> new ArrayDeque<>());
        boolean able =
                session.isConnected() && whole.test(session) && session.hash().settled();
        if (closed || !able || waiting.size() >= MOST_PER_HOST) {
            session.close();
            return;
        }
        waiting.addLast(new Waiting(session, System.nanoTime()));
        timer.schedule(this::closeUnwanted, limits.keptFor().toMillis(), TimeUnit.MILLISECONDS);
    }

    private synchronized void closeUnwanted() {
        long now = System.nanoTime();
        Duration kept = limits.keptFor();
        for (Deque<Waiting> waiting : byHost.values()) {
            for (Iterator<Waiting> each = waiting.iterator(); each.hasNext(); ) {
                Waiting one = each.next();
                if (now - one.since() >= kept.toNanos()) {
                    each.remove();
                    one.session().close();
                }
            }
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        timer.shutdownNow();
        byHost.values().forEach(waiting -> waiting.forEach(one -> one.session().close()));
        byHost.clear();
    }
}
