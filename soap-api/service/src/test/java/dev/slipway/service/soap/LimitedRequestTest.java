package dev.slipway.service.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.security.Principal;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Tests bodies that are too long, from known callers and from strangers. */
class LimitedRequestTest {
    private static final LimitedRequest.Limits LIMITS = new LimitedRequest.Limits(100, 10);
    private static final Principal ANN = () -> "ann";

    /** An endless stream of blanks. */
    private static final class Endless extends ServletInputStream {
        @Override
        public int read() {
            return ' ';
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            Arrays.fill(bytes, offset, offset + length, (byte) ' ');
            return length;
        }

        @Override
        public boolean isFinished() {
            return false;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void a_body_that_is_too_long_is_cut_off_at_its_limit() throws IOException {
        InputStream body = request(ANN).getInputStream();

        assertThat(body.readNBytes(100)).hasSize(100);
        assertThatThrownBy(body::read).hasMessage("the request is larger than allowed");
    }

    @Test
    void a_stranger_is_cut_off_before() throws IOException {
        InputStream body = request(null).getInputStream();

        assertThat(body.readNBytes(10)).hasSize(10);
        assertThatThrownBy(body::read).hasMessage("the request is longer than 10 bytes before it names its user");
        assertThatThrownBy(() -> request(null).getInputStream().readNBytes(11)).hasMessageContaining("names its user");
    }

    @Test
    void who_is_let_in_on_the_way_sends_as_much_as_others() throws IOException {
        LimitedRequest request = request(null);
        InputStream body = request.getInputStream();
        body.readNBytes(10);

        request.letIn();

        assertThat(body.readNBytes(90)).hasSize(90);
        assertThatThrownBy(body::read).hasMessage("the request is larger than allowed");
    }

    @Test
    void the_stack_cannot_ask_for_what_costs_a_tenth_of_a_call() {
        LimitedRequest request = request(ANN);

        assertThat(request.getAttribute("jakarta.servlet.request.cipher_suite")).isNull();
        assertThat(request.getAttribute("another")).isEqualTo("value of another");
    }

    private static LimitedRequest request(Principal user) {
        HttpServletRequest endless = (HttpServletRequest) Proxy.newProxyInstance(
                HttpServletRequest.class.getClassLoader(),
                new Class<?>[] {HttpServletRequest.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getInputStream" -> new Endless();
                    case "getUserPrincipal" -> user;
                    case "getAttribute" -> "value of " + arguments[0];
                    default -> throw new UnsupportedOperationException(method.getName());
                });
        return new LimitedRequest(endless, LIMITS);
    }
}
