package dev.slipway.gateway.sql.driver;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.files.FileSettings;
import dev.slipway.gateway.sql.BroughtDriver;
import dev.slipway.gateway.sql.DatabaseSource;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.gateway.ssh.SshLimits;
import dev.slipway.servers.MariaDbDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A MariaDB as a source that an operator has set up with a driver. */
public final class DriverSource {
    static final SqlLimits LIMITS = new SqlLimits(2, Duration.ofMinutes(1), Duration.ofMinutes(5), 100, 100);

    private DriverSource() {}

    public static DatabaseSource of(MariaDbDatabase database, Path folder) throws IOException {
        return of(database, database.jdbcUrl(), folder);
    }

    /** Returns the source with another URL of the database. */
    public static DatabaseSource of(MariaDbDatabase database, String url, Path folder) throws IOException {
        return of(url, database.user(), database.password(), folder);
    }

    public static DatabaseSource of(String url, String user, String password, Path folder) throws IOException {
        MariaDbDatabase.driverIn(folder.resolve("drivers"));
        return new DatabaseSource(
                "risk",
                url,
                user,
                Files.writeString(folder.resolve("password-" + user), password + "\n"),
                Optional.of(new BroughtDriver(folder.resolve("drivers"), Optional.empty(), false)));
    }

    public static GatewayTestBed bed(DatabaseSource source, Path folder) throws IOException {
        return bed(source, folder, LIMITS);
    }

    public static GatewayTestBed bed(DatabaseSource source, Path folder, SqlLimits limits) throws IOException {
        return GatewayTestBed.on(
                List.of(source),
                List.of(),
                folder,
                new GatewayLimits(limits, SshLimits.STANDARD, FileSettings.STANDARD));
    }

    /** Returns the first column of the first row as text. */
    static String ask(MariaDbDatabase database, String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getString(1);
        }
    }
}
