package dev.slipway.run.hosts;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Optional;

/** Finds the network card by which this machine is in a network of IPv4, such as 10.1.0.0/24. */
final class LocalCard {
    private LocalCard() {}

    /** Returns the name of the card; empty if this machine has no address in the network. */
    static Optional<String> in(String network) {
        try {
            return NetworkInterface.networkInterfaces()
                    .filter(card -> card.inetAddresses().anyMatch(address -> lies(address, network)))
                    .map(NetworkInterface::getName)
                    .findFirst();
        } catch (SocketException e) {
            return Optional.empty();
        }
    }

    private static boolean lies(InetAddress address, String network) {
        String[] parts = network.split("/");
        try {
            byte[] first = InetAddress.getByName(parts[0]).getAddress();
            return address.getAddress().length == first.length
                    && number(address.getAddress()) >>> 32 - Integer.parseInt(parts[1])
                            == number(first) >>> 32 - Integer.parseInt(parts[1]);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("not a network: " + network, e);
        }
    }

    private static long number(byte[] address) {
        long number = 0;
        for (byte one : address) {
            number = number << Byte.SIZE | Byte.toUnsignedLong(one);
        }
        return number;
    }
}
