package dev.slipway.toolkit.job;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.answer.OwnProblem;
import dev.slipway.toolkit.verb.Sha256Hex;
import dev.slipway.toolkit.wire.ServiceAccess;
import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * Fetches one result piece by piece, and compares its length and its SHA-256 with those that the service told.
 *
 * @param job the token of the result's job
 * @param told the result's entry in the service's list
 */
record Download(ServiceAccess access, String job, Answer told) {
    private static final int PIECE = 4 << 20;

    void to(OutputStream out) throws IOException {
        MessageDigest digest = Sha256Hex.begin();
        long offset = 0;
        boolean complete = false;
        while (!complete) {
            Answer piece = piece(offset);
            byte[] bytes = Base64.getMimeDecoder().decode(piece.text("bytes"));
            digest.update(bytes);
            out.write(bytes);
            offset += bytes.length;
            complete = piece.is("complete") || bytes.length == 0;
        }
        String sum = Sha256Hex.end(digest);
        if (offset != told.number("bytes") || !sum.equals(told.text("sha256"))) {
            throw new Failure(
                    OwnProblem.FILE_CORRUPT,
                    "result " + told.text("name") + " of job " + job + " arrived damaged",
                    "It has " + offset + " bytes, not " + told.number("bytes") + "; SHA-256 is " + sum + ", not "
                            + told.text("sha256"),
                    "Fetch it again; if it happens twice, tell the operator.");
        }
    }

    private Answer piece(long offset) {
        return access.ask(
                "download",
                List.of(
                        Map.entry("token", job),
                        Map.entry("name", told.text("name")),
                        Map.entry("offset", Long.toString(offset)),
                        Map.entry("limit", Integer.toString(PIECE))));
    }
}
