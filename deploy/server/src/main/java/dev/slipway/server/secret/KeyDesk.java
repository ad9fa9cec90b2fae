package dev.slipway.server.secret;

import dev.slipway.desk.Caller;
import dev.slipway.journal.ledger.OperationLedger;
import dev.slipway.journal.ledger.OperationLedger.Entry;
import dev.slipway.journal.ledger.OperationLedger.Kind;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.secret.KeyRing;
import dev.slipway.secret.PublishedKey;
import dev.slipway.secret.PublishedKey.Purpose;
import java.util.Arrays;
import java.util.List;

/**
 * Gives access to the service's keys: everybody may see the public ones, an operator makes new ones, and the ledger
 * notes the new ones.
 */
public final class KeyDesk implements KeyRing {
    private final ServiceKeys keys;
    private final OperationLedger ledger;

    public KeyDesk(ServiceKeys keys, OperationLedger ledger) {
        this.keys = keys;
        this.ledger = ledger;
    }

    @Override
    public List<PublishedKey> published() {
        return Arrays.stream(Purpose.values())
                .flatMap(purpose -> keys.of(purpose).all().stream().map(key -> published(purpose, key)))
                .toList();
    }

    private static PublishedKey published(Purpose purpose, KeyFolder.Key key) {
        return new PublishedKey(key.kid(), purpose, key.pair().getPublic().getEncoded());
    }

    @Override
    public PublishedKey rotate(Caller caller, Purpose purpose) {
        if (!caller.roles().contains(Caller.Role.OPERATOR)) {
            throw new ProblemException(
                    Problem.of(ProblemCode.NOT_AUTHORISED, "user " + caller.user() + " may not make keys"));
        }
        keys.of(purpose).all();
        PublishedKey made = published(purpose, keys.of(purpose).add());
        ledger.note(new Entry(Kind.KEY_MADE, caller.user(), caller.from(), purpose + " key " + made.kid()));
        return made;
    }
}
