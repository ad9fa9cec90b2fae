package dev.slipway.gateway.sql.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.problem.ProblemCode;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLState;
import org.postgresql.util.ServerErrorMessage;

class PostgresProblemsTest {

    @ParameterizedTest
    @CsvSource({
        "28P01, DATABASE_LOGIN",
        "3D000, DATABASE_LOGIN",
        "08006, DATABASE_UNREACHABLE",
        "57P01, DATABASE_UNREACHABLE",
        "08004, DATABASE_LOGIN",
        "53300, DATABASE_UNREACHABLE",
        "53400, STATEMENT_REFUSED",
        "55P03, DATABASE_UNREACHABLE",
        "40001, DATABASE_UNREACHABLE",
        "57P03, DATABASE_UNREACHABLE",
        "58030, DATABASE_UNREACHABLE",
        "40P01, DATABASE_UNREACHABLE",
        "57014, STATEMENT_REFUSED",
        "42601, STATEMENT_REFUSED",
        "42501, DATABASE_RIGHT",
        "22012, STATEMENT_REFUSED",
        "25006, STATEMENT_REFUSED",
        "XX000, STATEMENT_REFUSED"
    })
    void an_sqlstate_is_one_problem(String state, ProblemCode code) {
        assertThat(PostgresProblems.code(new SQLException("x", state))).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource({"23505, true", "22P02, true", "P0001, true", "44000, true", "42601, false", "57P01, false"})
    void only_data_and_integrity_reject_a_row(String state, boolean rejects) {
        assertThat(PostgresProblems.rejectsRow(new SQLException("x", state))).isEqualTo(rejects);
    }

    @Test
    void the_drivers_words_are_left_out_for_they_may_quote_values() {
        PSQLException driver = new PSQLException("Batch entry 0 insert into t values ('secret')", PSQLState.IO_ERROR);

        assertThat(PostgresProblems.words(driver)).doesNotContain("secret");
        assertThat(PostgresProblems.running("the statement", "risk", driver).getCause())
                .isNull();
    }

    @Test
    void the_servers_error_is_found_below_the_drivers() {
        SQLException batch =
                new SQLException("timed out", "08001", new PSQLException("no such role", PSQLState.INVALID_PASSWORD));

        assertThat(PostgresProblems.code(batch)).isEqualTo(ProblemCode.DATABASE_LOGIN);
    }

    @Test
    void memory_that_we_lack_is_no_outage_of_the_server() {
        PSQLException ours = new PSQLException("Ran out of memory", PSQLState.OUT_OF_MEMORY);
        PSQLException theirs = new PSQLException(new ServerErrorMessage("SERROR\0C53200\0Mout of memory\0"));

        assertThat(PostgresProblems.code(ours)).isEqualTo(ProblemCode.STEP_MEMORY);
        assertThat(PostgresProblems.running("the statement", "risk", ours)
                        .problem()
                        .isOutage())
                .isFalse();
        assertThat(PostgresProblems.code(theirs)).isEqualTo(ProblemCode.DATABASE_UNREACHABLE);
    }
}
