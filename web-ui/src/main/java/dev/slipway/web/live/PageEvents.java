package dev.slipway.web.live;

import dev.slipway.problem.ProblemException;
import dev.slipway.problem.ProblemKind;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Sends the events of one open page, each in a single write. */
final class PageEvents implements AsyncListener {
    /**
     * The time that the container grants beyond the events' own life, so that the events end by themselves and not by
     * the container.
     */
    private static final Duration GRACE = Duration.ofSeconds(30);

    /**
     * The pause after a look, as a multiple of the look's own time: a slow page must not take the time of the others.
     */
    private static final int REST = 20;

    /** Tells the browser to ask again one second (in milliseconds) after the events have ended. */
    private static final String AGAIN = "retry:1000\n\n";

    private final String user;
    private final String session;
    private final Supplier<?> look;
    private final LivePages.Pace pace;
    private final Consumer<PageEvents> ended;
    private final LongSupplier nanos;
    private final long begun;
    private AsyncContext connection;
    private Object seen;
    private long spoke;
    private long next;
    private boolean over;

    /** @param nanos the time, as {@link System#nanoTime} counts */
    PageEvents(
            String user,
            String session,
            Supplier<?> look,
            LivePages.Pace pace,
            LongSupplier nanos,
            Consumer<PageEvents> ended) {
        this.user = user;
        this.session = session;
        this.look = look;
        this.pace = pace;
        this.nanos = nanos;
        this.ended = ended;
        begun = nanos.getAsLong();
        next = begun;
    }

    String user() {
        return user;
    }

    String session() {
        return session;
    }

    /** Begins the answer. A browser that comes back and has already seen {@code first} gets no event. */
    synchronized void begin(HttpServletRequest request, HttpServletResponse response, Object first) {
        if (over) {
            response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE); // the service has stopped meanwhile
            return;
        }
        response.setContentType("text/event-stream;charset=UTF-8");
        response.setHeader("Cache-Control", "no-store");
        // A proxy that buffers the whole answer would never pass an event on.
        response.setHeader("X-Accel-Buffering", "no");
        connection = request.startAsync();
        connection.setTimeout(pace.life().plus(GRACE).toMillis());
        connection.addListener(this);
        seen = first;
        say(AGAIN + (id(first).equals(request.getHeader("Last-Event-ID")) ? "" : changed(first)));
    }

    /**
     * Sends an event if the page would now show something else. Ends the events when their time is over or the user may
     * not see the page any more.
     */
    synchronized void look() {
        if (connection == null || over) {
            return;
        }
        if (nanos.getAsLong() - begun >= pace.life().toNanos()) {
            end();
            return;
        }
        Object now = nanos.getAsLong() - next < 0 ? seen : timed();
        if (!now.equals(seen)) {
            seen = now;
            say(changed(now));
        } else if (nanos.getAsLong() - spoke >= pace.beat().toNanos()) {
            say(":\n\n");
        }
    }

    /**
     * Looks at the page and sets the time of the next look. The pause is a little shorter than the pace, so that the
     * page does not miss the next round.
     */
    private Object timed() {
        long looks = nanos.getAsLong();
        Object now = now();
        long took = nanos.getAsLong() - looks;
        next = looks + took + Math.max(pace.look().toNanos() * 9 / 10, REST * took);
        return now;
    }

    /** Returns the state of the page. During an outage of the store, the page keeps the last state. */
    private Object now() {
        try {
            return look.get();
        } catch (ProblemException e) {
            if (e.problem().code().kind() == ProblemKind.OUTAGE) {
                return seen;
            }
            throw e;
        }
    }

    private static String changed(Object state) {
        return "event:changed\nid:" + id(state) + "\ndata:" + id(state) + "\n\n";
    }

    private static String id(Object state) {
        return Integer.toHexString(state.hashCode());
    }

    private void say(String words) {
        try {
            OutputStream out = connection.getResponse().getOutputStream();
            out.write(words.getBytes(StandardCharsets.US_ASCII));
            out.flush();
            spoke = nanos.getAsLong();
        } catch (IOException e) {
            end(); // the browser has gone
        }
    }

    synchronized void end() {
        if (over) {
            return;
        }
        over = true;
        ended.accept(this);
        try {
            if (connection != null) {
                connection.complete();
            }
        } catch (IllegalStateException e) {
            // The container has already ended the call, because the connection broke.
        }
    }

    @Override
    public void onComplete(AsyncEvent event) {
        ended.accept(this);
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        end();
    }

    @Override
    public void onError(AsyncEvent event) {
        end();
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // The events begin only once.
    }
}
