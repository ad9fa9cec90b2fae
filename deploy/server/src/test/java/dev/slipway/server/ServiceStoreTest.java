package dev.slipway.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.server.home.SetUpFailure;
import dev.slipway.server.settings.ServerSettings;
import dev.slipway.servers.PostgresDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceStoreTest {
    @TempDir
    Path folder;

    @Test
    void works_on_an_external_database_with_the_password_of_a_file() throws Exception {
        PostgresDatabase external = PostgresDatabase.fresh();

        try (ServiceStore store = ServiceStore.open(settings(external, external.password()), null, null);
                Connection connection = store.dataSource().getConnection()) {
            assertThat(connection.isValid(5)).isTrue();
            assertThat(store.place()).isEqualTo(external.jdbcUrl());
        }
    }

    @Test
    void says_which_store_refuses_whom_and_never_the_password() {
        PostgresDatabase external = PostgresDatabase.fresh();

        assertThatThrownBy(() -> ServiceStore.open(settings(external, "canary-password"), null, null))
                .isInstanceOf(SetUpFailure.class)
                .hasMessageContaining("the store " + external.jdbcUrl() + " does not let " + external.user() + " in")
                .hasMessageNotContaining("canary-password");
    }

    private ServerSettings.Store settings(PostgresDatabase external, String password) throws IOException {
        Path file = Files.writeString(folder.resolve("password"), password + "\n");
        return new ServerSettings.Store(external.jdbcUrl(), external.user(), file, "");
    }
}
