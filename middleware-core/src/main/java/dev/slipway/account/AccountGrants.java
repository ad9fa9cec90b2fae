package dev.slipway.account;

import dev.slipway.grant.GrantBook;
import dev.slipway.grant.Grants;

/**
 * The grants of the accounts. Whoever has no account has no grant, but in a store that keeps no account at all: its users are known
 * elsewhere, to who embeds the middleware without the service's doors.
 */
public record AccountGrants(Accounts accounts) implements GrantBook {

    @Override
    public Grants of(String user) {
        return accounts.find(user).map(Account::grants).orElseGet(() -> accounts.any() ? Grants.NONE : Grants.ALL);
    }
}
