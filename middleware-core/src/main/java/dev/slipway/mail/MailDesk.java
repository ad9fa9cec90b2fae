package dev.slipway.mail;

import dev.slipway.desk.Caller;
import dev.slipway.digest.Sha256;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Lets users choose the events that the service tells by mail. Users confirm an address with a code that the service
 * sends there, so that no user can have mails sent to another person.
 */
public final class MailDesk {
    /** The most mails with a code that a user can have sent in an hour. */
    static final int CODES_PER_HOUR = 5;

    static final int CODES_PER_DAY = 10;

    /** The most mails with a code that all users together can have sent to one address in a day. */
    static final int CODES_PER_ADDRESS = 3;

    private static final int CODE_BOUND = 100_000_000;
    private static final Duration CODE_LIFE = Duration.ofHours(1);

    private final MailTable table;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    MailDesk(MailTable table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    /** Returns the caller's choice; empty if the caller gets no mails. */
    public Optional<MailChoice> choice(Caller caller) {
        return table.choice(caller.user());
    }

    /**
     * Keeps the events that the service tells the caller from now on. A new address gets a code first.
     *
     * @param address empty for no mails
     * @throws ProblemException USER_INVALID if the text is no address, or after too many codes
     */
    public void choose(Caller caller, String address, Set<MailEvent> events, Digest digest, ZoneId zone) {
        if (address.isBlank()) {
            table.forget(caller.user(), clock.instant());
            return;
        }
        String plain = MailAddress.require(address);
        boolean known = choice(caller)
                .filter(choice -> choice.confirmed() && choice.address().equals(plain))
                .isPresent();
        if (known) {
            table.change(caller.user(), new MailChoice(plain, events, digest, zone, true), clock.instant());
        } else {
            begin(caller, new MailChoice(plain, events, digest, zone, false));
        }
    }

    private void begin(Caller caller, MailChoice choice) {
        Instant now = clock.instant();
        String code = "%08d".formatted(random.nextInt(CODE_BOUND));
        Letter letter = new Letter(
                UUID.randomUUID().toString(),
                choice.address(),
                "Slipway: confirm your address",
                "The user " + caller.user() + " of Slipway wants to get mails at this address.\n"
                        + "If you are this user, enter this code on your account page within an hour, or give it at a"
                        + " shell to slipway mail confirm:\n\n    "
                        + code + "\n\nIf you are not, ignore this mail. No other mail will come.\n");
        table.begin(caller.user(), choice, hash(code), now.plus(CODE_LIFE), letter, now)
                .ifPresent(refusal -> {
                    throw invalid(refusal);
                });
    }

    /** Confirms the caller's address. @throws ProblemException USER_INVALID if the code is not the one that was sent */
    public void confirm(Caller caller, String code) {
        if (!table.confirm(caller.user(), hash(code.strip()), clock.instant())) {
            throw invalid("this is not the code of the last mail, or the code has expired after an hour or five tries;"
                    + " save the address again to get a new code");
        }
    }

    private static String hash(String code) {
        return Sha256.hex(code);
    }

    private static ProblemException invalid(String message) {
        return new ProblemException(Problem.of(ProblemCode.USER_INVALID, message));
    }
}
