package dev.slipway.server.doorstep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.coyote.InputBuffer;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.tomcat.util.net.ApplicationBufferHandler;
import org.junit.jupiter.api.Test;

/** Tests bodies that come too slowly. */
class PacedBodyTest {
    private static final PacedBody.Pace PACE = new PacedBody.Pace(Duration.ofSeconds(5), 100);

    private final AtomicLong nanos = new AtomicLong();
    private int left;

    /** Delivers {@link #left} pieces of {@code bytes} bytes each, one a second. */
    private record Drip(PacedBodyTest test, int bytes) implements InputBuffer {
        @Override
        public int doRead(ApplicationBufferHandler handler) {
            test.nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            handler.setByteBuffer(ByteBuffer.allocate(bytes));
            return test.left-- > 0 ? bytes : -1;
        }

        @Override
        public int available() {
            return 0;
        }
    }

    private PacedBody body(int pieces, int bytes) {
        left = pieces;
        return new PacedBody(new Drip(this, bytes), PACE, nanos::get);
    }

    @Test
    void a_body_that_drips_is_cut_off_when_patience_is_over() throws IOException {
        PacedBody body = body(1000, 1);

        read(body, 5);

        assertThatThrownBy(() -> read(body, 1)).hasMessage("the request comes too slowly");
    }

    @Test
    void a_body_that_keeps_the_pace_may_take_its_time() throws IOException {
        PacedBody body = body(1000, 100);

        read(body, 1000);

        assertThat(body.doRead(new Sink())).isEqualTo(-1);
    }

    @Test
    void work_between_two_reads_is_not_waiting() throws IOException {
        PacedBody body = body(1000, 100);

        for (int i = 0; i < 100; i++) {
            read(body, 1);
            nanos.addAndGet(Duration.ofHours(1).toNanos());
        }
    }

    @Test
    void the_rest_of_a_body_is_thrown_away_while_it_comes_fast_enough() throws IOException {
        Request request = new Request();
        request.setResponse(new Response());
        request.setContentLength(300);
        PacedBody whole = body(3, 100);
        request.setInputBuffer(whole);
        assertThat(whole.hasMore(request)).isTrue();
        assertThat(whole.drain(request, 1000, pace(10_000, 1000))).isTrue();
        PacedBody steady = body(3, 100);
        request.setInputBuffer(steady);
        assertThat(steady.drain(request, 1000, pace(500, 100))).isTrue();

        PacedBody slow = body(3, 100);
        request.setInputBuffer(slow);
        assertThat(slow.drain(request, 1000, pace(500, 400))).isFalse();
        PacedBody large = body(3, 100);
        request.setInputBuffer(large);
        assertThat(large.drain(request, 150, pace(10_000, 1000))).isFalse();
        assertThat(large.hasMore(request)).isTrue();
    }

    private static PacedBody.Pace pace(int patienceMillis, int bytesPerSecond) {
        return new PacedBody.Pace(Duration.ofMillis(patienceMillis), bytesPerSecond);
    }

    private static void read(PacedBody body, int pieces) throws IOException {
        for (int i = 0; i < pieces; i++) {
            assertThat(body.doRead(new Sink())).isPositive();
        }
    }

    private static final class Sink implements ApplicationBufferHandler {
        private ByteBuffer buffer;

        @Override
        public void setByteBuffer(ByteBuffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public ByteBuffer getByteBuffer() {
            return buffer;
        }

        @Override
        public void expand(int size) {}
    }
}
