package dev.slipway.account;

import dev.slipway.desk.Caller;
import dev.slipway.desk.Caller.Role;
import dev.slipway.grant.Grant;
import dev.slipway.grant.Grants;
import dev.slipway.journal.ledger.OperationLedger;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Place;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The only entry to users for every front end. All calls throw {@link ProblemException}. Every change is recorded in
 * the ledger of operations.
 */
public final class UserDesk {
    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._@-]{0,63}";

    private final Accounts accounts;
    private final Passwords passwords;
    private final Predicate<Place> configured;

    /** @param configured tells whether the operator has configured a place */
    public UserDesk(Accounts accounts, Passwords passwords, Predicate<Place> configured) {
        this.accounts = accounts;
        this.passwords = passwords;
        this.configured = configured;
    }

    /** Returns whether a user can have this name. */
    public static boolean isName(String name) {
        return name.matches(NAME) && !name.equals(OperationLedger.SERVICE);
    }

    /**
     * Makes a user, for operators. @return the granted places that are not configured: a slip, or not configured yet
     */
    public List<String> add(Caller caller, String name, String password, Rights rights) {
        requireOperator(caller);
        if (!isName(name)) {
            throw invalid("not a user name: " + shortened(name));
        }
        if (rights.roles().isEmpty()) {
            throw invalid("user " + name + " would have no role, and so could not log in");
        }
        Account made = new Account(name, hash(name, password), rights.roles(), rights.grants());
        accounts.change(caller, name, before -> {
            before.ifPresent(there -> {
                throw new ProblemException(Problem.of(ProblemCode.USER_EXISTS, "there is a user " + name + " already"));
            });
            return made;
        });
        return unconfigured(rights);
    }

    /**
     * Changes the password of a user, which ends all logins of the user. Operators may change any password; a user
     * needs the present one.
     *
     * @param current the present password; required from everyone who changes their own password, operators too
     */
    public void password(Caller caller, String name, String password, Optional<String> current) {
        if (!caller.user().equals(name)) {
            requireOperator(caller);
        } else {
            passwords.require(name, current.orElse(""), caller.from());
        }
        String hash = hash(name, password);
        accounts.change(caller, name, before -> known(before, name).withPassword(hash));
    }

    /** Gives a user more rights, for operators. @return as {@link #add} */
    public List<String> grant(Caller caller, String name, Rights more) {
        requireOperator(caller);
        accounts.change(caller, name, before -> {
            Account account = known(before, name);
            return account.withRights(account.rights().with(more));
        });
        return unconfigured(more);
    }

    private List<String> unconfigured(Rights rights) {
        Set<Grant> unknown = rights.grants().single().stream()
                .filter(grant -> !configured.test(grant.place()))
                .collect(Collectors.toSet());
        return new Grants(false, unknown).words();
    }

    /** Takes rights away, for operators. A user without any role cannot log in. The last operator stays an operator. */
    public void revoke(Caller caller, String name, Rights less) {
        requireOperator(caller);
        accounts.change(caller, name, before -> {
            Account account = known(before, name);
            if (account.grants().everything() && !less.grants().single().isEmpty()) {
                throw invalid("user " + name + " is granted all: revoke all, and grant what is to stay");
            }
            return account.withRights(account.rights().without(less));
        });
    }

    /** Removes a user, for operators. Jobs and records of the user stay. */
    public void remove(Caller caller, String name) {
        requireOperator(caller);
        if (caller.user().equals(name)) {
            throw invalid("user " + name + " cannot delete the account of the own login");
        }
        accounts.remove(caller, name);
    }

    /** Lists the users by name: all users for operators and auditors, else the caller alone. */
    public List<User> users(Caller caller) {
        return accounts.all().stream()
                .filter(account -> caller.maySee(account.name()))
                .map(account -> new User(account.name(), account.rights()))
                .toList();
    }

    /** Returns the caller as a user, with the roles of the call and the grants of the account. */
    public User self(Caller caller) {
        return new User(caller.user(), new Rights(caller.roles(), new AccountGrants(accounts).of(caller.user())));
    }

    private String hash(String user, String password) {
        PasswordRule.objection(user, password).ifPresent(objection -> {
            throw invalid(objection);
        });
        return passwords.hash(password);
    }

    private static Account known(Optional<Account> account, String name) {
        return account.orElseThrow(() -> unknown(name));
    }

    static ProblemException unknown(String name) {
        return new ProblemException(Problem.of(ProblemCode.USER_UNKNOWN, "there is no user " + shortened(name)));
    }

    private static void requireOperator(Caller caller) {
        if (!caller.roles().contains(Role.OPERATOR)) {
            throw new ProblemException(
                    Problem.of(ProblemCode.NOT_AUTHORISED, "user " + caller.user() + " may not manage users"));
        }
    }

    static ProblemException invalid(String message) {
        return new ProblemException(Problem.of(ProblemCode.USER_INVALID, message));
    }

    private static String shortened(String name) {
        return name.length() > 64 ? name.substring(0, 64) + "..." : name;
    }
}
