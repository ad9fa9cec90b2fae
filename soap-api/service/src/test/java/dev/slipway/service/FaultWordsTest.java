package dev.slipway.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.service.wire.Jobs;
import jakarta.jws.WebService;
import java.lang.reflect.Proxy;
import java.net.http.HttpResponse;
import java.nio.file.Path;
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

    /** An implementation whose every operation fails in a way that it did not foresee. */
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
