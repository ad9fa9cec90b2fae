package dev.slipway.gateway.sql;

import java.sql.SQLException;

/** A driver that throws what JDBC does not let it throw: no SQLException but an error of its own making. */
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

    /** What {@code asked} gives; if a driver fails in it otherwise than by an SQLException, that becomes one. */
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

    /** Whether it comes out of a driver's classes, or out of what these call: then they stand above ours on the stack. */
    private static boolean isDrivers(Throwable e) {
        for (StackTraceElement frame : e.getStackTrace()) {
            if (BroughtDriver.isLoader(frame.getClassLoaderName())) {
                return true;
            }
            if (frame.getClassName().startsWith(DriverFailureException.class.getPackageName())) {
                return false;
            }
        }
        return false;
    }

    /** What there is to say of a failure that is no SQLException: its kind and its message. */
    static String words(Throwable e) {
        return e.getClass().getSimpleName() + (e.getMessage() == null ? "" : ": " + e.getMessage());
    }
}
