package dev.slipway.gateway.http;

import dev.slipway.gateway.step.Cancellation;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Optional;

/**
 * A question to a site. The answer is read while arriving.
 *
 * @param path below the site's address, without a query
 * @param query percent-encoded; nothing else of an address comes from data
 * @param headers beside those that every request has
 * @param body the posted bytes; if empty, nothing is posted and the method is GET
 * @param shown the question's name in messages; holds no values of rows
 */
public record SiteQuestion(
        String path, Optional<String> query, Map<String, String> headers, Optional<byte[]> body, String shown) {
    private static final int OK = 200;
    private static final int SERVER_ERROR = 500;

    /** The most bytes of one answer. */
    static final long MOST = 1L << 30;

    /** Reads answers. */
    public interface Reader {

        /**
         * Reads an answer to its end.
         *
         * @throws AnswerFault if the answer is not the expected one, or if the connection broke; the caller tells the
         * two apart
         * @throws IOException only from the target of the rows
         */
        void read(InputStream answer) throws AnswerFault, IOException, InterruptedException;

        /**
         * Returns the service's own words in an answer without rows; empty if there are no words, so that the status
         * decides.
         */
        Optional<String> refusal(InputStream answer);
    }

    /** Asks {@code site}. @throws IOException only from the target of the rows */
    public void ask(HttpSites sites, String site, Cancellation cancellation, Reader reader)
            throws IOException, InterruptedException {
        SiteClient client = sites.require(site);
        HttpResponse<AnswerStream> answer = answer(client, cancellation);
        try (AnswerStream body = answer.body()) {
            Cancellation.Registration stop =
                    cancellation.stopBy(attempt -> answer.body().close());
            WatchedAnswer watched = new WatchedAnswer(body, MOST);
            try {
                read(client.site(), answer, watched, reader);
            } catch (AnswerFault e) {
                cancellation.check();
                throw fault(client.site(), watched, e);
            } finally {
                stop.close();
            }
        }
    }

    private HttpResponse<AnswerStream> answer(SiteClient client, Cancellation cancellation)
            throws InterruptedException {
        if (body.isPresent()) {
            client.site().requirePosts(shown);
        }
        HttpRequest.Builder request = client.request(client.site().address(path, query));
        headers.forEach(request::header);
        body.ifPresent(bytes -> request.POST(HttpRequest.BodyPublishers.ofByteArray(bytes)));
        try {
            return client.ask(request.build(), cancellation);
        } catch (IOException e) {
            cancellation.check();
            throw HttpProblems.lost(client.site(), shown, e);
        }
    }

    private void read(HttpSite site, HttpResponse<AnswerStream> answer, WatchedAnswer body, Reader reader)
            throws AnswerFault, IOException, InterruptedException {
        HttpProblems.requireUnpacked(site, shown, answer);
        int status = answer.statusCode();
        if (status == OK) {
            reader.read(body);
            return;
        }
        Optional<String> words = reader.refusal(body);
        // A gateway reports an unreachable service in a fault too. Then the status decides.
        if (words.isPresent() && (status == SERVER_ERROR || !HttpProblems.isOutage(status))) {
            throw HttpProblems.unfit(site, shown, "refuses with status " + status, words.get());
        }
        throw HttpProblems.status(site, shown, status);
    }

    private RuntimeException fault(HttpSite site, WatchedAnswer body, AnswerFault fault) {
        try {
            body.requireWhole();
            return HttpProblems.unfit(site, shown, "does not answer as the step expects", fault.getMessage());
        } catch (IOException e) {
            return HttpProblems.lost(site, shown, e);
        }
    }
}
