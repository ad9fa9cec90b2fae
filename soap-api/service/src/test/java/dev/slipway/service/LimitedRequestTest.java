package dev.slipway.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Bodies that are too long, and bodies that come too slowly. */
class LimitedRequestTest {
    private final AtomicLong nanos = new AtomicLong();

    /** One byte a second, without end. */
    private final class Drip extends ServletInputStream {
        @Override
        public int read() {
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            return ' ';
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            if (length == 0) {
                return 0;
            }
            bytes[offset] = (byte) read();
            return 1;
        }

        @Override
        public boolean isFinished() {
            return false;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void a_body_that_drips_is_cut_off_when_its_time_is_over() throws IOException {
        InputStream body = body(1 << 20, Duration.ofSeconds(30));

        assertThat(body.readNBytes(30)).hasSize(30);
        assertThatThrownBy(body::read).hasMessage("the request takes longer than allowed");
        InputStream pieces = body(1 << 20, Duration.ofSeconds(5));
        assertThatThrownBy(pieces::readAllBytes).hasMessage("the request takes longer than allowed");
    }

    @Test
    void a_body_that_is_too_long_is_cut_off_at_its_limit() throws IOException {
        InputStream body = body(10, Duration.ofHours(1));

        assertThat(body.readNBytes(10)).hasSize(10);
        assertThatThrownBy(body::read).hasMessage("the request is larger than allowed");
    }

    private InputStream body(long bytes, Duration time) throws IOException {
        HttpServletRequest dripping = (HttpServletRequest) Proxy.newProxyInstance(
                HttpServletRequest.class.getClassLoader(), new Class<?>[] {HttpServletRequest.class}, (p, m, a) -> {
                    if (m.getName().equals("getInputStream")) {
                        return new Drip();
                    }
                    throw new UnsupportedOperationException(m.getName());
                });
        return new LimitedRequest(dripping, new LimitedRequest.Limits(bytes, time, nanos::get)).getInputStream();
    }
}
