package dev.slipway.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PageEventsTest {
    private static final LivePages.Pace PACE =
            new LivePages.Pace(Duration.ofMillis(10), Duration.ofMillis(400), Duration.ofMinutes(1));

    /** Holds the time, which passes only where a test says so. */
    private final AtomicLong nanos = new AtomicLong();

    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicInteger ends = new AtomicInteger();
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    private final class Said extends ServletOutputStream {
        @Override
        public void write(int one) {
            said.write(one);
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            throw new UnsupportedOperationException();
        }
    }

    /** Makes a stub that answers these calls, and returns null from all others. */
    private static <T> T stub(Class<T> type, Map<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                PageEventsTest.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> answers.get(method.getName())));
    }

    private PageEvents begun(Duration lookTakes, LivePages.Pace pace) {
        HttpServletResponse response = stub(HttpServletResponse.class, Map.of("getOutputStream", new Said()));
        AsyncContext connection = stub(AsyncContext.class, Map.of("getResponse", response));
        PageEvents events = new PageEvents(
                "ada", "session", () -> looked(lookTakes), pace, nanos::get, ended -> ends.incrementAndGet());
        events.begin(stub(HttpServletRequest.class, Map.of("startAsync", connection)), response, "state");
        return events;
    }

    private String looked(Duration takes) {
        looks.incrementAndGet();
        pass(takes);
        return "state";
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    /** Looks for this long, as the one thread that looks for all pages does. */
    private void lookFor(PageEvents events, Duration time) {
        long end = nanos.get() + time.toNanos();
        while (nanos.get() < end) {
            events.look();
            pass(Duration.ofMillis(10));
        }
    }

    @Test
    void a_slow_look_is_made_seldom_and_the_page_still_gets_its_signs_of_life() {
        PageEvents slow = begun(Duration.ofMillis(60), PACE);

        lookFor(slow, Duration.ofMillis(1000));

        assertThat(looks).hasValue(1);
        assertThat(said.toString(StandardCharsets.US_ASCII)).contains("\n\n:\n\n");
    }

    @Test
    void a_quick_look_is_made_at_its_pace() {
        lookFor(begun(Duration.ZERO, PACE), Duration.ofMillis(1000));

        assertThat(looks).hasValueGreaterThan(5);
    }

    @Test
    void a_list_is_looked_at_less_often() {
        LivePages.Pace lists = new LivePages.Pace(Duration.ofSeconds(1), PACE.beat(), PACE.life()).ofLists();

        lookFor(begun(Duration.ZERO, lists), Duration.ofMillis(1500));

        assertThat(looks).hasValue(1);
    }

    @Test
    void page_events_live_as_long_as_their_pace_says_and_end_by_themselves() {
        PageEvents events = begun(Duration.ZERO, new LivePages.Pace(PACE.look(), PACE.beat(), Duration.ofSeconds(1)));

        lookFor(events, Duration.ofMillis(990));
        assertThat(ends).hasValue(0);

        lookFor(events, Duration.ofMillis(20));
        assertThat(ends).hasValue(1);
    }
}
