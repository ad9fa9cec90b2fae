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
 * Speaks HTTP/1.1 and closes three gaps that Tomcat leaves open.
 *
 * <ul>
 * <li>A whole head must arrive within the connection timeout. Tomcat limits only the wait for each piece, so a client
 * that sends single bytes could keep a connection for hours. (For a TLS handshake, Tomcat limits the whole.)
 * <li>The connections are a {@link FairShare}: one network can never take the last one from all others.
 * <li>A body comes through a {@link PacedBody}, which {@link Doorstep} checks.
 * </ul>
 */
public final class Doorway extends Http11NioProtocol {

    /** Makes the protocol with the system's clock. Tomcat makes its protocol by the class name. */
    public Doorway() {
        this(Clock.systemUTC());
    }

    /** @param clock measures the time of a head; Tomcat's own times of a connection follow the system's clock */
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
        /**
         * The time at which the current head of each connection began, in the milliseconds of
         * {@link NioSocketWrapper#getLastWrite()}.
         */
        private final Map<SocketWrapperBase<NioChannel>, Long> heads = Collections.synchronizedMap(new WeakHashMap<>());

        /** The networks of the connections that are counted. */
        private final Map<SocketChannel, String> networks = new ConcurrentHashMap<>();

        private final FairShare places = new FairShare(this::getMaxConnections);

        private final Clock clock;

        Endpoint(Clock clock) {
            this.clock = clock;
            connections = new Leaving(this::left);
        }

        /**
         * Counts a new connection, or refuses it. The one thread that accepts connections runs this, so other
         * connections are not looked at.
         */
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
                return Optional.empty(); // the client has gone already
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
            // Tomcat closes the socket when this method returns false.
            return (event != SocketEvent.OPEN_READ || !isTooSlow(socket))
                    && super.processSocket(socket, event, dispatch);
        }

        /**
         * Returns whether the head takes too long. Bodies are read in another way, so arriving data belong to a
         * handshake or to a head. A head ended when its answer was written.
         */
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

    /**
     * Reports connections that close. Tomcat keeps its connections in this map, and no other hook tells which
     * connection closed.
     */
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
