package dev.slipway.service;

import dev.slipway.document.reader.JobDocumentReader;
import dev.slipway.service.calls.AccessDesks;
import dev.slipway.service.calls.AuthoringDesks;
import dev.slipway.service.calls.JobsEndpoint;
import dev.slipway.service.calls.OperatorDesks;
import dev.slipway.service.calls.ServiceDesks;
import dev.slipway.service.soap.PasswordGate;
import dev.slipway.service.soap.SoapService;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * Configures the service in a Spring context that has all members of {@link ServiceDesks} and of the records in
 * it, a {@link PasswordGate} and a clock. The assembly registers {@link SoapService#servlet()} at {@code
 * /services/*}, behind its authentication.
 */
@Configuration(proxyBeanMethods = false)
@Import({ServiceDesks.class, AuthoringDesks.class, OperatorDesks.class, AccessDesks.class})
public class ServiceConfiguration {

    @Bean
    JobDocumentReader jobDocumentReader() {
        return new JobDocumentReader();
    }

    @Bean(destroyMethod = "close")
    SoapService soapService(ServiceDesks desks, PasswordGate gate, JobDocumentReader reader, Clock clock) {
        return new SoapService(new JobsEndpoint(desks, reader), gate, clock);
    }
}
