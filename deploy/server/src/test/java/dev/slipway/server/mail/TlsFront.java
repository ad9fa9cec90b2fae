package dev.slipway.server.mail;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * Gives a mail server without TLS a door with TLS, from the first byte or by STARTTLS. Behind the handshake, all bytes
 * go to the mail server and back.
 */
final class TlsFront implements AutoCloseable {
    private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<String> handshakes = new CopyOnWriteArrayList<>();
    private final SSLContext tls;
    private final boolean startTls;
    private final int behind;

    /** @param behind the port of the mail server */
    TlsFront(SSLContext tls, boolean startTls, int behind) throws IOException {
        this.tls = tls;
        this.startTls = startTls;
        this.behind = behind;
        thread(this::accept);
    }

    int port() {
        return door.getLocalPort();
    }

    /** Returns the versions of TLS that clients have agreed to. */
    List<String> handshakes() {
        return handshakes;
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket client = door.accept();
                thread(() -> serve(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client;
                Socket server = new Socket(InetAddress.getLoopbackAddress(), behind)) {
            if (startTls) {
                promise(client);
                // The client greets again after the handshake, and expects no second greeting of the server.
                while (server.getInputStream().read() != '\n') {}
            }
            SSLSocket secure = (SSLSocket) tls.getSocketFactory().createSocket(client, null, client.getPort(), true);
            secure.setUseClientMode(false);
            secure.startHandshake();
            handshakes.add(secure.getSession().getProtocol());
            Thread back = thread(() -> pump(server, secure));
            pump(secure, server);
            back.join();
        } catch (IOException e) {
            // The client does not trust the certificate, or has gone.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Speaks the part of the dialogue that comes before the handshake (RFC 3207). */
    private static void promise(Socket client) throws IOException {
        BufferedReader in =
                new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII), 1);
        OutputStream out = client.getOutputStream();
        say(out, "220 front ESMTP\r\n");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.equals("STARTTLS")) {
                say(out, "220 ready\r\n");
                return;
            }
            say(out, line.startsWith("EHLO") ? "250-front\r\n250 STARTTLS\r\n" : "530 TLS first\r\n");
        }
        throw new IOException("the client went without STARTTLS");
    }

    private static void say(OutputStream out, String words) throws IOException {
        out.write(words.getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    private static void pump(Socket from, Socket to) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] bytes = new byte[4096];
            for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                out.write(bytes, 0, read);
                out.flush();
            }
        } catch (IOException e) {
            // One of the two has gone.
        }
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "tls-front");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @Override
    public void close() throws IOException {
        door.close();
    }
}
