package dev.slipway.service.soap;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;

/**
 * Limits the body of a call: reading ends in an error once the body exceeds the limit. Before the caller is let in a
 * lower limit holds, enough to name a user, because many strangers may send at once and the service keeps everything
 * they send until they are known. The request also hides the attributes of the connection's encryption.
 */
final class LimitedRequest extends HttpServletRequestWrapper {
    /**
     * CXF asks for this attribute in each call. Tomcat then also looks for the caller's certificate and runs into an
     * exception, which takes a tenth of a call's time.
     */
    private static final String CIPHER = "jakarta.servlet.request.cipher_suite";

    private final Limits limits;
    private boolean letIn;
    private long read;

    /**
     * @param bytes the most bytes
     * @param ofStrangers the most bytes until the caller is let in
     */
    record Limits(long bytes, long ofStrangers) {}

    LimitedRequest(HttpServletRequest request, Limits limits) {
        super(request);
        this.limits = limits;
        this.letIn = request.getUserPrincipal() != null;
    }

    /** Records that the caller has named a user and proved the identity. */
    void letIn() {
        letIn = true;
    }

    @Override
    public Object getAttribute(String name) {
        return name.equals(CIPHER) ? null : super.getAttribute(name);
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
        return new Limited(super.getInputStream());
    }

    private void count(int bytes) throws IOException {
        read += Math.max(0, bytes);
        if (read > limits.bytes()) {
            throw new IOException("the request is larger than allowed");
        } else if (!letIn && read > limits.ofStrangers()) {
            throw new IOException(
                    "the request is longer than " + limits.ofStrangers() + " bytes before it names its user");
        }
    }

    private final class Limited extends ServletInputStream {
        private final ServletInputStream in;

        Limited(ServletInputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            int one = in.read();
            count(one < 0 ? 0 : 1);
            return one;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int some = in.read(bytes, offset, length);
            count(some);
            return some;
        }

        @Override
        public boolean isFinished() {
            return in.isFinished();
        }

        @Override
        public boolean isReady() {
            return in.isReady();
        }

        @Override
        public void setReadListener(ReadListener listener) {
            in.setReadListener(listener);
        }
    }
}
