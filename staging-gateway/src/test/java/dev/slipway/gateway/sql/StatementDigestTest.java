package dev.slipway.gateway.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.BoundStatement;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatementDigestTest {
    /** sha256sum of no bytes. */
    private static final String NOTHING = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    @Test
    void counts_a_statement_as_it_is_run() {
        BoundStatement bound = new StatementDigest("SELECT 1 ; \n;").end();

        // printf 'SELECT 1' | sha256sum
        assertThat(bound)
                .isEqualTo(new BoundStatement(
                        "e004ebd5b5532a4b85984a62f8ad48a81aa3460c1ca07701f386135d72cdecf5", NOTHING, 0));
    }

    @Test
    void counts_values_by_their_bytes_with_null_apart_from_empty() {
        StatementDigest digest = new StatementDigest("SELECT ?, ?, ?");
        digest.row(Arrays.asList("7", null, ""));
        digest.row(List.of("zürich", "1:a", "\n"));

        // printf '1:7N0:\n7:zürich3:1:a1:\n\n' | sha256sum
        BoundStatement bound = digest.end();
        assertThat(bound.parametersSha256())
                .isEqualTo("afc50b85b13c3c6e385a2d76482d8934e0202b10501ce65c7b94a249dda3f9dc");
        assertThat(bound.parameterRows()).isEqualTo(2);
    }

    @Test
    void tells_apart_what_runs_together_without_lengths() {
        assertThat(of(List.of(List.of("ab", "c")))).isNotEqualTo(of(List.of(List.of("a", "bc"))));
        assertThat(of(List.of(List.of("a"), List.of("b")))).isNotEqualTo(of(List.of(List.of("a", "b"))));
        assertThat(of(List.of(Arrays.asList((String) null)))).isNotEqualTo(of(List.of(List.of("N"))));
    }

    private static String of(List<List<String>> rows) {
        StatementDigest digest = new StatementDigest("SELECT");
        rows.forEach(digest::row);
        return digest.end().parametersSha256();
    }
}
