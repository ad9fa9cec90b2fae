package dev.slipway.server.doorstep;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;

/**
 * Finds the network of an address. A host with IPv6 has at least a /64, so limits by address would be ineffective. Some
 * hosts have far more (ADR 0022).
 */
public final class Network {
    private static final int HALF = 8;

    private Network() {}

    /** Returns the network of an address in Tomcat's form. An IPv4 address is its own network. */
    public static String of(String address) {
        if (address.indexOf(':') < 0) {
            return address;
        }
        try {
            // A literal with a colon is never looked up by name. A zone belongs to the link and not to the network.
            byte[] bytes = InetAddress.getByName(address.split("%", 2)[0]).getAddress();
            return bytes.length > HALF ? HexFormat.of().formatHex(bytes, 0, HALF) + "::/64" : address;
        } catch (UnknownHostException e) {
            return address;
        }
    }
}
