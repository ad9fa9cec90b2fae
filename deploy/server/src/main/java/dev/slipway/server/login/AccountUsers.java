package dev.slipway.server.login;

import dev.slipway.account.Account;
import dev.slipway.account.Accounts;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;

/** The store's accounts as Spring Security sees users; role {@code X} is authority {@code ROLE_X}. A closed account is none. */
public final class AccountUsers implements UserDetailsService {
    private final Accounts accounts;

    public AccountUsers(Accounts accounts) {
        this.accounts = accounts;
    }

    @Override
    public UserDetails loadUserByUsername(String name) {
        return accounts.find(name)
                .filter(Account::open)
                .map(AccountUsers::details)
                .orElseThrow(() -> UsernameNotFoundException.fromUsername(name));
    }

    static UserDetails details(Account account) {
        return User.withUsername(account.name())
                .password(account.passwordHash())
                .roles(account.roles().stream().map(Enum::name).toArray(String[]::new))
                .build();
    }
}
