package dev.slipway.service;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * A request whose body ends in an error once it is longer than allowed, or takes longer: the container bounds the wait for each piece
 * only, and a thread is held by whoever sends one byte after the other.
 */
final class LimitedRequest extends HttpServletRequestWrapper {
    private final Limits limits;

    /**
     * @param bytes at most
     * @param time for all of them, from the first look at the body
     * @param nanos a clock, as {@link System#nanoTime()}
     */
    record Limits(long bytes, Duration time, LongSupplier nanos) {}

    LimitedRequest(HttpServletRequest request, Limits limits) {
        super(request);
        this.limits = limits;
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
        return new Limited(super.getInputStream(), limits);
    }

    private static final class Limited extends ServletInputStream {
        private final ServletInputStream in;
        private final Limits limits;
        private final long begun;
        private long left;

        Limited(ServletInputStream in, Limits limits) {
            this.in = in;
            this.limits = limits;
            this.begun = limits.nanos().getAsLong();
            this.left = limits.bytes();
        }

        @Override
        public int read() throws IOException {
            int read = in.read();
            count(read < 0 ? 0 : 1);
            return read;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int read = in.read(bytes, offset, length);
            count(Math.max(0, read));
            return read;
        }

        private void count(int read) throws IOException {
            left -= read;
            if (left < 0) {
                throw new IOException("the request is larger than allowed");
            } else if (limits.nanos().getAsLong() - begun > limits.time().toNanos()) {
                throw new IOException("the request takes longer than allowed");
            }
        }

        @Override
        public boolean isFinished() {
            return in.isFinished();
        }

        @Override
        public boolean isReady() {
            return in.isReady();
        }

        @Override
        public void setReadListener(ReadListener listener) {
            in.setReadListener(listener);
        }
    }
}
