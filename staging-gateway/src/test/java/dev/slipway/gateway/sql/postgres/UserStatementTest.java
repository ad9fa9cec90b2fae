package dev.slipway.gateway.sql.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UserStatementTest {

    @Test
    void finds_the_parameters_without_a_server() throws Exception {
        assertThat(UserStatement.parametersOf("INSERT INTO t VALUES (?, '?', ?) -- ?\n;"))
                .isEqualTo(2);
    }
}
