package dev.slipway.server.doorstep;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;

/** Whose an address is: of IPv6 a host has a /64 at least, so that limits by the address would be none; some have far more (ADR 0022). */
public final class Network {
    private static final int HALF = 8;

    private Network() {}

    /** The network of an address as Tomcat tells it; an IPv4 address stands for itself. */
    public static String of(String address) {
        if (address.indexOf(':') < 0) {
            return address;
        }
        try {
            // A literal with a colon is never looked up; a zone belongs to the link, not to the network.
            byte[] bytes = InetAddress.getByName(address.split("%", 2)[0]).getAddress();
            return bytes.length > HALF ? HexFormat.of().formatHex(bytes, 0, HALF) + "::/64" : address;
        } catch (UnknownHostException e) {
            return address;
        }
    }
}
