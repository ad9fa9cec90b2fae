package dev.slipway.server.login;

import dev.slipway.account.Account;
import dev.slipway.account.Accounts;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;

/** The store's accounts as Spring Security sees users; role {@code X} is authority {@code ROLE_X}. */
public final class AccountUsers implements UserDetailsService {
    private final Accounts accounts;

    public AccountUsers(Accounts accounts) {
        this.accounts = accounts;
    }

    @Override
    public UserDetails loadUserByUsername(String name) {
        Account account = accounts.find(name).orElseThrow(() -> UsernameNotFoundException.fromUsername(name));
        return User.withUsername(account.name())
                .password(account.passwordHash())
                .roles(account.roles().stream().map(Enum::name).toArray(String[]::new))
                .build();
    }
}
