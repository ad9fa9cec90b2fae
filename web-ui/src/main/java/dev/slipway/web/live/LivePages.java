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
 * Sends page events, which are server-sent events, to all open pages. The event {@code changed} tells a page that it
 * would now show something else. One thread looks for all pages, and each look also checks that the user may still see
 * the page. Page events end with their user's session, and by themselves after a while; the browser then asks again.
 * All events of one connection together are shorter than a socket's buffer, so a browser that does not read cannot hold
 * up the thread.
 */
@Component
public class LivePages implements SmartLifecycle {
    /**
     * The most pages with events for each user: more windows than a person looks at. A hidden page asks for no events.
     */
    public static final int PER_USER = 8;

    /** The most pages with events in all: a quarter of the connections that the service takes. */
    static final int ALL = 500;

    private static final Logger LOG = LoggerFactory.getLogger(LivePages.class);
    private static final int TOO_MANY_REQUESTS = 429;

    private final SessionRegistry sessions;
    private final Pace pace;
    private final Set<PageEvents> open = ConcurrentHashMap.newKeySet();
    private ScheduledExecutorService eye;

    /**
     * Says how often things are done.
     *
     * @param look time between two looks at a page
     * @param beat time after which a silent page gets a comment line, which also shows whether the browser is still
     *     there
     * @param life of a page's events
     */
    public record Pace(Duration look, Duration beat, Duration life) {
        static final Pace USUAL = new Pace(Duration.ofSeconds(1), Duration.ofSeconds(15), Duration.ofMinutes(2));

        private static final int LISTS = 5;

        Pace ofLists() {
            return new Pace(look.multipliedBy(LISTS), beat, life);
        }
    }

    /** @param pace a pace other than the usual one, if a bean provides one */
    LivePages(SessionRegistry sessions, ObjectProvider<Pace> pace) {
        this.sessions = sessions;
        this.pace = pace.getIfAvailable(() -> Pace.USUAL);
    }

    /**
     * Answers {@code request} with the page events of a list. A look at a list costs more, so lists are looked at less
     * often.
     */
    public void openList(
            Caller caller, HttpServletRequest request, HttpServletResponse response, Supplier<? extends Object> look)
            throws IOException {
        open(caller, request, response, look, pace.ofLists());
    }

    /**
     * Answers {@code request} with page events, or refuses the request in plain words.
     *
     * @param look returns the content of the page as a value that equals the one before if nothing has changed; throws
     *     the exceptions of the desk
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

    /**
     * Registers the page events.
     *
     * @return the status of a refusal; 0 if the events were registered
     */
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

    /**
     * Ends all page events before the server waits for its last answers, because page events would not end in time by
     * themselves.
     */
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
