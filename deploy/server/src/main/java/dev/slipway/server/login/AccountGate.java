package dev.slipway.server.login;

import dev.slipway.account.Passwords;
import dev.slipway.desk.Caller;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.service.Gate;
import java.util.stream.Collectors;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.crypto.password.PasswordEncoder;

/** The same checks as at the doors, for those who find a name and a password behind them: in a SOAP header, in a call. */
public final class AccountGate implements Gate, Passwords {
    private static final String ROLE = "ROLE_";

    private final PasswordLogin login;
    private final PasswordEncoder encoder;

    public AccountGate(PasswordLogin login, PasswordEncoder encoder) {
        this.login = login;
        this.encoder = encoder;
    }

    @Override
    public Caller letIn(String user, String password, String from) {
        try {
            UserDetails details = login.letIn(user, password, from);
            return new Caller(
                    details.getUsername(),
                    details.getAuthorities().stream()
                            .map(GrantedAuthority::getAuthority)
                            .map(authority -> Caller.Role.valueOf(authority.substring(ROLE.length())))
                            .collect(Collectors.toSet()),
                    from);
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
