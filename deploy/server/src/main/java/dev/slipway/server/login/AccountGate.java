package dev.slipway.server.login;

import dev.slipway.account.Account;
import dev.slipway.account.Passwords;
import dev.slipway.desk.Caller;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.service.soap.PasswordGate;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.crypto.password.PasswordEncoder;

/** Checks names and passwords in SOAP headers and in the fields of calls, by the rules of HTTP logins. */
public final class AccountGate implements PasswordGate, Passwords {
    private final PasswordLogin login;
    private final PasswordEncoder encoder;

    public AccountGate(PasswordLogin login, PasswordEncoder encoder) {
        this.login = login;
        this.encoder = encoder;
    }

    @Override
    public LetIn letIn(String user, String password, String from) {
        try {
            Account account = login.letIn(login.claim(user, password, from));
            return new LetIn(new Caller(account.name(), account.roles(), from), account.passwordHash());
        } catch (AuthenticationException e) {
            throw new ProblemException(Problem.of(ProblemCode.NOT_AUTHENTICATED, e.getMessage()), e);
        }
    }

    @Override
    public String hash(String password) {
        return encoder.encode(password);
    }

    @Override
    public void require(String user, String password, String from) {
        letIn(user, password, from);
    }
}
