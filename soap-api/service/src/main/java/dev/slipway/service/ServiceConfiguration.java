package dev.slipway.service;

import dev.slipway.audit.AuditDesk;
import dev.slipway.desk.JobDesk;
import dev.slipway.document.JobDocumentReader;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The service for a Spring context that has a {@link JobDesk} and an {@link AuditDesk}. The assembly registers {@link SoapService#servlet()} at
 * {@code /services/*}, behind its authentication.
 */
@Configuration(proxyBeanMethods = false)
public class ServiceConfiguration {

    @Bean
    JobDocumentReader jobDocumentReader() {
        return new JobDocumentReader();
    }

    @Bean(destroyMethod = "close")
    SoapService soapService(JobDesk desk, AuditDesk audit, JobDocumentReader reader) {
        return new SoapService(desk, audit, reader);
    }
}
