package dev.slipway.server.login;

/**
 * Holds the identity that a client claims.
 *
 * @param address from which the claim came
 * @param network of the address, for the limits on strangers and the memory of logins
 * @param key of name, password and network, which {@link LoginMemory} makes; no secret
 */
record Claim(String name, String password, String address, String network, String key) {
    @Override
    public String toString() {
        return "Claim[" + name + " from " + address + "]";
    }
}
