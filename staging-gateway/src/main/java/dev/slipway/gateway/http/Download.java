package dev.slipway.gateway.http;

import dev.slipway.gateway.bytes.SingleByte;
import dev.slipway.gateway.files.ByteSource;
import dev.slipway.gateway.files.SourceReadException;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.HttpFetch;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Downloads one file of a site. Resumes a cut transfer at the same byte (Range, If-Range), as long as each answer
 * brings bytes and the file is unchanged. The reader then notices no cut.
 */
final class Download extends InputStream implements ByteSource {
    private static final int OK = 200;
    private static final int PARTIAL = 206;
    private static final int GONE_ON = 412;
    private static final int NO_SUCH_RANGE = 416;
    private static final int MOST_CUTS = 100;

    /** Thrown when the bytes read so far are useless, because the file has changed or the site cannot resume. */
    static final class Anew extends SourceReadException {
        private static final long serialVersionUID = 1L;
        private final boolean changed;

        Anew(boolean changed, IOException cause) {
            super(cause.getMessage(), cause);
            this.changed = changed;
        }

        boolean changed() {
            return changed;
        }
    }

    private final HttpFetch step;
    private final SiteClient client;
    private final Cancellation cancellation;
    private final URI address;
    private Representation whole;
    private Cancellation.Registration registration;
    private AnswerStream body;
    private long at;
    private long lastCut;
    private int cuts;

    private Download(
            HttpFetch step,
            SiteClient client,
            Cancellation cancellation,
            URI address,
            HttpResponse<AnswerStream> answer)
            throws InterruptedException {
        this.step = step;
        this.client = client;
        this.cancellation = cancellation;
        this.address = address;
        this.whole = Representation.of(answer);
        listen(answer);
    }

    /** Asks for the file. */
    static Download open(HttpFetch step, SiteClient client, Cancellation cancellation) throws InterruptedException {
        HttpSite site = client.site();
        URI address = site.address(step.path());
        try {
            HttpResponse<AnswerStream> answer =
                    client.ask(client.request(address).build(), cancellation);
            if (answer.statusCode() != OK) {
                answer.body().close();
                throw answer.statusCode() < 400
                        ? HttpProblems.unfit(site, step.path(), "gives no file", "status " + answer.statusCode())
                        : HttpProblems.status(site, step.path(), answer.statusCode());
            }
            fit(site, step, answer);
            return new Download(step, client, cancellation, address, answer);
        } catch (IOException e) {
            cancellation.check();
            throw HttpProblems.lost(site, step.path(), e);
        }
    }

    /** Refuses an answer that is not the file's bytes, and one with an end that could be a cut. */
    private static void fit(HttpSite site, HttpFetch step, HttpResponse<AnswerStream> answer) {
        HttpProblems.requireUnpacked(site, step.path(), answer);
        boolean endless = answer.headers().firstValue("content-length").isEmpty()
                && answer.headers().firstValue("transfer-encoding").isEmpty();
        if (endless
                && step.sha256().isEmpty()
                && Representation.of(answer).sha256().isEmpty()) {
            answer.body().close();
            throw HttpProblems.unfit(
                    site, step.path(), "says neither how long the file is nor its SHA-256", "Give the step a sha256.");
        }
    }

    private void listen(HttpResponse<AnswerStream> answer) throws InterruptedException {
        AnswerStream next = answer.body();
        if (registration != null) {
            registration.close();
        }
        body = next;
        registration = cancellation.stopBy(attempt -> next.close());
    }

    @Override
    public InputStream bytes() {
        return this;
    }

    @Override
    public int read() throws IOException {
        return SingleByte.of(this);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        while (true) {
            try {
                int got = body.read(bytes, offset, length);
                if (got < 0 && whole.bytes().isPresent() && at < whole.bytes().getAsLong()) {
                    throw new IOException("the answer ended after " + at + " bytes of "
                            + whole.bytes().getAsLong());
                }
                at += Math.max(0, got);
                return got;
            } catch (IOException e) {
                goOn(e);
            }
        }
    }

    @Override
    public OptionalLong length() {
        return whole.bytes();
    }

    @Override
    public Optional<Instant> changed() {
        return whole.changed();
    }

    private void goOn(IOException cut) throws SourceReadException {
        if (cancellation.requested()) {
            throw new SourceReadException("cancelled", cut);
        }
        if (at == lastCut || ++cuts > MOST_CUTS) {
            throw HttpProblems.lost(client.site(), step.path(), cut);
        }
        lastCut = at;
        if (whole.etag().isEmpty()) {
            throw new Anew(false, cut);
        }
        HttpRequest rest = client.request(address)
                .header("Range", "bytes=" + at + "-")
                .header("If-Range", whole.etag().get())
                .build();
        try {
            accept(client.ask(rest, cancellation), cut);
        } catch (SourceReadException e) {
            throw e;
        } catch (IOException e) {
            throw new SourceReadException(e.getMessage(), e);
        } catch (InterruptedException e) {
            throw new SourceReadException("cancelled", cut);
        }
    }

    private void accept(HttpResponse<AnswerStream> answer, IOException cut) throws IOException, InterruptedException {
        int status = answer.statusCode();
        listen(answer);
        Optional<Representation> goingOn = status == PARTIAL ? whole.goingOn(answer, at) : Optional.empty();
        if (goingOn.isPresent()) {
            whole = goingOn.get();
            return;
        }
        if (status == OK && whole.isSame(answer)) {
            body.skipNBytes(at);
            return;
        }
        body.close();
        if (status == OK || status == PARTIAL || status == GONE_ON || status == NO_SUCH_RANGE) {
            throw new Anew(true, cut);
        }
        throw HttpProblems.status(client.site(), step.path(), status);
    }

    @Override
    public void verify(String sha256) {
        Optional<String> wanted = step.sha256().or(whole::sha256);
        if (wanted.isPresent() && !wanted.get().equals(sha256)) {
            throw corrupt(wanted.get(), sha256);
        }
    }

    private ProblemException corrupt(String wanted, String found) {
        return StepProblem.of(
                ProblemCode.FILE_CORRUPT,
                step.path() + " of site " + step.site() + " is not what it should be",
                "its SHA-256 is " + found + ", " + (step.sha256().isPresent() ? "the document" : "the site") + " says "
                        + wanted);
    }

    @Override
    public void close() {
        registration.close();
        body.close();
    }
}
