package dev.slipway.gateway.http;

import dev.slipway.gateway.bytes.SingleByte;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The body of an answer, read piece by piece and given up after some silence. The HTTP client has no limit on silence,
 * so a site that stops in the middle would block the step for ever. Closing the stream, from any thread, ends the
 * connection and the read.
 */
final class AnswerStream extends InputStream implements BodySubscriber<AnswerStream> {

    private sealed interface Piece {
        record Data(List<ByteBuffer> buffers) implements Piece {}

        record End() implements Piece {}

        record Broken(Throwable cause) implements Piece {}
    }

    private final Duration silence;
    private final LinkedBlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();
    private final Deque<ByteBuffer> ready = new ArrayDeque<>();
    private volatile Subscription subscription;
    private volatile boolean closed;
    private boolean ended;

    AnswerStream(Duration silence) {
        this.silence = silence;
    }

    @Override
    public CompletionStage<AnswerStream> getBody() {
        return CompletableFuture.completedFuture(this);
    }

    @Override
    public void onSubscribe(Subscription given) {
        subscription = given;
        if (closed) {
            given.cancel();
        } else {
            given.request(1);
        }
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        pieces.add(new Piece.Data(buffers));
    }

    @Override
    public void onError(Throwable cause) {
        pieces.add(new Piece.Broken(cause));
    }

    @Override
    public void onComplete() {
        pieces.add(new Piece.End());
    }

    @Override
    public int read() throws IOException {
        return SingleByte.of(this);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        while (!ended && (ready.isEmpty() || !ready.peek().hasRemaining())) {
            ready.poll();
            if (ready.isEmpty()) {
                take();
            }
        }
        if (ended) {
            return -1;
        }
        int got = Math.min(length, ready.peek().remaining());
        ready.peek().get(bytes, offset, got);
        return got;
    }

    private void take() throws IOException {
        Piece piece = next();
        if (piece instanceof Piece.Data data) {
            ready.addAll(data.buffers());
            subscription.request(1);
        } else if (piece instanceof Piece.Broken broken) {
            throw new IOException(String.valueOf(broken.cause().getMessage()), broken.cause());
        } else {
            ended = true;
        }
    }

    private Piece next() throws IOException {
        try {
            Piece piece = pieces.poll(silence.toMillis(), TimeUnit.MILLISECONDS);
            if (piece == null) {
                close();
                throw new HttpTimeoutException("nothing came for " + silence.toSeconds() + " s");
            }
            return piece;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            close();
            throw new IOException("interrupted", e);
        }
    }

    /** Closes the stream. After a complete answer, the connection stays open. */
    @Override
    public void close() {
        closed = true;
        if (subscription != null) {
            subscription.cancel();
        }
        pieces.add(new Piece.Broken(new IOException("the answer was given up")));
    }
}
