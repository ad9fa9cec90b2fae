package dev.slipway.toolkit.secret;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.answer.OwnProblem;
import dev.slipway.toolkit.profile.NewPassword;
import dev.slipway.toolkit.verb.Verb;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Seals a password for a document by the service's public key. */
@Command(
        name = "seal",
        description = {
            "Seals a password so that only the service can open it, and prints the result (a compact JWE).",
            "The sealed password is valid for one submitter, one host and one user there, for a limited time."
        })
public final class Seal extends Verb {
    @Option(names = "--host", required = true, paramLabel = "HOST", description = "The host of the account.")
    private String host;

    @Option(names = "--user", required = true, paramLabel = "NAME", description = "The user on that host.")
    private String user;

    @Option(
            names = "--submitter",
            paramLabel = "NAME",
            description = "The user whose jobs may use the password (default: the profile's user).")
    private String submitter;

    @Option(names = "--days", paramLabel = "N", defaultValue = "30", description = "The time of validity (default 30).")
    private int days;

    @Mixin
    private NewPassword password;

    @Override
    protected int run() {
        if (days < 1) {
            throw Failure.usage("--days is " + days + ", not 1 or more", "Say how many days it shall hold.");
        }
        Answer key = ask("publicKeys").all("key").stream()
                .filter(each -> each.text("purpose").equals("SEAL"))
                .findFirst()
                .orElseThrow(() -> new Failure(
                        OwnProblem.INTERNAL,
                        "the service has no key to seal with",
                        "",
                        "Check that this toolkit and the service are of the same version."));
        Instant now = terminal().clock().instant();
        Map<String, Object> claims = new LinkedHashMap<>();
        claims.put("pwd", password.of(user + " at " + host, terminal()));
        claims.put("sub", submitter == null ? profile().user() : submitter);
        claims.put("host", host);
        claims.put("user", user);
        claims.put("iat", now.getEpochSecond());
        claims.put("exp", now.plus(Duration.ofDays(days)).getEpochSecond());
        String sealed = Jwe.seal(key.text("kid"), Base64.getMimeDecoder().decode(key.text("spki")), Json.of(claims));
        if (json()) {
            return answer(Map.of("sealed", sealed));
        }
        terminal().line(sealed);
        return ExitStatus.DONE;
    }
}
