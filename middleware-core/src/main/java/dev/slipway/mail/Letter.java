package dev.slipway.mail;

import dev.slipway.problem.Printable;

/**
 * A mail to one user.
 *
 * @param id names the mail, alike at each try
 * @param address of the user
 * @param subject one line
 * @param body plain text
 */
public record Letter(String id, String address, String subject, String body) {
    public Letter {
        subject = Printable.line(subject);
        body = Printable.lines(body);
    }
}
