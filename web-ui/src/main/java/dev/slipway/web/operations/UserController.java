package dev.slipway.web.operations;

import dev.slipway.account.Rights;
import dev.slipway.account.User;
import dev.slipway.account.UserDesk;
import dev.slipway.desk.Caller;
import dev.slipway.desk.Offer;
import dev.slipway.grant.Grants;
import dev.slipway.operations.OperationsDesk;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.web.operations.UsersView.Typed;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Serves the pages of users, their roles and their grants. */
@Controller
@RequestMapping("/ui/operations/users")
class UserController {
    private final UserDesk desk;
    private final Offer offer;

    UserController(UserDesk desk, Offer offer) {
        this.desk = desk;
        this.offer = offer;
    }

    @GetMapping
    String page(Caller caller, Model model) {
        return shown(caller, Typed.NOTHING, null, model);
    }

    @PostMapping
    String add(Caller caller, NewUser typed, RedirectAttributes told, Model model, HttpServletResponse response) {
        try {
            desk.add(caller, typed.name(), typed.password(), rights(typed.roles(), typed.grants()));
        } catch (ProblemException e) {
            if (e.problem().code() != ProblemCode.USER_INVALID && e.problem().code() != ProblemCode.USER_EXISTS) {
                throw e;
            }
            response.setStatus(HttpServletResponse.SC_CONFLICT);
            return shown(caller, typed.typed(), e.problem(), model);
        }
        return changed(typed.name(), "users.added", told);
    }

    private String shown(Caller caller, Typed typed, Problem problem, Model model) {
        model.addAttribute(
                "view",
                new UsersView(
                        OperationsDesk.mayChange(caller),
                        desk.users(caller).stream()
                                .map(user -> view(user, caller))
                                .toList(),
                        UserView.words(offer.places()).toList(),
                        typed,
                        problem));
        return "operations/users";
    }

    private UserView view(User user, Caller caller) {
        return UserView.of(user, caller, OperationsDesk.mayChange(caller), offer.places());
    }

    @GetMapping("/{name}")
    String user(Caller caller, @PathVariable String name, Model model) {
        User user = desk.users(caller).stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () -> new ProblemException(Problem.of(ProblemCode.USER_UNKNOWN, "there is no user " + name)));
        model.addAttribute("user", view(user, caller));
        return "operations/user";
    }

    @PostMapping("/{name}/grant")
    String grant(
            Caller caller,
            @PathVariable String name,
            @RequestParam(defaultValue = "") Set<Caller.Role> roles,
            @RequestParam(defaultValue = "") List<String> grants,
            RedirectAttributes told) {
        desk.grant(caller, name, chosen(roles, grants));
        return changed(name, "users.granted", told);
    }

    @PostMapping("/{name}/revoke")
    String revoke(
            Caller caller,
            @PathVariable String name,
            @RequestParam(defaultValue = "") Set<Caller.Role> roles,
            @RequestParam(defaultValue = "") List<String> grants,
            RedirectAttributes told) {
        desk.revoke(caller, name, chosen(roles, grants));
        return changed(name, "users.revoked", told);
    }

    @PostMapping("/{name}/password")
    String password(
            Caller caller,
            @PathVariable String name,
            @RequestParam String password,
            @RequestParam Optional<String> current,
            RedirectAttributes told) {
        desk.password(caller, name, password, current);
        return changed(name, "users.changed", told);
    }

    @PostMapping("/{name}/remove")
    String remove(Caller caller, @PathVariable String name, RedirectAttributes told) {
        desk.remove(caller, name);
        told.addFlashAttribute("told", "users.removed");
        return "redirect:/ui/operations/users";
    }

    /** @param what the key of the message about the change */
    private static String changed(String name, String what, RedirectAttributes told) {
        told.addFlashAttribute("told", what);
        told.addAttribute("name", name);
        return "redirect:/ui/operations/users/{name}";
    }

    /**
     * Returns the chosen roles and grants.
     *
     * @throws ProblemException USER_INVALID if nothing was chosen
     */
    private static Rights chosen(Set<Caller.Role> roles, List<String> grants) {
        if (roles.isEmpty() && grants.isEmpty()) {
            throw new ProblemException(
                    Problem.of(ProblemCode.USER_INVALID, "nothing was chosen: choose a role, or a place"));
        }
        return rights(roles, grants);
    }

    private static Rights rights(Set<Caller.Role> roles, List<String> grants) {
        try {
            return new Rights(roles, Grants.of(grants));
        } catch (IllegalArgumentException e) {
            throw new ProblemException(Problem.of(ProblemCode.USER_INVALID, "this is no grant: " + e.getMessage()));
        }
    }
}
