package dev.slipway.server.doorstep;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NetworkTest {

    @Test
    void an_ipv4_address_stands_for_itself() {
        assertThat(Network.of("10.0.0.1")).isEqualTo("10.0.0.1").isNotEqualTo(Network.of("10.0.0.2"));
        assertThat(Network.of("::ffff:10.0.0.1")).isNotEqualTo(Network.of("::ffff:10.0.0.2"));
        assertThat(Network.of("local")).isEqualTo("local");
    }

    @Test
    void all_ipv6_addresses_of_a_host_are_one() {
        assertThat(Network.of("2001:db8:0:7:1:2:3:4"))
                .isEqualTo(Network.of("2001:db8:0:7::1"))
                .isNotEqualTo(Network.of("2001:db8:0:8::1"));
        assertThat(Network.of("fe80:0:0:0:1:2:3:4%eth0")).isEqualTo(Network.of("fe80::1%3"));
    }
}
