package dev.slipway.server.doorstep;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Clock;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.coyote.Processor;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http11.Http11Processor;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;

/**
 * HTTP/1.1 over connections of which Tomcat leaves three things open.
 *
 * <ul>
 *   <li>A head has the connection timeout as a whole. Tomcat bounds the wait for each piece of it only, so that whoever sends one byte
 *       after the other keeps a connection for hours. (A TLS handshake has that time as a whole from Tomcat.)
 *   <li>The connections are a {@link FairShare}: those of one network never take the last from all others.
 *   <li>A body comes through a {@link PacedBody}, which {@link Doorstep} looks at.
 * </ul>
 */
public final class Doorway extends Http11NioProtocol {

    /** For Tomcat, which makes its protocol by name. */
    public Doorway() {
        this(Clock.systemUTC());
    }

    /** @param clock by which a head's time is reckoned; Tomcat's own times of a connection are the system's */
    Doorway(Clock clock) {
        super(new Endpoint(clock));
    }

    @Override
    protected Processor createProcessor() {
        Http11Processor processor = (Http11Processor) super.createProcessor();
        PacedBody.layOn(processor.getRequest());
        return processor;
    }

    private static final class Endpoint extends NioEndpoint {
        /** When the head that a connection is sending began, in the milliseconds of {@link NioSocketWrapper#getLastWrite()}. */
        private final Map<SocketWrapperBase<NioChannel>, Long> heads = Collections.synchronizedMap(new WeakHashMap<>());

        /** Of the connections that are counted. */
        private final Map<SocketChannel, String> networks = new ConcurrentHashMap<>();

        private final FairShare places = new FairShare(this::getMaxConnections);

        private final Clock clock;

        Endpoint(Clock clock) {
            this.clock = clock;
            connections = new Leaving(this::left);
        }

        /** On the one thread that takes connections, so it looks at none of the others. */
        @Override
        protected boolean setSocketOptions(SocketChannel socket) {
            Optional<String> network = network(socket);
            if (network.isEmpty() || !places.take(network.get())) {
                destroySocket(socket);
                return false;
            }
            networks.put(socket, network.get());
            boolean taken = super.setSocketOptions(socket);
            if (!taken) {
                left(socket);
            }
            return taken;
        }

        private static Optional<String> network(SocketChannel socket) {
            try {
                return socket.getRemoteAddress() instanceof InetSocketAddress internet
                        ? Optional.of(Network.of(internet.getAddress().getHostAddress()))
                        : Optional.of("this machine");
            } catch (IOException e) {
                return Optional.empty(); // gone already
            }
        }

        private void left(Object socket) {
            String network = networks.remove(socket);
            if (network != null) {
                places.give(network);
            }
        }

        @Override
        public boolean processSocket(SocketWrapperBase<NioChannel> socket, SocketEvent event, boolean dispatch) {
            // Who called closes it.
            return (event != SocketEvent.OPEN_READ || !isTooSlow(socket))
                    && super.processSocket(socket, event, dispatch);
        }

        /** A body is read otherwise; so what comes is a handshake's or a head's, and that ended when the answer was written. */
        private boolean isTooSlow(SocketWrapperBase<NioChannel> socket) {
            long now = clock.millis();
            Long begun = heads.get(socket);
            if (begun == null || begun <= ((NioSocketWrapper) socket).getLastWrite()) {
                heads.put(socket, now);
                return false;
            }
            return getConnectionTimeout() > 0 && now - begun > getConnectionTimeout();
        }
    }

    /** The connections, as Tomcat puts them here and takes them away when they close; it tells nobody else which one closed. */
    private static final class Leaving extends ConcurrentHashMap<SocketChannel, SocketWrapperBase<NioChannel>> {
        private static final long serialVersionUID = 1L;
        private final transient Consumer<Object> left;

        Leaving(Consumer<Object> left) {
            this.left = left;
        }

        @Override
        public SocketWrapperBase<NioChannel> remove(Object socket) {
            left.accept(socket);
            return super.remove(socket);
        }
    }
}
