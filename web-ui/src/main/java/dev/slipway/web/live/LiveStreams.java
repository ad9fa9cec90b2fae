package dev.slipway.web.live;

import dev.slipway.desk.Caller;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;
import org.springframework.security.core.session.SessionInformation;
import org.springframework.security.core.session.SessionRegistry;
import org.springframework.stereotype.Component;

/**
 * The server-sent events of all open pages: an event {@code changed} when what a page would show is not what it was. One thread looks for
 * all of them; a look is also where it shows that the user may still see it. A stream ends with its user's session, and after a while by
 * itself: then the browser asks again. In its whole life a stream sends less than a socket holds, so nobody who does not read holds up the
 * thread.
 */
@Component
public class LiveStreams implements SmartLifecycle {
    /** More windows than a person looks at; a page that nobody sees has no stream. */
    public static final int PER_USER = 8;

    /** A quarter of the connections that the service takes. */
    static final int ALL = 500;

    private static final Logger LOG = LoggerFactory.getLogger(LiveStreams.class);
    private static final int TOO_MANY_REQUESTS = 429;

    private final SessionRegistry sessions;
    private final Pace pace;
    private final Set<LiveStream> streams = ConcurrentHashMap.newKeySet();
    private ScheduledExecutorService eye;

    /**
     * How often something is done.
     *
     * @param look at what has changed
     * @param beat after which a silent stream gets a sign of life, which also tells whether anybody is still there
     * @param life of a stream
     */
    public record Pace(Duration look, Duration beat, Duration life) {
        static final Pace USUAL = new Pace(Duration.ofSeconds(1), Duration.ofSeconds(15), Duration.ofMinutes(2));

        private static final int LISTS = 5;

        Pace ofLists() {
            return new Pace(look.multipliedBy(LISTS), beat, life);
        }
    }

    /** @param pace the usual one unless somebody says otherwise */
    LiveStreams(SessionRegistry sessions, ObjectProvider<Pace> pace) {
        this.sessions = sessions;
        this.pace = pace.getIfAvailable(() -> Pace.USUAL);
    }

    /** The same of a list, at which it costs more to look; so it is looked at less often. */
    public void openList(
            Caller caller, HttpServletRequest request, HttpServletResponse response, Supplier<? extends Object> look)
            throws IOException {
        open(caller, request, response, look, pace.ofLists());
    }

    /**
     * Makes the answer to {@code request} a stream, or refuses it in plain words.
     *
     * @param look what the page would show, as a value that equals the one before if nothing has changed; throws what the desk throws
     */
    public void open(
            Caller caller, HttpServletRequest request, HttpServletResponse response, Supplier<? extends Object> look)
            throws IOException {
        open(caller, request, response, look, pace);
    }

    private void open(
            Caller caller, HttpServletRequest request, HttpServletResponse response, Supplier<?> look, Pace own)
            throws IOException {
        Object first = look.get();
        LiveStream stream = new LiveStream(
                caller.user(), request.getSession().getId(), look, own, System::nanoTime, streams::remove);
        int refused = refusal(stream);
        if (refused != 0) {
            refuse(response, refused);
            return;
        }
        try {
            stream.begin(request, response, first);
        } catch (RuntimeException e) {
            streams.remove(stream);
            throw e;
        }
    }

    /** Takes the stream in. @return the status that says why not; 0 if it was taken */
    private synchronized int refusal(LiveStream stream) {
        if (eye == null || streams.size() >= ALL) {
            return HttpServletResponse.SC_SERVICE_UNAVAILABLE;
        }
        if (streams.stream().filter(each -> each.user().equals(stream.user())).count() >= PER_USER) {
            return TOO_MANY_REQUESTS;
        }
        streams.add(stream);
        return 0;
    }

    private static void refuse(HttpServletResponse response, int status) throws IOException {
        response.setStatus(status);
        response.setHeader("Retry-After", "60");
        response.setContentType("text/plain;charset=UTF-8");
        response.getWriter()
                .write(
                        status == TOO_MANY_REQUESTS
                                ? "you have " + PER_USER + " live pages open already; this one looks again by itself\n"
                                : "too many live pages are open; this one looks again by itself\n");
    }

    /** How many are open. */
    public int size() {
        return streams.size();
    }

    private void look() {
        for (LiveStream stream : streams) {
            try {
                if (isSignedIn(stream)) {
                    stream.look();
                } else {
                    stream.end();
                }
            } catch (RuntimeException e) {
                LOG.debug("a stream of {} ends", stream.user(), e);
                stream.end();
            }
        }
    }

    private boolean isSignedIn(LiveStream stream) {
        SessionInformation session = sessions.getSessionInformation(stream.session());
        return session != null && !session.isExpired();
    }

    @Override
    public synchronized void start() {
        eye = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "slipway-live");
            thread.setDaemon(true);
            return thread;
        });
        eye.scheduleWithFixedDelay(
                this::look, pace.look().toMillis(), pace.look().toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Before the server waits for its last answers, of which no stream may be one. */
    @Override
    public synchronized void stop() {
        eye.shutdownNow();
        eye = null;
        streams.forEach(LiveStream::end);
    }

    @Override
    public synchronized boolean isRunning() {
        return eye != null;
    }
}
