package dev.slipway.server.doorstep;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.coyote.InputBuffer;
import org.apache.coyote.Request;
import org.apache.tomcat.util.net.ApplicationBufferHandler;

/**
 * Reads the body of a request, and cuts the body off when it comes too slowly. Tomcat limits only the wait for each
 * piece, so a client that sends single bytes could keep a thread for hours. Only the time spent waiting counts: the
 * sender is not at fault when the service works between two reads. Every reader, of a form or of a SOAP call, reads
 * through this class.
 *
 * <p>Tomcat reuses its request objects for one caller after the other. {@link Doorway} gives each request object one
 * such layer when the object is made, and the layer stays. A layer for each call would not be safe: a layer left behind
 * by a failure would stay for ever, and the next one would come on top.
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
     * Defines how fast a body must come.
     *
     * @param patience waiting that is free
     * @param bytesPerSecond bytes that pay for a second of further waiting, over the whole body
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

    /** Puts a layer on a request object, for the bodies of all callers. */
    static void layOn(Request request) {
        request.setInputBuffer(new PacedBody(request.getInputBuffer(), PACE, System::nanoTime));
    }

    /** Returns the layer of a request with its counts reset, for the next body. */
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

    /** Returns whether {@code request}, to which this body belongs, has input that was not read yet. */
    boolean hasMore(Request request) {
        long declared = request.getContentLengthLong();
        boolean chunked = request.getMimeHeaders().getHeader("Transfer-Encoding") != null;
        return !ended && (declared < 0 ? chunked : bytes < declared);
    }

    /**
     * Reads the rest and throws it away, so that a client that is still sending gets to read the answer.
     *
     * @param most bytes
     * @param restPace how fast the rest must come, without regard to the bytes and the waiting before
     * @return whether the body ended
     */
    boolean drain(Request request, long most, Pace restPace) throws IOException {
        Waste waste = new Waste();
        long bytesBefore = bytes;
        long waitedBefore = waited;
        while (hasMore(request)
                && bytes - bytesBefore < most
                && restPace.isKept(waited - waitedBefore, bytes - bytesBefore)) {
            request.doRead(waste);
        }
        return !hasMore(request);
    }

    /** Takes the bytes that are thrown away. */
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
