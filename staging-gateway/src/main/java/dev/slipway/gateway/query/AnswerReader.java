package dev.slipway.gateway.query;

import dev.slipway.gateway.files.RowLanding;
import dev.slipway.gateway.http.AnswerFault;
import dev.slipway.request.ServiceQuery;
import java.io.IOException;
import java.io.InputStream;

/** Finds the rows of an answer while the answer streams by. */
interface AnswerReader {
    /** The most characters of one value. */
    int LONGEST = 1 << 20;

    /** Reads all of {@code answer}, also the part after the rows, so that an incomplete answer fails. */
    void read(InputStream answer, AnswerRow row, RowLanding.Rows to)
            throws AnswerFault, IOException, InterruptedException;

    static AnswerReader of(ServiceQuery.Answer answer) {
        return switch (answer.form()) {
            case JSON -> new JsonAnswer(answer.rows());
            case XML -> new XmlAnswer(answer.rows());
        };
    }
}
