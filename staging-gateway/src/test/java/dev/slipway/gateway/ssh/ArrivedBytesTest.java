package dev.slipway.gateway.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.servers.Await;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class ArrivedBytesTest {
    private static CompletableFuture<Void> writing(ArrivedBytes arrived, byte[] bytes, int piece, boolean end) {
        return CompletableFuture.runAsync(() -> {
            try {
                for (int at = 0; at < bytes.length; at += piece) {
                    arrived.write(bytes, at, Math.min(piece, bytes.length - at));
                }
                if (end) {
                    arrived.close();
                }
            } catch (IOException e) {
                throw new CompletionException(e);
            }
        });
    }

    @Test
    void what_arrives_is_taken_in_its_order_whatever_the_pieces() throws Exception {
        byte[] bytes = new byte[40_000];
        new Random(7).nextBytes(bytes);
        for (int room : new int[] {1, 7, 1000, 65_536}) {
            for (int piece : new int[] {1, 999, 32_768, bytes.length}) {
                if (room == 1 && piece > 1) {
                    continue;
                }
                ArrivedBytes arrived = new ArrivedBytes(room);
                writing(arrived, bytes, piece, true);
                assertThat(arrived.taken().readAllBytes())
                        .as("room for %d, pieces of %d", room, piece)
                        .isEqualTo(bytes);
            }
        }
    }

    @Test
    void single_bytes_are_themselves_and_not_the_end() throws Exception {
        ArrivedBytes arrived = new ArrivedBytes(4);
        arrived.write(0xff);
        arrived.write(0);
        arrived.close();
        InputStream taken = arrived.taken();
        assertThat(taken.read()).isEqualTo(0xff);
        assertThat(taken.read(new byte[1], 0, 0)).isZero();
        assertThat(taken.read()).isZero();
        assertThat(taken.read()).isEqualTo(-1);
        assertThat(taken.read()).isEqualTo(-1);
    }

    @Test
    void the_session_waits_for_room_and_no_longer_than_anybody_takes() throws Exception {
        ArrivedBytes arrived = new ArrivedBytes(10);
        CompletableFuture<Void> session = writing(arrived, new byte[25], 25, false);
        InputStream taken = arrived.taken();
        ByteArrayOutputStream got = new ByteArrayOutputStream();
        while (got.size() < 15) {
            got.write(taken.read());
        }
        Await.end(session);

        CompletableFuture<Void> stuck = writing(arrived, new byte[25], 25, false);
        taken.close();
        assertThatThrownBy(() -> Await.end(stuck)).hasRootCauseMessage("nobody takes what arrives");
    }

    @Test
    void a_channel_that_ends_frees_the_session_and_gives_what_had_come() throws Exception {
        ArrivedBytes arrived = new ArrivedBytes(10);
        CompletableFuture<Void> stuck = writing(arrived, new byte[25], 25, false);
        InputStream taken = arrived.taken();
        assertThat(taken.read()).isZero();
        arrived.close();
        assertThatThrownBy(() -> Await.end(stuck)).hasRootCauseInstanceOf(IOException.class);
        assertThat(taken.readAllBytes()).hasSizeBetween(9, 24);
    }
}
