package dev.slipway.gateway.sql;

import static org.assertj.core.api.Assertions.assertThat;

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

    @Test
    void gives_what_came_whatever_the_pieces() throws IOException {
        for (int most : new int[] {1000, 8192, 1 << 20}) {
            assertThat(new GatheringStream(pieces(bytes, most)).readAllBytes()).isEqualTo(bytes);
        }
    }

    @Test
    void single_bytes_skips_and_what_is_there_count_what_waits() throws IOException {
        GatheringStream stream = new GatheringStream(pieces(bytes, 8192));
        assertThat(stream.available()).isEqualTo(bytes.length);
        assertThat(stream.read()).isEqualTo(bytes[0] & 0xff);
        assertThat(stream.available()).isEqualTo(bytes.length - 1);
        assertThat(stream.skip(20_000)).isEqualTo(20_000);
        assertThat(stream.read()).isEqualTo(bytes[20_001] & 0xff);
        assertThat(stream.skip(bytes.length)).isEqualTo(bytes.length - 20_002);
        assertThat(stream.read()).isEqualTo(-1);
        assertThat(stream.read()).isEqualTo(-1);
    }

    @Test
    void a_read_that_timed_out_loses_nothing() throws IOException {
        int[] reads = {0};
        GatheringStream stream = new GatheringStream(new FilterInputStream(pieces(bytes, 8192)) {
            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                if (++reads[0] % 2 == 0) {
                    throw new SocketTimeoutException("nothing came");
                }
                return super.read(into, offset, length);
            }
        });
        byte[] got = new byte[bytes.length];
        for (int at = 0; at < got.length; ) {
            try {
                at += stream.read(got, at, got.length - at);
            } catch (SocketTimeoutException e) {
                assertThat(stream.available()).isEqualTo(bytes.length - at);
            }
        }
        assertThat(got).isEqualTo(bytes);
    }
}
