package dev.slipway.service;

import dev.slipway.document.JobDocumentReader;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * The service for a Spring context that has all whom {@link Desks} names and a {@link Gate}. The assembly registers {@link SoapService#servlet()} at
 * {@code /services/*}, behind its authentication.
 */
@Configuration(proxyBeanMethods = false)
@Import(Desks.class)
public class ServiceConfiguration {

    @Bean
    JobDocumentReader jobDocumentReader() {
        return new JobDocumentReader();
    }

    @Bean(destroyMethod = "close")
    SoapService soapService(Desks desks, Gate gate, JobDocumentReader reader) {
        return new SoapService(desks, gate, reader);
    }
}
