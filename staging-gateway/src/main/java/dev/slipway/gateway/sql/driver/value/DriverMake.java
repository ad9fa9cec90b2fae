package dev.slipway.gateway.sql.driver.value;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The make of a database with an operator's driver, as far as the make decides how values are read and bound. */
public enum DriverMake {
    MARIADB(DriverTypes::mariadb, "jdbc:mariadb:", "jdbc:mysql:"),
    SQLITE(DriverTypes::sqlite, "jdbc:sqlite:"),
    H2(DriverTypes::h2, "jdbc:h2:"),
    DUCKDB(DriverTypes::duckdb, "jdbc:duckdb:"),
    ORACLE(DriverTypes::oracle, "jdbc:oracle:"),
    SQLSERVER(DriverTypes::sqlserver, "jdbc:sqlserver:"),
    DB2(DriverTypes::db2, "jdbc:db2:"),
    OTHER(DriverTypes::standard);

    private final Function<ColumnType, Optional<ValueKind>> kinds;
    private final List<String> addresses;

    DriverMake(Function<ColumnType, Optional<ValueKind>> kinds, String... addresses) {
        this.kinds = kinds;
        this.addresses = List.of(addresses);
    }

    /** Returns the make of the database at {@code address}. */
    public static DriverMake of(String address) {
        for (DriverMake make : values()) {
            if (make.addresses.stream().anyMatch(address::startsWith)) {
                return make;
            }
        }
        return OTHER;
    }

    /** Returns how values of {@code type} are read and bound; empty if the driver may not give them exactly. */
    public Optional<ValueKind> kind(ColumnType type) {
        return kinds.apply(type);
    }

    /**
     * Returns whether the driver tells the types of parameters. Otherwise the types of the stored columns are looked
     * up.
     */
    public boolean tellsParameters() {
        return this != MARIADB && this != SQLITE;
    }
}
