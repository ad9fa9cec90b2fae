package dev.slipway.server.login;

import dev.slipway.account.Account;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;

/** Presents the store's accounts as users of Spring Security. Role {@code X} is authority {@code ROLE_X}. */
final class AccountUsers {
    private AccountUsers() {}

    static UserDetails details(Account account) {
        return User.withUsername(account.name())
                .password(account.passwordHash())
                .roles(account.roles().stream().map(Enum::name).toArray(String[]::new))
                .build();
    }
}
