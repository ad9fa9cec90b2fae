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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LiveStreamTest {
    private static final LiveStreams.Pace PACE =
            new LiveStreams.Pace(Duration.ofMillis(10), Duration.ofMillis(400), Duration.ofMinutes(1));

    private final AtomicInteger looks = new AtomicInteger();
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

    /** Answers these calls, and all others with null. */
    private static <T> T stub(Class<T> type, Map<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                LiveStreamTest.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> answers.get(method.getName())));
    }

    private LiveStream begun(Duration lookTakes, LiveStreams.Pace pace) {
        HttpServletResponse response = stub(HttpServletResponse.class, Map.of("getOutputStream", new Said()));
        AsyncContext connection = stub(AsyncContext.class, Map.of("getResponse", response));
        LiveStream stream = new LiveStream("ada", "session", () -> looked(lookTakes), pace, ended -> {});
        stream.begin(stub(HttpServletRequest.class, Map.of("startAsync", connection)), response, "state");
        return stream;
    }

    private String looked(Duration takes) {
        looks.incrementAndGet();
        sleep(takes);
        return "state";
    }

    private static void sleep(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** As the one thread that looks for all does, for so long. */
    private static void lookFor(LiveStream stream, Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            stream.look();
            sleep(Duration.ofMillis(10));
        }
    }

    @Test
    void a_slow_look_is_made_seldom_and_the_page_still_gets_its_signs_of_life() {
        LiveStream slow = begun(Duration.ofMillis(60), PACE);

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
        LiveStreams.Pace lists = new LiveStreams.Pace(Duration.ofSeconds(1), PACE.beat(), PACE.life()).ofLists();

        lookFor(begun(Duration.ZERO, lists), Duration.ofMillis(1500));

        assertThat(looks).hasValue(1);
    }
}
