package dev.slipway.gateway.sql.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.sql.driver.value.DriverMake;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.lang.reflect.Proxy;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Types;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the beginnings of values that never end. */
@Timeout(300)
class LongValueTest {

    private static final class EndlessText extends Reader {
        @Override
        public int read(char[] to, int from, int length) {
            Arrays.fill(to, from, from + length, 'x');
            return length;
        }

        @Override
        public void close() {
            // No value is held.
        }
    }

    private static final class EndlessBytes extends InputStream {
        @Override
        public int read() {
            return 0xab;
        }
    }

    /** Returns a row of one column that answers only the given methods. */
    private static ResultSet row(Map<String, Object> answers) {
        return (ResultSet) Proxy.newProxyInstance(
                LongValueTest.class.getClassLoader(), new Class<?>[] {ResultSet.class}, (proxy, method, arguments) -> {
                    Object answer = Objects.requireNonNull(answers.get(method.getName()), method::getName);
                    if (answer instanceof SQLException refusal) {
                        throw refusal;
                    }
                    return answer;
                });
    }

    private static String beginning(int type, Map<String, Object> answers) throws SQLException {
        ResultSetMetaData columns = (ResultSetMetaData) Proxy.newProxyInstance(
                LongValueTest.class.getClassLoader(),
                new Class<?>[] {ResultSetMetaData.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getColumnCount" -> 1;
                    case "getColumnType" -> type;
                    case "getScale" -> 0;
                    default -> "column";
                });
        List<String> values = new DriverValues("risk", DriverMake.OTHER, columns).beginnings(row(answers), 201);
        return values.get(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {Types.CLOB, Types.NCLOB, Types.LONGVARCHAR, Types.LONGNVARCHAR})
    void of_an_endless_text_no_more_is_read_than_is_shown(int type) throws SQLException {
        assertThat(beginning(type, Map.of("getCharacterStream", new EndlessText())))
                .isEqualTo("x".repeat(201));
    }

    @ParameterizedTest
    @ValueSource(ints = {Types.BLOB, Types.LONGVARBINARY, Types.VARBINARY})
    void of_endless_bytes_no_more_is_read_than_is_shown(int type) throws SQLException {
        assertThat(beginning(type, Map.of("getBinaryStream", new EndlessBytes())))
                .isEqualTo("\\x" + "ab".repeat(201));
    }

    @Test
    void no_character_is_halved() throws SQLException {
        String text = "\uD83D\uDCC8".repeat(300);

        assertThat(beginning(Types.CLOB, Map.of("getCharacterStream", new StringReader(text))))
                .isEqualTo("\uD83D\uDCC8".repeat(201));
    }

    @Test
    void a_driver_without_streams_gives_the_value() throws SQLException {
        SQLException refusal = new SQLFeatureNotSupportedException();

        assertThat(beginning(Types.CLOB, Map.of("getCharacterStream", refusal, "getString", "text")))
                .isEqualTo("text");
        assertThat(beginning(Types.BLOB, Map.of("getBinaryStream", refusal, "getBytes", new byte[] {1})))
                .isEqualTo("\\x01");
    }
}
