package dev.slipway.server.cluster;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.JWTParser;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Clock;
import java.time.Instant;
import java.util.Date;
import java.util.regex.Pattern;

/**
 * The tokens by which users of a cluster prove their identity to slurmrestd. A folder of the operator has one file for
 * each user, with the user's name. A file is read for each request, because tokens expire and are replaced.
 *
 * @param cluster the operator's name of the cluster
 */
record UserTokens(String cluster, Path folder, Clock clock) {
    /** The most bytes of a file; tokens of Slurm have some hundred. */
    private static final int MOST_BYTES = 16 << 10;

    /** The words before the token in the output of {@code scontrol token}. */
    private static final String PREFIX = "SLURM_JWT=";

    /** Matches tokens, and no line break, which the header of a request cannot have. */
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+){2}");

    /** The claim with the user's name in tokens that Slurm makes. */
    private static final String USER = "sun";

    /** @throws ProblemException CLUSTER_AWAY if the user has no token, or the token is of no use any more */
    String of(String user) {
        String token = read(user);
        JWTClaimsSet claims = claims(user, token);
        Date expires = claims.getExpirationTime();
        Instant now = clock.instant();
        if (expires != null && !now.isBefore(expires.toInstant())) {
            throw away(user, "expired at " + expires.toInstant());
        }
        Object named = claims.getClaim(USER);
        if (named != null && !named.equals(user)) {
            throw away(user, "names another user");
        }
        return token;
    }

    private String read(String user) {
        try (InputStream file = Files.newInputStream(folder.resolve(user))) {
            String text = new String(file.readNBytes(MOST_BYTES), StandardCharsets.US_ASCII).strip();
            return text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : text;
        } catch (NoSuchFileException e) {
            throw away(user, "is missing");
        } catch (IOException e) {
            throw away(user, "cannot be read");
        }
    }

    private JWTClaimsSet claims(String user, String token) {
        if (!TOKEN.matcher(token).matches()) {
            throw away(user, "is no JSON Web Token");
        }
        try {
            return JWTParser.parse(token).getJWTClaimsSet();
        } catch (ParseException e) {
            // The message of the exception may hold parts of the token.
            throw away(user, "is no JSON Web Token");
        }
    }

    private ProblemException away(String user, String fault) {
        return new ProblemException(new Problem(
                ProblemCode.CLUSTER_AWAY,
                "cluster " + cluster + ": the token of user " + user + " for slurmrestd " + fault,
                remedy(user)));
    }

    /** Tells the operator how to give the user a token. */
    String remedy(String user) {
        return "Write the output of `scontrol token username=" + user + " lifespan=SECONDS` into the file " + user
                + " in the folder of slipway.clusters." + cluster + ".host.rest.tokens.";
    }
}
