package dev.slipway.server.doorstep;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Clock;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;

/**
 * HTTP/1.1 over connections of which Tomcat leaves two things open.
 *
 * <ul>
 *   <li>A head has the connection timeout as a whole. Tomcat bounds the wait for each piece of it only, so that whoever sends one byte
 *       after the other keeps a connection for hours. (A TLS handshake has that time as a whole from Tomcat.)
 *   <li>The connections are a {@link FairShare}: those of one network never take the last from all others.
 * </ul>
 */
public final class Doorway extends Http11NioProtocol {

    /** For Tomcat, which makes its protocol by name. */
    public Doorway() {
        super(new Endpoint());
    }

    private static final class Endpoint extends NioEndpoint {
        /** When the head that a connection is sending began, in the milliseconds of {@link NioSocketWrapper#getLastWrite()}. */
        private final Map<SocketWrapperBase<NioChannel>, Long> heads = Collections.synchronizedMap(new WeakHashMap<>());

        /** As Tomcat's own, which the times of a connection are by. */
        private final Clock clock = Clock.systemUTC();

        @Override
        protected boolean setSocketOptions(SocketChannel socket) {
            if (!mayHaveMore(socket)) {
                destroySocket(socket);
                return false;
            }
            return super.setSocketOptions(socket);
        }

        /** Counts anew for each connection: a look at a few thousand costs less than its TLS handshake. */
        private boolean mayHaveMore(SocketChannel socket) {
            String network;
            try {
                SocketAddress address = socket.getRemoteAddress();
                if (!(address instanceof InetSocketAddress internet)) {
                    return true;
                }
                network = Network.of(internet.getAddress().getHostAddress());
            } catch (IOException e) {
                return false; // gone already
            }
            int all = 0;
            int its = 0;
            for (SocketWrapperBase<NioChannel> connection : connections.values()) {
                all++;
                String address = connection.getRemoteAddr();
                if (address != null && Network.of(address).equals(network)) {
                    its++;
                }
            }
            return FairShare.mayHaveMore(its, all, getMaxConnections());
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
}
