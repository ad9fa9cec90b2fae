package dev.slipway.server;

import dev.slipway.journal.ledger.OperationLedger;
import dev.slipway.operations.SettingsDesk;
import dev.slipway.problem.ProblemException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reloads the settings when the process gets SIGHUP. The log says how that ended. Java hears signals only by {@code
 * sun.misc.Signal}. This class is called by reflection, because javac warns of it, and the build accepts no warning.
 */
final class HangUp implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HangUp.class);

    private final SettingsDesk.Settings settings;
    /** The handler before; empty if this Java cannot hear the signal, as with the option -Xrs. */
    private final Optional<Object> before;

    HangUp(SettingsDesk.Settings settings) {
        this.settings = settings;
        this.before = heard();
    }

    private Optional<Object> heard() {
        try {
            MethodHandle reload = MethodHandles.lookup().bind(this, "reload", MethodType.methodType(void.class));
            return Optional.of(handle(MethodHandleProxies.asInterfaceInstance(
                    Class.forName("sun.misc.SignalHandler"),
                    MethodHandles.dropArguments(reload, 0, Class.forName("sun.misc.Signal")))));
        } catch (ReflectiveOperationException e) {
            LOG.warn("SIGHUP reloads no settings, because this Java cannot hear it: {}", e.toString());
            return Optional.empty();
        }
    }

    /** Sets the handler of the signal; returns the handler before. */
    private static Object handle(Object handler) throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        return signal.getMethod("handle", signal, Class.forName("sun.misc.SignalHandler"))
                .invoke(null, signal.getConstructor(String.class).newInstance("HUP"), handler);
    }

    private void reload() {
        try {
            settings.reload(OperationLedger.SERVICE, "SIGHUP");
        } catch (ProblemException e) {
            LOG.debug("the refusal is in the log", e);
        } catch (RuntimeException e) {
            LOG.error("the service keeps its settings, because the reload failed", e);
        }
    }

    @Override
    public void close() throws ReflectiveOperationException {
        if (before.isPresent()) {
            handle(before.get());
        }
    }
}
