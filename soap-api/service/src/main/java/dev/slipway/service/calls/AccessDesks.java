package dev.slipway.service.calls;

import dev.slipway.account.Logins;
import dev.slipway.account.UserDesk;
import dev.slipway.mail.MailDesk;
import dev.slipway.secret.KeyRing;
import java.util.Optional;

/**
 * The desks for users, logins, keys and mails that the operations of the service call.
 *
 * @param mails empty where the service sends no mails
 */
public record AccessDesks(UserDesk users, Logins logins, KeyRing keys, Optional<MailDesk> mails) {}
