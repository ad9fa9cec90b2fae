package dev.slipway.server.login;

/**
 * Who somebody says they are.
 *
 * @param address that they say it from, as the memory of logins keeps it
 * @param network whose that address is, as the limits on strangers count
 * @param key of the three as {@link LoginMemory} makes it; no secret
 */
record Claim(String name, String password, String address, String network, String key) {
    @Override
    public String toString() {
        return "Claim[" + name + " from " + address + "]";
    }
}
