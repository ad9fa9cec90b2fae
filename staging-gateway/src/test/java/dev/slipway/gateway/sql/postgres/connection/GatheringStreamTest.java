package dev.slipway.gateway.sql.postgres.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GatheringStreamTest {
    private final byte[] bytes = new byte[1_000_000];

    GatheringStreamTest() {
        new Random(3).nextBytes(bytes);
    }

    /** Gives no more at once than a server sends. */
    private static InputStream pieces(byte[] bytes, int most) {
        return new FilterInputStream(new ByteArrayInputStream(bytes)) {
            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                return super.read(into, offset, Math.min(most, length));
            }
        };
    }

    private static InputStream buffered(InputStream in) {
        return new BufferedInputStream(new GatheringStream(in), 1 << 18);
    }

    @Test
    void gives_what_came_whatever_the_pieces() throws IOException {
        for (int most : new int[] {1000, 8192, 1 << 20}) {
            assertThat(buffered(pieces(bytes, most)).readAllBytes()).isEqualTo(bytes);
        }
    }

    @Test
    void waits_a_moment_while_much_comes_and_for_no_short_answer() throws IOException {
        assertThat(moments(8192, 8192)).isEqualTo(1_000_000 / 8192);
        assertThat(moments(8192, 65_536)).isZero();
        assertThat(moments(8191, 8191)).isZero();
    }

    /** Counts the waits for pieces of at most {@code most} bytes, when {@code arrived} bytes are available. */
    private int moments(int most, int arrived) throws IOException {
        int[] waited = {0};
        InputStream slow = new FilterInputStream(pieces(bytes, most)) {
            @Override
            public int available() {
                return arrived;
            }
        };
        byte[] buffer = new byte[1 << 18];
        InputStream stream = new GatheringStream(slow, () -> waited[0]++);
        while (stream.read(buffer) == most) {
            // On to the last piece, which is shorter.
        }
        return waited[0];
    }

    @Test
    void a_read_that_timed_out_loses_nothing() throws IOException {
        int[] reads = {0};
        InputStream stream = buffered(new FilterInputStream(pieces(bytes, 8192)) {
            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                if (++reads[0] % 2 == 0) {
                    throw new SocketTimeoutException("nothing came");
                }
                return super.read(into, offset, length);
            }

            /** A socket that has something does not time out. */
            @Override
            public int available() {
                return 0;
            }
        });
        byte[] got = new byte[bytes.length];
        for (int at = 0; at < got.length; ) {
            try {
                at += stream.read(got, at, got.length - at);
            } catch (SocketTimeoutException e) {
                assertThat(stream.available()).isZero();
            }
        }
        assertThat(got).isEqualTo(bytes);
    }
}
