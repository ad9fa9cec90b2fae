package dev.slipway.request;

/**
 * Who logs in to a host for one step, in place of the operator's own user there.
 *
 * @param user on the host
 * @param sealed the password as only the service opens it (a compact JWE); no text of this record shows it
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
