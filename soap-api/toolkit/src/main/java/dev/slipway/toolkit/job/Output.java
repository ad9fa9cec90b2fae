package dev.slipway.toolkit.job;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.verb.EachJobVerb;
import dev.slipway.toolkit.wire.OutageRetry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the output of a job's program. */
@Command(name = "output", description = "Shows the standard output of a job's program, also while the program runs.")
public final class Output extends EachJobVerb {
    private static final int PIECE = 1 << 20;
    private static final Duration BETWEEN = Duration.ofSeconds(1);

    @Option(names = "--stderr", description = "Shows standard error instead.")
    private boolean stderr;

    @Option(
            names = "--follow",
            description = "Continues until the program has ended; tries an unavailable service again.")
    private boolean follow;

    @Mixin
    private OutageRetry retry;

    @Override
    protected int about(String token) {
        heading(token);
        long offset = 0;
        while (true) {
            long moved = 0;
            try {
                Answer piece = piece(token, offset);
                retry.answered(terminal());
                byte[] bytes = Base64.getMimeDecoder().decode(piece.text("bytes"));
                moved = bytes.length;
                offset += moved;
                show(token, bytes, piece);
                if (piece.is("complete") || moved == 0 && !follow) {
                    return ExitStatus.DONE;
                }
            } catch (Failure failure) {
                if (!follow) {
                    throw failure;
                }
                retry.bear(failure, terminal());
            }
            if (moved == 0) {
                pause().of(BETWEEN);
            }
        }
    }

    private Answer piece(String token, long offset) {
        return ask(
                "output",
                "token",
                token,
                "stream",
                stderr ? "stderr" : "stdout",
                "offset",
                Long.toString(offset),
                "limit",
                Integer.toString(PIECE));
    }

    private void show(String token, byte[] bytes, Answer piece) {
        if (!json()) {
            terminal().bytes(bytes);
        } else if (bytes.length > 0 || piece.is("complete")) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("offset", piece.number("offset"));
            object.put("text", new String(bytes, StandardCharsets.UTF_8));
            object.put("complete", piece.is("complete"));
            answer(named(token, object));
        }
    }
}
