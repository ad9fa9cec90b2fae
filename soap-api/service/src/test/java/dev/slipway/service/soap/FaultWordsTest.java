package dev.slipway.service.soap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.service.JobsServer;
import dev.slipway.service.SoapClient;
import dev.slipway.service.wire.Jobs;
import jakarta.jws.WebService;
import java.lang.reflect.Proxy;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultWordsTest {
    private static final String SECRET = "secret internal /etc/slipway/key";

    @TempDir
    static Path folder;

    @Test
    void the_stack_tells_no_message_of_an_exception_that_nobody_caught() throws Exception {
        try (JobsServer server = JobsServer.of(Failing.jobs(), folder)) {
            HttpResponse<String> answer =
                    new SoapClient(server.address(), "ann", "ann-pw").call("<s:cancel><s:token>x</s:token></s:cancel>");

            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body())
                    .contains(
                            "internal error, reference ", "code>internal<", "exitStatus>70<", "faultcode>soap:Server<")
                    .doesNotContain("secret", "/etc", "IllegalStateException");
        }
    }

    @Test
    void a_password_that_is_not_escaped_is_not_quoted_in_the_fault() throws Exception {
        try (JobsServer server = JobsServer.of(Failing.jobs(), folder)) {
            SoapClient ann = new SoapClient(server.address(), "ann", "ann-pw");
            for (String password : List.of("&hunter2", "x<hunter2", "<hunter2 ", "<hunter2=")) {
                HttpResponse<String> answer = ann.call(
                        "<s:userAdd><s:name>bob</s:name><s:password>" + password + "</s:password></s:userAdd>");

                assertThat(answer.body())
                        .contains("code>call.invalid<", "it is not well-formed at line 1, column ")
                        .doesNotContain("hunter2");
            }
        }
    }

    @Test
    void a_value_with_an_entity_that_nobody_declared_is_refused_and_not_shortened() throws Exception {
        try (JobsServer server = JobsServer.of(Failing.jobs(), folder)) {
            HttpResponse<String> answer = new SoapClient(server.address(), "ann", "ann-pw")
                    .call("<s:userAdd><s:name>bob</s:name><s:password>x&hunter2;y</s:password></s:userAdd>");

            assertThat(answer.body())
                    .contains("code>call.invalid<", "it names an entity that is not declared")
                    .doesNotContain("hunter2");
        }
    }

    /** An implementation in which every operation fails unexpectedly. */
    @WebService(
            serviceName = "JobsService",
            portName = "JobsPort",
            targetNamespace = "urn:slipway:service:1",
            endpointInterface = "dev.slipway.service.wire.Jobs",
            wsdlLocation = "classpath:dev/slipway/service/jobs.wsdl")
    private interface Failing extends Jobs {
        static Jobs jobs() {
            return (Jobs)
                    Proxy.newProxyInstance(Failing.class.getClassLoader(), new Class<?>[] {Jobs.class}, (p, m, a) -> {
                        throw new IllegalStateException(SECRET);
                    });
        }
    }
}
