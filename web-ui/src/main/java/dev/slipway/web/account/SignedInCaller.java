package dev.slipway.web.account;

import dev.slipway.desk.Caller;
import java.util.EnumSet;
import java.util.Set;
import org.springframework.core.MethodParameter;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Gives controllers the signed-in user as the desk's {@link Caller}; authority {@code ROLE_X} is role {@code X}. */
@Component
class SignedInCaller implements HandlerMethodArgumentResolver {

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == Caller.class;
    }

    @Override
    public Caller resolveArgument(
            MethodParameter parameter,
            ModelAndViewContainer model,
            NativeWebRequest request,
            WebDataBinderFactory binder) {
        // The security chain admits only signed-in users, so there is a user.
        Authentication user = (Authentication) request.getUserPrincipal();
        String from =
                request instanceof ServletWebRequest web ? web.getRequest().getRemoteAddr() : "web";
        return new Caller(user.getName(), roles(user), from);
    }

    private static Set<Caller.Role> roles(Authentication user) {
        Set<Caller.Role> roles = EnumSet.noneOf(Caller.Role.class);
        for (Caller.Role role : Caller.Role.values()) {
            if (user.getAuthorities().stream()
                    .map(GrantedAuthority::getAuthority)
                    .anyMatch(("ROLE_" + role)::equals)) {
                roles.add(role);
            }
        }
        return roles;
    }
}
