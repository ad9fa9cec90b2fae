package dev.slipway.request;

/**
 * The login at a host for one step, in place of the operator's own user there.
 *
 * @param user the user on the host
 * @param sealed the sealed password (a compact JWE), which only the service can open; no text of this record shows it
 */
public record Credential(String user, String sealed) {

    public Credential {
        Require.text(user, "user");
        Require.text(sealed, "sealed password");
    }

    @Override
    public String toString() {
        return "Credential[user=" + user + "]";
    }
}
