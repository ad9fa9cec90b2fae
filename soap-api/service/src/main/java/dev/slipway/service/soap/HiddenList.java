package dev.slipway.service.soap;

import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
import java.util.Collections;
import java.util.Enumeration;

/** Switches off CXF's list of services in a servlet's configuration. */
record HiddenList(ServletConfig config) implements ServletConfig {
    private static final String SWITCH = "hide-service-list-page";

    @Override
    public String getServletName() {
        return config.getServletName();
    }

    @Override
    public ServletContext getServletContext() {
        return config.getServletContext();
    }

    @Override
    public String getInitParameter(String name) {
        return name.equals(SWITCH) ? "true" : config.getInitParameter(name);
    }

    @Override
    public Enumeration<String> getInitParameterNames() {
        return Collections.enumeration(java.util.Set.of(SWITCH));
    }
}
