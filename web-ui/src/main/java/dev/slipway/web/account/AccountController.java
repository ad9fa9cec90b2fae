package dev.slipway.web.account;

import dev.slipway.account.User;
import dev.slipway.account.UserDesk;
import dev.slipway.desk.Caller;
import dev.slipway.mail.Digest;
import dev.slipway.mail.MailDesk;
import dev.slipway.mail.MailEvent;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.web.UserZone;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.MessageSource;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Shows users their roles and grants, and lets them change their zone, their mails and their
 * password. */
@Controller
@RequestMapping("/ui/account")
class AccountController {
    private final UserDesk users;
    private final ObjectProvider<MailDesk> mails;
    private final MessageSource texts;

    /** @param mails provides no desk where the service sends no mails */
    AccountController(UserDesk users, ObjectProvider<MailDesk> mails, MessageSource texts) {
        this.users = users;
        this.mails = mails;
        this.texts = texts;
    }

    /**
     * Describes the user as the page reads them.
     *
     * @param grants in words; empty without any, and where everything is granted
     */
    public record AccountView(String name, List<String> roles, boolean everything, List<String> grants) {
        private static AccountView of(User user) {
            boolean everything = user.rights().grants().everything();
            return new AccountView(
                    user.name(),
                    user.rights().roles().stream().map(Enum::name).sorted().toList(),
                    everything,
                    everything ? List.of() : user.rights().grants().words());
        }
    }

    @GetMapping
    String page(Caller caller, @RequestParam(defaultValue = "") String done, Model model) {
        model.addAttribute("done", done);
        return page(caller, Map.of(), model);
    }

    private String page(Caller caller, Map<String, String> wrong, Model model) {
        model.addAttribute("account", AccountView.of(users.self(caller)));
        model.addAttribute("zones", UserZone.offered());
        mails.ifAvailable(desk -> model.addAttribute("mail", MailView.of(desk.choice(caller))));
        model.addAttribute("wrong", wrong);
        return "account/account";
    }

    @PostMapping("/zone")
    String zone(
            Caller caller,
            @RequestParam(defaultValue = "") String zone,
            HttpServletRequest request,
            HttpServletResponse response,
            Model model) {
        return UserZone.keep(zone, request, response)
                ? "redirect:/ui/account?done=zone"
                : page(caller, Map.of("zone", text("account.zone.wrong")), model);
    }

    @PostMapping("/mail")
    String mail(
            Caller caller,
            @RequestParam(defaultValue = "") String address,
            @RequestParam(defaultValue = "") Set<MailEvent> event,
            @RequestParam(defaultValue = "EACH") Digest digest,
            HttpServletRequest request,
            Model model) {
        ZoneId zone = ZoneId.of(UserZone.of(request));
        return mailed(caller, "address", "mail", desk -> desk.choose(caller, address, event, digest, zone), model);
    }

    @PostMapping("/mail/code")
    String code(Caller caller, @RequestParam(defaultValue = "") String code, Model model) {
        return mailed(caller, "code", "code", desk -> desk.confirm(caller, code), model);
    }

    private String mailed(Caller caller, String field, String done, Consumer<MailDesk> change, Model model) {
        try {
            mails.ifAvailable(change);
            return "redirect:/ui/account?done=" + done;
        } catch (ProblemException e) {
            if (e.problem().code() == ProblemCode.USER_INVALID) {
                return page(caller, Map.of(field, e.problem().message()), model);
            }
            throw e;
        }
    }

    /** Ends all logins of the user. The session of this request goes on under a new id. */
    @PostMapping("/password")
    String password(
            Caller caller,
            @RequestParam(defaultValue = "") String current,
            @RequestParam(defaultValue = "") String password,
            @RequestParam(defaultValue = "") String again,
            HttpServletRequest request,
            Model model) {
        Map<String, String> wrong = wrong(current, password, again);
        if (wrong.isEmpty()) {
            wrong = change(caller, current, password);
        }
        if (!wrong.isEmpty()) {
            return page(caller, wrong, model);
        }
        request.changeSessionId();
        return "redirect:/ui/account?done=password";
    }

    private Map<String, String> wrong(String current, String password, String again) {
        if (current.isEmpty()) {
            return Map.of("current", text("account.password.missing"));
        }
        if (password.isEmpty()) {
            return Map.of("password", text("account.password.missing"));
        }
        return password.equals(again) ? Map.of() : Map.of("again", text("account.password.differ"));
    }

    private Map<String, String> change(Caller caller, String current, String password) {
        try {
            users.password(caller, caller.user(), password, Optional.of(current));
            return Map.of();
        } catch (ProblemException e) {
            String words = e.problem().message();
            if (e.problem().code() == ProblemCode.NOT_AUTHENTICATED) {
                return Map.of("current", text("account.password.refused", words));
            }
            if (e.problem().code() == ProblemCode.USER_INVALID) {
                return Map.of("password", words);
            }
            throw e;
        }
    }

    private String text(String key, Object... parts) {
        return texts.getMessage(key, parts, LocaleContextHolder.getLocale());
    }
}
