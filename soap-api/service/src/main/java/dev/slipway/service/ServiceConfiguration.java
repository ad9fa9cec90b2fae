package dev.slipway.service;

import dev.slipway.account.Logins;
import dev.slipway.account.UserDesk;
import dev.slipway.audit.AuditDesk;
import dev.slipway.callback.Callbacks;
import dev.slipway.desk.JobDesk;
import dev.slipway.document.JobDocumentReader;
import dev.slipway.secret.KeyRing;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The service for a Spring context that has the {@link Desks} and a {@link Gate}. The assembly registers {@link SoapService#servlet()} at
 * {@code /services/*}, behind its authentication.
 */
@Configuration(proxyBeanMethods = false)
public class ServiceConfiguration {

    @Bean
    JobDocumentReader jobDocumentReader() {
        return new JobDocumentReader();
    }

    @Bean
    Desks desks(
            JobDesk jobs,
            AuditDesk audit,
            UserDesk users,
            Logins logins,
            KeyRing keys,
            Callbacks callbacks,
            Offer offer) {
        return new Desks(jobs, audit, users, logins, keys, callbacks, offer);
    }

    @Bean(destroyMethod = "close")
    SoapService soapService(Desks desks, Gate gate, JobDocumentReader reader) {
        return new SoapService(desks, gate, reader);
    }
}
