package dev.slipway.service;

import dev.slipway.desk.Caller;
import java.security.Principal;
import org.apache.cxf.security.SecurityContext;

/** A caller whom the service itself let in, in the form in which CXF hands on those whom the servlet container let in. */
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
