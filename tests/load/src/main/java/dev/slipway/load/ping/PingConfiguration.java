package dev.slipway.load.ping;

import jakarta.servlet.http.HttpServlet;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.jaxws.EndpointImpl;
import org.apache.cxf.transport.servlet.CXFNonSpringServlet;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Publishes {@link Ping} below {@code /services}, behind the same TLS, doorstep and security chain as the service's own
 * endpoint.
 */
@Configuration(proxyBeanMethods = false)
public class PingConfiguration {

    @Bean
    ServletRegistrationBean<HttpServlet> ping() {
        Bus bus = new ExtensionManagerBus();
        new EndpointImpl(bus, new Ping()).publish("/");
        CXFNonSpringServlet servlet = new CXFNonSpringServlet(null, false);
        servlet.setBus(bus);
        ServletRegistrationBean<HttpServlet> registration = new ServletRegistrationBean<>(servlet, "/services/ping/*");
        registration.setName("ping");
        registration.setLoadOnStartup(2);
        return registration;
    }
}
