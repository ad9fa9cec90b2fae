package dev.slipway.load;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * Holds one kept-alive connection over TLS, and sends bytes as they are. The connection is blocking, because that is
 * the least work for a machine that also runs the service: a call costs one write and usually one read.
 */
final class HttpConnection implements AutoCloseable {
    private final SSLSocketFactory sockets;
    private final int port;
    private final Duration patience;
    private final byte[] buffer = new byte[16 << 10];
    private SSLSocket socket;
    private int from;
    private int to;

    /** @param patience for each read */
    HttpConnection(SSLSocketFactory sockets, int port, Duration patience) {
        this.sockets = sockets;
        this.port = port;
        this.patience = patience;
    }

    boolean isOpen() {
        return socket != null;
    }

    void open() throws IOException {
        if (socket == null) {
            socket = (SSLSocket) sockets.createSocket("127.0.0.1", port);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout((int) patience.toMillis());
            socket.startHandshake();
            from = 0;
            to = 0;
        }
    }

    /** Sends a request and reads the answer. Opens the connection if necessary. Any failure closes the connection. */
    HttpAnswer exchange(byte[] request) throws IOException {
        open();
        try {
            socket.getOutputStream().write(request);
            HttpAnswer answer = receive();
            if (answer.closes()) {
                close();
            }
            return answer;
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /** Sends bytes that may be an incomplete request, and no more. Returns the answer and closes the connection. */
    HttpAnswer last(byte[] request) throws IOException {
        open();
        try {
            try {
                socket.getOutputStream().write(request);
                socket.shutdownOutput();
            } catch (IOException e) {
                return receive(); // the service answered before it had everything
            }
            return receive();
        } finally {
            close();
        }
    }

    private HttpAnswer receive() throws IOException {
        while (true) {
            String head = head();
            int status = Integer.parseInt(head.substring(9, 12));
            HttpAnswer bare = new HttpAnswer(status, head, new byte[0]);
            if (status < 200) {
                continue;
            } else if (status == 204 || status == 304) {
                return bare;
            } else if (bare.header("Transfer-Encoding").equalsIgnoreCase("chunked")) {
                return new HttpAnswer(status, head, chunks());
            }
            String length = bare.header("Content-Length");
            return new HttpAnswer(status, head, length.isEmpty() ? rest() : bytes(Integer.parseInt(length)));
        }
    }

    private String head() throws IOException {
        StringBuilder head = new StringBuilder(512);
        for (String line = line(); !line.isEmpty(); line = line()) {
            head.append(line).append("\r\n");
        }
        if (!head.toString().startsWith("HTTP/1.1 ")) {
            throw new IOException("not an answer: " + head);
        }
        return head.toString();
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder(64);
        for (int one = read(); one != '\n'; one = read()) {
            if (one != '\r') {
                line.append((char) one);
            }
        }
        return line.toString();
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
            body.writeBytes(bytes(size));
            line();
        }
        line();
        return body.toByteArray();
    }

    private byte[] bytes(int count) throws IOException {
        byte[] bytes = new byte[count];
        for (int have = 0; have < count; ) {
            fill();
            int some = Math.min(count - have, to - from);
            System.arraycopy(buffer, from, bytes, have, some);
            from += some;
            have += some;
        }
        return bytes;
    }

    private byte[] rest() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try {
            while (true) {
                body.write(read());
            }
        } catch (EOFException e) {
            close();
            return body.toByteArray();
        }
    }

    private int read() throws IOException {
        fill();
        return buffer[from++] & 0xff;
    }

    private void fill() throws IOException {
        if (from < to) {
            return;
        }
        InputStream in = socket.getInputStream();
        int some = in.read(buffer);
        if (some < 0) {
            throw new EOFException("the service closed the connection");
        }
        from = 0;
        to = some;
    }

    @Override
    public void close() {
        if (socket == null) {
            return;
        }
        try {
            socket.close();
        } catch (IOException e) {
            // The connection cannot be used any more.
            socket = null;
        }
        socket = null;
    }

    /** Returns the bytes of a text, one for each character. */
    static byte[] raw(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
