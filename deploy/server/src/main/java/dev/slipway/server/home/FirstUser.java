package dev.slipway.server.home;

import dev.slipway.account.Account;
import dev.slipway.account.Accounts;
import dev.slipway.desk.Caller;
import dev.slipway.grant.Grants;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the user {@code operator} of a store that has no user yet, and the toolkit's profile for this user. */
public final class FirstUser {
    /** The name of the first user. */
    public static final String NAME = "operator";

    private static final Logger LOG = LoggerFactory.getLogger(FirstUser.class);

    private final HomeFolder home;

    public FirstUser(HomeFolder home) {
        this.home = home;
    }

    /** Makes the user once. The password is random and stands in one 0600 file; a log only names that file. */
    public void make(Accounts accounts, UnaryOperator<String> hash) {
        if (accounts.any()) {
            return;
        }
        try {
            // The file comes first: after a crash between the two, the next start uses the password in the file.
            String password = PrivateFiles.secret(home.operatorPassword());
            accounts.put(new Account(
                    NAME, hash.apply(password), Set.of(Caller.Role.OPERATOR, Caller.Role.USER), Grants.ALL));
            LOG.info("user {} made; its password is in {}", NAME, home.operatorPassword());
        } catch (IOException e) {
            throw new SetUpFailure(
                    "the first user cannot be made: " + e, "Check the rights of " + home.root() + ".", e);
        }
    }

    /**
     * Writes the profile with which the toolkit calls {@code endpoint} as this user, unless the profile has this
     * content already.
     */
    public void writeProfile(String endpoint) {
        String profile = "endpoint=" + endpoint + "\nuser=" + NAME + "\npassword-file=" + home.operatorPassword()
                + "\nca=" + home.certificate() + "\n";
        try {
            boolean current = Files.exists(home.profile())
                    && Files.readString(home.profile()).equals(profile);
            if (!current && Files.exists(home.operatorPassword())) {
                PrivateFiles.write(home.profile(), profile, "rw-------");
            }
        } catch (IOException e) {
            throw new SetUpFailure(
                    "the profile cannot be written: " + e, "Check the rights of " + home.root() + ".", e);
        }
    }
}
