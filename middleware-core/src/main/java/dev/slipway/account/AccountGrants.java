package dev.slipway.account;

import dev.slipway.grant.GrantBook;
import dev.slipway.grant.Grants;

/**
 * The grants of the accounts. A user without an account has no grants, with one exception: in a store without any
 * account, every user has all grants, because a program that embeds the middleware without the service's front ends
 * checks the users.
 */
public record AccountGrants(Accounts accounts) implements GrantBook {

    @Override
    public Grants of(String user) {
        return accounts.find(user).map(Account::grants).orElseGet(() -> accounts.any() ? Grants.NONE : Grants.ALL);
    }
}
