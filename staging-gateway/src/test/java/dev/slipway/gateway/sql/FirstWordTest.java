package dev.slipway.gateway.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FirstWordTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE FROM t",
                " \t\r\n\f(( delete from t))",
                "-- rows of the day\nDELETE",
                "--rows of the day\r\nDELETE",
                "/* rows */ /**/ /* of ' the * / day */DELETE/* */",
                "/***/ -- */ /*\nDELETE",
            })
    void is_found_behind_comments_that_every_database_reads_alike(String sql) {
        assertThat(FirstWord.of(sql)).isEqualTo("DELETE");
        assertThat(FirstWord.hint(sql)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/* /* */ DELETE */ DO",
                "/*/*/ DELETE */ DO",
                "-- \rDELETE\nDO",
                "-- \u2028DELETE\nDO",
                "-- \fDELETE\nDO",
                "-- DELETE",
                "/* DELETE",
                "/*! DO */ DELETE",
                "/*M! DO */ DELETE",
                "/*+ DO */ DELETE",
                "# DO\nDELETE",
                "DELETE_IT",
                "DELETE$",
                "DELETE\u00e9",
                ";DELETE",
                "",
            })
    void is_not_found_where_databases_could_differ(String sql) {
        assertThat(FirstWord.of(sql)).isEmpty();
        assertThat(FirstWord.hint(sql)).contains("may not be nested");
    }
}
