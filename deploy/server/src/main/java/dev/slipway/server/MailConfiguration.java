package dev.slipway.server;

import dev.slipway.Middleware;
import dev.slipway.mail.MailDesk;
import dev.slipway.mail.MailSettings;
import dev.slipway.mail.Mails;
import dev.slipway.server.mail.SmtpSender;
import dev.slipway.server.settings.MailSection;
import dev.slipway.server.settings.ServerSettings;
import java.net.URI;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Makes the mails to users, if the operator has named a mail server. */
@Configuration(proxyBeanMethods = false)
@Conditional(MailConfiguration.MailServer.class)
class MailConfiguration {

    /** Holds if a mail server is named. */
    static final class MailServer implements Condition {
        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return !context.getEnvironment()
                    .getProperty("slipway.mail.host", "")
                    .isEmpty();
        }
    }

    @Bean(destroyMethod = "close")
    Mails mails(Middleware middleware, ServiceStore store, ServerSettings settings, Clock clock) {
        MailSection mail = settings.mail();
        Mails.Store records =
                new Mails.Store(store.dataSource(), middleware.ledger(), middleware.journal(), middleware.desk());
        Mails mails = new Mails(
                records, MailSettings.usual(URI.create(mail.pages()), mail.perHour()), new SmtpSender(mail), clock);
        middleware.listen(mails::heard);
        return mails.start();
    }

    @Bean
    MailDesk mailDesk(Mails mails) {
        return mails.desk();
    }
}
