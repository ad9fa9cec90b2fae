package dev.slipway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.staging.StagingGateway;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class HeardGatewayTest {
    @Test
    void passes_every_call_of_a_gateway_on_also_those_with_a_default() {
        for (Method method : StagingGateway.class.getMethods()) {
            assertThat(Arrays.stream(HeardGateway.class.getDeclaredMethods())
                            .filter(own -> own.getName().equals(method.getName())
                                    && Arrays.equals(own.getParameterTypes(), method.getParameterTypes())))
                    .as("%s", method)
                    .isNotEmpty();
        }
    }
}
