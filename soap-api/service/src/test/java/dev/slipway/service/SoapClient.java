package dev.slipway.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.servers.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Posts any bytes that a test makes. */
public record SoapClient(URI address, String user, String password) {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    HttpResponse<String> post(byte[] body) throws IOException, InterruptedException {
        return post(HttpRequest.BodyPublishers.ofByteArray(body));
    }

    HttpResponse<String> post(HttpRequest.BodyPublisher body) throws IOException, InterruptedException {
        HttpRequest request = request(address)
                .header("Content-Type", "text/xml; charset=UTF-8")
                .header("SOAPAction", "\"\"")
                .POST(body)
                .build();
        return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> get(URI uri) throws IOException, InterruptedException {
        return HTTP.send(request(uri).GET().build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Announces a body of this length, sends none of it, and returns the first line of the answer. */
    String announce(long length) throws IOException {
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            socket.setSoTimeout((int) Await.PATIENCE.toMillis());
            socket.getOutputStream()
                    .write(("POST " + address.getPath() + " HTTP/1.1\r\nHost: x\r\nAuthorization: " + basic()
                                    + "\r\nContent-Type: text/xml\r\nContent-Length: " + length + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
        }
    }

    /** Sends a request of this method without a body. */
    HttpResponse<String> ask(String method, URI uri) throws IOException, InterruptedException {
        HttpRequest asked =
                request(uri).method(method, HttpRequest.BodyPublishers.noBody()).build();
        return HTTP.send(asked, HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(URI uri) {
        return HttpRequest.newBuilder(uri).header("Authorization", basic());
    }

    private String basic() {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    /** Calls with this content of the body; the prefix s is the service's. */
    public HttpResponse<String> call(String body) throws IOException, InterruptedException {
        return post(envelope(body).getBytes(StandardCharsets.UTF_8));
    }

    /** Calls with this content of the body, and returns the answer. */
    String asked(String body) throws IOException, InterruptedException {
        return body(200, body);
    }

    /** Calls with this content of the body, and returns the fault. */
    String refused(String body) throws IOException, InterruptedException {
        return body(500, body);
    }

    private String body(int status, String body) throws IOException, InterruptedException {
        HttpResponse<String> answer = call(body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return answer.body();
    }

    /** Calls with this content of the body and exactly these headers, names and values in turn. */
    HttpResponse<String> callWith(String body, String... headers) throws IOException, InterruptedException {
        HttpRequest request = request(address)
                .headers(headers)
                .POST(HttpRequest.BodyPublishers.ofString(envelope(body)))
                .build();
        return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    }

    static String envelope(String body) {
        return "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'"
                + " xmlns:s='urn:slipway:service:1'><e:Body>"
                + body + "</e:Body></e:Envelope>";
    }
}
