package dev.slipway.gateway.sql.driver.value;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Arrays;

/**
 * Reads the beginning of a value that may exceed the memory. Reads no more of the value, unless the driver has no
 * streams.
 */
public final class LongValue {

    private LongValue() {}

    /** Returns the first {@code most} bytes, or all; null for NULL. */
    public static byte[] bytes(ResultSet rows, int column, int most) throws SQLException {
        try (InputStream stream = rows.getBinaryStream(column)) {
            return stream == null ? null : stream.readNBytes(most);
        } catch (SQLFeatureNotSupportedException e) {
            byte[] bytes = rows.getBytes(column);
            return bytes == null ? null : Arrays.copyOf(bytes, Math.min(bytes.length, most));
        } catch (IOException e) {
            throw broken(e);
        }
    }

    /** Returns at least {@code least} characters, or all, without cutting a character in half; null for NULL. */
    public static String text(ResultSet rows, int column, int least) throws SQLException {
        try (Reader stream = rows.getCharacterStream(column)) {
            return stream == null ? null : text(stream, least);
        } catch (SQLFeatureNotSupportedException e) {
            return rows.getString(column);
        } catch (IOException e) {
            throw broken(e);
        }
    }

    private static String text(Reader stream, int least) throws IOException {
        StringBuilder text = new StringBuilder();
        int characters = 0;
        int next = stream.read();
        while (next >= 0 && (characters < least || Character.isLowSurrogate((char) next))) {
            text.append((char) next);
            characters += Character.isLowSurrogate((char) next) ? 0 : 1;
            next = stream.read();
        }
        return text.toString();
    }

    private static SQLException broken(IOException e) {
        return new SQLException("a long value could not be read to its end: " + e.getMessage(), e);
    }
}
