package dev.slipway.pages;

import static org.mockito.Mockito.mock;

import dev.slipway.desk.JobDesk;
import dev.slipway.web.WebUi;
import java.time.Clock;
import java.time.ZoneOffset;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

/** The pages on a real Tomcat with three users; the desk's answers are the test's, so that every state of a job can be shown. */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import(WebUi.class)
class Site {
    static final String PASSWORD = "correct horse";

    @Bean
    JobDesk desk() {
        return mock(JobDesk.class);
    }

    @Bean
    Clock clock() {
        return Clock.fixed(Samples.NOW, ZoneOffset.UTC);
    }

    @Bean
    UserDetailsService users() {
        return threeUsers();
    }

    /** Two users and an operator. */
    static UserDetailsService threeUsers() {
        return new InMemoryUserDetailsManager(user("ada", "USER"), user("bob", "USER"), user("olga", "OPERATOR"));
    }

    private static UserDetails user(String name, String role) {
        return User.withUsername(name).password("{noop}" + PASSWORD).roles(role).build();
    }
}
