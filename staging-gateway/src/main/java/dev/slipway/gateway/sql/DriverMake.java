package dev.slipway.gateway.sql;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Who made a database that is reached by a driver, as far as that decides how its values are read and bound. */
enum DriverMake {
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

    /** The make of the database at {@code address}. */
    static DriverMake of(String address) {
        for (DriverMake make : values()) {
            if (make.addresses.stream().anyMatch(address::startsWith)) {
                return make;
            }
        }
        return OTHER;
    }

    /** How values of {@code type} are read and bound; empty if its driver may not give them exactly. */
    Optional<ValueKind> kind(ColumnType type) {
        return kinds.apply(type);
    }

    /** Whether the driver tells the types of parameters; if not, those of the stored columns are looked up. */
    boolean tellsParameters() {
        return this != MARIADB && this != SQLITE;
    }
}
