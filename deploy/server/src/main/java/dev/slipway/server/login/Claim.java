package dev.slipway.server.login;

/**
 * Who somebody says they are.
 *
 * @param address that they say it from
 * @param network whose that address is, as the limits on strangers count and the memory of logins keeps it
 * @param key of name, password and network as {@link LoginMemory} makes it; no secret
 */
record Claim(String name, String password, String address, String network, String key) {
    @Override
    public String toString() {
        return "Claim[" + name + " from " + address + "]";
    }
}
