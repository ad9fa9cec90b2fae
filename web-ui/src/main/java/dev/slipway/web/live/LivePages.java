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
 * Sends page events, which are server-sent events, to all open pages: an event {@code changed} tells a page that it would now show something
 * else. One thread looks for all pages, and each look also checks that the user may still see the page. Page events end with their user's
 * session, and by themselves after a while; the browser then asks again. In their whole life the events of a page are shorter than a socket's
 * buffer, so a browser that does not read cannot hold up the thread.
 */
@Component
public class LivePages implements SmartLifecycle {
    /** More windows than a person looks at; a page that nobody sees asks for no events. */
    public static final int PER_USER = 8;

    /** A quarter of the connections that the service takes. */
    static final int ALL = 500;

    private static final Logger LOG = LoggerFactory.getLogger(LivePages.class);
    private static final int TOO_MANY_REQUESTS = 429;

    private final SessionRegistry sessions;
    private final Pace pace;
    private final Set<PageEvents> open = ConcurrentHashMap.newKeySet();
    private ScheduledExecutorService eye;

    /**
     * How often something is done.
     *
     * @param look at what has changed
     * @param beat after which a silent page gets a sign of life, which also tells whether anybody is still there
     * @param life of a page's events
     */
    public record Pace(Duration look, Duration beat, Duration life) {
        static final Pace USUAL = new Pace(Duration.ofSeconds(1), Duration.ofSeconds(15), Duration.ofMinutes(2));

        private static final int LISTS = 5;

        Pace ofLists() {
            return new Pace(look.multipliedBy(LISTS), beat, life);
        }
    }

    /** @param pace the usual one unless somebody says otherwise */
    LivePages(SessionRegistry sessions, ObjectProvider<Pace> pace) {
        this.sessions = sessions;
        this.pace = pace.getIfAvailable(() -> Pace.USUAL);
    }

    /** Answers {@code request} with the page events of a list. A look at a list costs more, so lists are looked at less often. */
    public void openList(
            Caller caller, HttpServletRequest request, HttpServletResponse response, Supplier<? extends Object> look)
            throws IOException {
        open(caller, request, response, look, pace.ofLists());
    }

    /**
     * Answers {@code request} with page events, or refuses it in plain words.
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
        PageEvents events =
                new PageEvents(caller.user(), request.getSession().getId(), look, own, System::nanoTime, open::remove);
        int refused = refusal(events);
        if (refused != 0) {
            refuse(response, refused);
            return;
        }
        try {
            events.begin(request, response, first);
        } catch (RuntimeException e) {
            open.remove(events);
            throw e;
        }
    }

    /** Takes the page events in. @return the status that says why not; 0 if they were taken */
    private synchronized int refusal(PageEvents events) {
        if (eye == null || open.size() >= ALL) {
            return HttpServletResponse.SC_SERVICE_UNAVAILABLE;
        }
        if (open.stream().filter(each -> each.user().equals(events.user())).count() >= PER_USER) {
            return TOO_MANY_REQUESTS;
        }
        open.add(events);
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

    /** Returns how many pages get events now. */
    public int size() {
        return open.size();
    }

    private void look() {
        for (PageEvents events : open) {
            try {
                if (isSignedIn(events)) {
                    events.look();
                } else {
                    events.end();
                }
            } catch (RuntimeException e) {
                LOG.debug("the page events of {} end", events.user(), e);
                events.end();
            }
        }
    }

    private boolean isSignedIn(PageEvents events) {
        SessionInformation session = sessions.getSessionInformation(events.session());
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

    /** Ends all page events before the server waits for its last answers, for they would not end in time by themselves. */
    @Override
    public synchronized void stop() {
        eye.shutdownNow();
        eye = null;
        open.forEach(PageEvents::end);
    }

    @Override
    public synchronized boolean isRunning() {
        return eye != null;
    }
}
