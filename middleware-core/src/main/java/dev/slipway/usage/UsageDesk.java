package dev.slipway.usage;

import dev.slipway.desk.Caller;
import dev.slipway.desk.Caller.Role;
import dev.slipway.journal.ledger.OperationLedger;
import dev.slipway.journal.ledger.OperationLedger.Entry;
import dev.slipway.journal.ledger.OperationLedger.Kind;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.problem.Utc;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The entry to usage for all front ends. A job counts in full when the job has closed, at the time of closing. Users
 * see their own usage. Operators and auditors see the usage of all users, and the ledger of operations records each
 * such request.
 */
public final class UsageDesk {
    private static final int MOST_ROWS = 20_000;

    private final UsageCounts counts;
    private final OperationLedger ledger;

    public UsageDesk(UsageCounts counts, OperationLedger ledger) {
        this.counts = counts;
        this.ledger = ledger;
    }

    /**
     * Returns the usage, in the order of the question's columns.
     *
     * @throws ProblemException NOT_AUTHORISED if a user asks for the usage of another user
     */
    public Usage usage(Caller caller, UsageQuery query) {
        Optional<String> owner = owner(caller, query);
        List<UsageCounts.Sum> sums =
                counts.sums(new UsageCounts.Jobs(owner, query.from(), query.until()), query.by(), MOST_ROWS + 1);
        if (sums.size() > MOST_ROWS) {
            throw new ProblemException(Problem.of(
                    ProblemCode.FORM_INVALID,
                    "this usage has more than " + MOST_ROWS + " rows: ask for a shorter time, or by fewer columns"));
        }
        if (!owner.equals(Optional.of(caller.user()))) {
            ledger.note(new Entry(Kind.USAGE_READ, caller.user(), caller.from(), words(owner, query)));
        }
        return new Usage(
                query.by(),
                sums.stream()
                        .map(sum -> new Usage.Row(
                                sum.values(), sum.runs(), Usage.hours(sum.processMillis()), sum.stagedBytes()))
                        .toList());
    }

    private static Optional<String> owner(Caller caller, UsageQuery query) {
        if (caller.roles().contains(Role.OPERATOR) || caller.roles().contains(Role.AUDITOR)) {
            return query.user();
        }
        if (query.user().filter(user -> !user.equals(caller.user())).isPresent()) {
            throw new ProblemException(Problem.of(
                    ProblemCode.NOT_AUTHORISED, "user " + caller.user() + " may see only the usage of their own jobs"));
        }
        return Optional.of(caller.user());
    }

    private static String words(Optional<String> owner, UsageQuery query) {
        return "usage of " + owner.map(user -> "user " + user).orElse("all users")
                + query.from().map(time -> " from " + Utc.words(time)).orElse("")
                + query.until().map(time -> " until " + Utc.words(time)).orElse("")
                + (query.by().isEmpty()
                        ? ""
                        : query.by().stream().map(UsageColumn::word).collect(Collectors.joining(", ", " by ", "")));
    }
}
