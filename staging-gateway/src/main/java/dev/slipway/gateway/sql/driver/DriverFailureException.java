package dev.slipway.gateway.sql.driver;

import dev.slipway.gateway.sql.SourceLogin;
import java.sql.SQLException;

/** Thrown for a driver's failure other than an SQLException, which JDBC does not allow. */
final class DriverFailureException extends SQLException {
    private static final long serialVersionUID = 1L;

    private DriverFailureException(Throwable cause) {
        super(words(cause), cause);
    }

    /** Asks a driver for something. */
    @FunctionalInterface
    interface Asked<T, X extends Exception> {
        T get() throws SQLException, InterruptedException, X;
    }

    /**
     * Returns the result of {@code asked}. Wraps a driver's failure other than an SQLException in an exception of this
     * class.
     */
    static <T, X extends Exception> T told(Asked<T, X> asked) throws SQLException, InterruptedException, X {
        try {
            return asked.get();
        } catch (RuntimeException | LinkageError e) {
            if (isDrivers(e)) {
                throw new DriverFailureException(e);
            }
            throw e;
        }
    }

    /**
     * Returns whether a failure comes from a driver's classes. The stack then holds a frame of a driver's class loader.
     */
    private static boolean isDrivers(Throwable e) {
        for (StackTraceElement frame : e.getStackTrace()) {
            if (DriverJars.isLoader(frame.getClassLoaderName())) {
                return true;
            }
            if (frame.getClassName().startsWith(SourceLogin.class.getPackageName())) {
                return false;
            }
        }
        return false;
    }

    /** Returns the kind and the message of a failure other than an SQLException. */
    static String words(Throwable e) {
        return e.getClass().getSimpleName() + (e.getMessage() == null ? "" : ": " + e.getMessage());
    }
}
