package dev.slipway.server.login;

import dev.slipway.account.Account;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;

/** The store's accounts as Spring Security sees users; role {@code X} is authority {@code ROLE_X}. */
final class AccountUsers {
    private AccountUsers() {}

    static UserDetails details(Account account) {
        return User.withUsername(account.name())
                .password(account.passwordHash())
                .roles(account.roles().stream().map(Enum::name).toArray(String[]::new))
                .build();
    }
}
