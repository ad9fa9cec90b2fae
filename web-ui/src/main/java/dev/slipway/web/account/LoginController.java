package dev.slipway.web.account;

import java.security.Principal;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The sign-in form; Spring Security takes what it posts. */
@Controller
class LoginController {

    @GetMapping("/login")
    String form(
            @RequestParam(required = false) String refused,
            @RequestParam(required = false) String out,
            Principal user,
            Model model) {
        if (user != null) {
            return "redirect:/ui/jobs";
        }
        model.addAttribute("refused", refused != null);
        model.addAttribute("out", out != null);
        return "login";
    }
}
