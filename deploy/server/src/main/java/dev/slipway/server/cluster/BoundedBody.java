package dev.slipway.server.cluster;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Collects the bytes of an answer, up to a bound. An answer with more bytes fails and is cut off. */
final class BoundedBody implements HttpResponse.BodySubscriber<InputStream> {
    private final long most;
    private final CompletableFuture<InputStream> body = new CompletableFuture<>();
    private final List<byte[]> parts = new ArrayList<>();
    private Flow.Subscription subscription;
    private long count;

    BoundedBody(long most) {
        this.most = most;
    }

    @Override
    public CompletionStage<InputStream> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            count += buffer.remaining();
            if (count > most) {
                subscription.cancel();
                parts.clear();
                body.completeExceptionally(new IOException("the answer has more than " + most + " bytes"));
                return;
            }
            byte[] part = new byte[buffer.remaining()];
            buffer.get(part);
            parts.add(part);
        }
    }

    @Override
    public void onError(Throwable failure) {
        body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        body.complete(new SequenceInputStream(Collections.enumeration(
                parts.stream().map(ByteArrayInputStream::new).toList())));
    }
}
