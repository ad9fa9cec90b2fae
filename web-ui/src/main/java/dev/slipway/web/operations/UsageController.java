package dev.slipway.web.operations;

import dev.slipway.desk.Caller;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.usage.UsageColumn;
import dev.slipway.usage.UsageCsv;
import dev.slipway.usage.UsageDesk;
import dev.slipway.usage.UsageQuery;
import dev.slipway.web.Attachment;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * Serves the usage of all users as a CSV file. The request is a POST, because the ledger records who has seen the
 * usage of others.
 */
@Controller
class UsageController {
    private static final MediaType CSV = new MediaType("text", "csv", StandardCharsets.UTF_8);

    private final UsageDesk desk;

    UsageController(UsageDesk desk) {
        this.desk = desk;
    }

    /**
     * Returns the file.
     *
     * @param from the first day, in UTC; empty for all days before {@code to}
     * @param to the last day, in UTC; empty for all days from {@code from} on
     * @param by the columns; without a column the file has one sum
     */
    @PostMapping("/ui/operations/usage")
    ResponseEntity<byte[]> usage(
            Caller caller,
            @RequestParam(defaultValue = "") String from,
            @RequestParam(defaultValue = "") String to,
            @RequestParam(defaultValue = "") List<UsageColumn> by) {
        UsageQuery query = new UsageQuery(Optional.empty(), begin(from, 0), begin(to, 1), by);
        return ResponseEntity.ok()
                .contentType(CSV)
                .header(HttpHeaders.CONTENT_DISPOSITION, Attachment.named("usage" + part(from) + part(to) + ".csv"))
                .body(UsageCsv.write(desk.usage(caller, query)).getBytes(StandardCharsets.UTF_8));
    }

    private static String part(String day) {
        return day.isBlank() ? "" : "-" + day.strip();
    }

    /** Returns the begin of the day that comes {@code later} days after the typed one; empty if none was typed. */
    private static Optional<Instant> begin(String typed, int later) {
        if (typed.isBlank()) {
            return Optional.empty();
        }
        try {
            return Optional.of(LocalDate.parse(typed.strip())
                    .plusDays(later)
                    .atStartOfDay(ZoneOffset.UTC)
                    .toInstant());
        } catch (DateTimeException e) {
            throw new ProblemException(
                    Problem.of(ProblemCode.FORM_INVALID, "not a day as 2026-05-04: " + typed.strip()));
        }
    }
}
