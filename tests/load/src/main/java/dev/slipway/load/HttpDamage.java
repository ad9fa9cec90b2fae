package dev.slipway.load;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/** Makes HTTP requests around a body with faults in framing, type, method or address. */
final class HttpDamage {
    private static final String TYPE = "Content-Type: text/xml;charset=UTF-8";
    private static final List<String> TYPES = List.of(
            "text/xml;charset=utf-16",
            "text/xml;charset=nowhere",
            "text/xml;charset=",
            "text/xml;charset=\"",
            "text/xml;;;",
            "text/xml;charset=ISO-8859-1",
            "application/soap+xml",
            "application/json",
            "text/plain",
            "",
            "/",
            "text/xml, text/xml",
            "application/x-www-form-urlencoded",
            "multipart/related",
            "multipart/related;type=\"application/xop+xml\";boundary=b",
            "multipart/related;type=\"text/xml\";boundary=\"" + "b".repeat(300) + "\"",
            "multipart/form-data;boundary=b",
            "TEXT/XML");
    private static final List<String> METHODS =
            List.of("GET", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE", "PATCH", "PROPFIND", "post", "P\0ST", "");
    private static final List<String> PATHS = List.of(
            "/services",
            "/services/",
            "//services/jobs",
            "/services/jobs/",
            "/services/jobs;x=y",
            "/services/jobs?wsdl",
            "/services/jobs?xsd=..%2f..",
            "/services/./jobs",
            "/services/%6aobs",
            "/services/jobs%00",
            "/services/schemas/..%2fjobs.xsd",
            "/services/schemas/jsdl.xsd",
            "/health",
            "/services/jobs?_debug=1",
            "/services/jobs\\..\\x",
            "http://elsewhere/services/jobs",
            "*",
            "/services/" + "x".repeat(7000));
    private static final List<String> HEADERS = List.of(
            "SOAPAction: \"urn:nothing\"",
            "SOAPAction: " + "x".repeat(4000),
            "Content-Encoding: gzip",
            "Content-Encoding: deflate",
            "Accept-Encoding: gzip, br",
            "Accept: application/nothing",
            "Transfer-Encoding: gzip",
            "Transfer-Encoding: chunked, chunked",
            "X-Forwarded-For: 127.0.0.1",
            "X-Forwarded-Proto: http",
            "Upgrade: h2c",
            "Connection: upgrade",
            "Authorization: Basic !!!",
            "Host: other",
            "Cookie: JSESSIONID=" + "0".repeat(32),
            "X-HTTP-Method-Override: DELETE",
            "Range: bytes=0-1",
            "no colon",
            "X\0: y",
            " folded: x",
            "X: " + "y".repeat(9000),
            "Sec-Fetch-Site: cross-site",
            "Origin: https://elsewhere");
    private static final List<String> LENGTHS =
            List.of("-1", "0", "1", "99999999999999999999", "0x10", "", "1, 2", "8388609", "4294967296", "a");

    private final Random random;

    HttpDamage(Random random) {
        this.random = random;
    }

    /** @param body of a call */
    byte[] around(byte[] body) {
        String text = new String(body, StandardCharsets.ISO_8859_1);
        return HttpConnection.raw(
                switch (random.nextInt(9)) {
                    case 0 -> request("POST", "/services/jobs", TYPE, "Content-Length: " + any(LENGTHS), text);
                    case 1 ->
                        request("POST", "/services/jobs", TYPE, length(body.length + random.nextInt(200) - 100), text);
                    case 2 ->
                        request("POST", "/services/jobs", "Content-Type: " + any(TYPES), length(body.length), text);
                    case 3 -> request(any(METHODS), "/services/jobs", TYPE, length(body.length), text);
                    case 4 -> request("POST", any(PATHS), TYPE, length(body.length), text);
                    case 5 ->
                        request("POST", "/services/jobs", TYPE + "\r\n" + any(HEADERS), length(body.length), text);
                    case 6 -> request("POST", "/services/jobs", TYPE, "Transfer-Encoding: chunked", chunked(text));
                    case 7 -> multipart(text);
                    default -> request("POST", "/services/jobs", TYPE, length(body.length) + "\r\n" + length(1), text);
                });
    }

    /** Returns a whole and correct request. */
    static byte[] whole(byte[] body) {
        return HttpConnection.raw(request(
                "POST", "/services/jobs", TYPE, length(body.length), new String(body, StandardCharsets.ISO_8859_1)));
    }

    private static String request(String method, String path, String type, String length, String body) {
        return method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: " + Sample.AUTHORIZATION + "\r\n"
                + type + "\r\n" + length + "\r\n\r\n" + body;
    }

    private static String length(int bytes) {
        return "Content-Length: " + bytes;
    }

    private String chunked(String text) {
        StringBuilder chunks = new StringBuilder();
        for (int at = 0; at < text.length(); ) {
            int size = Math.min(text.length() - at, 1 + random.nextInt(400));
            int told = random.nextInt(20) == 0 ? size + random.nextInt(9) - 4 : size;
            chunks.append(Integer.toHexString(told))
                    .append(random.nextInt(30) == 0 ? ";x=y" : "")
                    .append("\r\n");
            chunks.append(text, at, at + size).append(random.nextInt(30) == 0 ? "" : "\r\n");
            at += size;
        }
        return chunks + any(List.of("0\r\n\r\n", "", "0\r\n", "0\r\nX: y\r\n\r\n", "-1\r\n", "ffffffffff\r\n"));
    }

    private String multipart(String text) {
        String part = "--b\r\nContent-Type: application/xop+xml;type=\"text/xml\"\r\nContent-ID: <root>\r\n\r\n" + text
                + any(List.of(
                        "\r\n--b--\r\n",
                        "\r\n--b",
                        "",
                        "\r\n--b\r\n\r\n",
                        "\r\n--b\r\nContent-ID: <root>\r\n\r\nx\r\n--b--"));
        String type = "Content-Type: multipart/related;type=\"application/xop+xml\";start=\"<root>\";boundary=b";
        return request("POST", "/services/jobs", type, length(part.length()), part);
    }

    private String any(List<String> values) {
        return values.get(random.nextInt(values.size()));
    }
}
