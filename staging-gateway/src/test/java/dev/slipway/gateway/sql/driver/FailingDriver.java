package dev.slipway.gateway.sql.driver;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.Statement;
import java.util.Properties;
import java.util.logging.Logger;

/** A driver that lets everybody in and fails at the first statement, by an exception that JDBC does not know. */
public final class FailingDriver implements Driver {
    /** The message of the failure. */
    static final String WORDS = "the flux is not aligned";

    @Override
    public Connection connect(String url, Properties info) {
        return stub(Connection.class);
    }

    private static <T> T stub(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                FailingDriver.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getName().equals("prepareStatement")) {
                        throw new ArrayStoreException(WORDS);
                    }
                    Class<?> given = method.getReturnType();
                    return given == DatabaseMetaData.class || given == Statement.class
                            ? stub(given)
                            : given == boolean.class ? (Object) false : given == int.class ? 0 : null;
                }));
    }

    @Override
    public boolean acceptsURL(String url) {
        return url.startsWith("jdbc:failing:");
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getGlobal();
    }
}
