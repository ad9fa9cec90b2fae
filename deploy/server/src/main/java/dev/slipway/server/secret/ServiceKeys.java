package dev.slipway.server.secret;

import dev.slipway.desk.Caller;
import dev.slipway.journal.OperationLedger;
import dev.slipway.journal.OperationLedger.Entry;
import dev.slipway.journal.OperationLedger.Kind;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.secret.KeyRing;
import dev.slipway.secret.PublishedKey;
import dev.slipway.secret.PublishedKey.Purpose;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The service's keys: one folder for each purpose. */
public final class ServiceKeys implements KeyRing {
    private static final int RSA_BITS = 3072;

    private final Map<Purpose, KeyFolder> folders = new EnumMap<>(Purpose.class);
    private final OperationLedger ledger;

    /** @param folder that only the service reads */
    public ServiceKeys(Path folder, OperationLedger ledger) {
        this.ledger = ledger;
        folders.put(Purpose.SEAL, new KeyFolder(folder.resolve("seal"), "RSA", RSA_BITS));
        folders.put(Purpose.CALLBACK, new KeyFolder(folder.resolve("callback"), "Ed25519", 0));
    }

    KeyFolder of(Purpose purpose) {
        return folders.get(purpose);
    }

    @Override
    public List<PublishedKey> published() {
        return Arrays.stream(Purpose.values())
                .flatMap(purpose -> of(purpose).all().stream().map(key -> published(purpose, key)))
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
        of(purpose).all();
        PublishedKey made = published(purpose, of(purpose).add());
        ledger.note(new Entry(Kind.KEY_MADE, caller.user(), caller.from(), purpose + " key " + made.kid()));
        return made;
    }
}
