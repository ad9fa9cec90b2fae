package dev.slipway.server.doorstep;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.coyote.InputBuffer;
import org.apache.coyote.Request;
import org.apache.tomcat.util.net.ApplicationBufferHandler;

/**
 * The body of a request on its way in, cut off when it comes too slowly. Tomcat bounds the wait for each piece only, so that whoever
 * sends one byte after the other keeps a thread for hours. Only waiting counts: a service that works between two reads is not the
 * sender's fault. Whoever reads, a form or a SOAP stack, reads through here.
 *
 * <p>Tomcat uses its requests again and again, for one caller after the other. Each of them has one such layer from its
 * making on ({@link Doorway}), and nobody puts layers on and takes them off: one that stayed after a failure would stay
 * for ever, and the next would come on top of it.
 */
final class PacedBody implements InputBuffer {
    private static final Pace PACE = new Pace(Duration.ofSeconds(5), 16 << 10);

    private final InputBuffer wire;
    private final Pace pace;
    private final LongSupplier nanos;
    private long waited;
    private long bytes;
    private boolean ended;

    /**
     * How fast a body has to come.
     *
     * @param patience waiting that is free
     * @param bytesPerSecond that pay for further waiting, over the whole body
     */
    record Pace(Duration patience, int bytesPerSecond) {

        boolean isKept(long waitedNanos, long bytes) {
            return waitedNanos <= patience.toNanos() + bytes * 1_000_000_000L / bytesPerSecond;
        }
    }

    /** @param nanos a clock, as {@link System#nanoTime()} */
    PacedBody(InputBuffer wire, Pace pace, LongSupplier nanos) {
        this.wire = wire;
        this.pace = pace;
        this.nanos = nanos;
    }

    /** Has all bodies of this request, of whichever caller, come through a layer. */
    static void layOn(Request request) {
        request.setInputBuffer(new PacedBody(request.getInputBuffer(), PACE, System::nanoTime));
    }

    /** Returns the layer of a request, with nothing counted yet: for the next body. */
    static PacedBody next(Request request) {
        PacedBody body = (PacedBody) request.getInputBuffer();
        body.waited = 0;
        body.bytes = 0;
        body.ended = false;
        return body;
    }

    @Override
    public int doRead(ApplicationBufferHandler handler) throws IOException {
        long begun = nanos.getAsLong();
        int read = wire.doRead(handler);
        waited += nanos.getAsLong() - begun;
        bytes += Math.max(0, read);
        ended |= read < 0;
        if (!ended && !pace.isKept(waited, bytes)) {
            throw new IOException("the request comes too slowly");
        }
        return read;
    }

    @Override
    public int available() {
        return wire.available();
    }

    /** Whether {@code request}, whose body this is, has sent what nobody has read yet. */
    boolean hasMore(Request request) {
        long declared = request.getContentLengthLong();
        boolean chunked = request.getMimeHeaders().getHeader("Transfer-Encoding") != null;
        return !ended && (declared < 0 ? chunked : bytes < declared);
    }

    /**
     * Reads the rest and throws it away, so that a sender who is still at it comes to read the answer.
     *
     * @param most bytes
     * @param patience waiting, on top of what was waited before
     * @return whether the body came to its end
     */
    boolean drain(Request request, long most, Duration patience) throws IOException {
        Waste waste = new Waste();
        long limit = bytes + most;
        long until = waited + patience.toNanos();
        while (hasMore(request) && bytes < limit && waited < until) {
            request.doRead(waste);
        }
        return !hasMore(request);
    }

    /** Where bytes go that nobody wants. */
    private static final class Waste implements ApplicationBufferHandler {
        private ByteBuffer buffer = ByteBuffer.allocate(0);

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
