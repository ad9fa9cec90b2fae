package dev.slipway.service.soap;

import dev.slipway.desk.Caller;
import java.security.Principal;
import org.apache.cxf.security.SecurityContext;

/** A caller that the service itself has let in, in the form in which CXF passes on callers of the servlet container. */
record NamedCaller(Caller caller) implements SecurityContext {

    @Override
    public Principal getUserPrincipal() {
        return caller::user;
    }

    @Override
    public boolean isUserInRole(String role) {
        return caller.roles().stream().anyMatch(held -> held.name().equals(role));
    }
}
