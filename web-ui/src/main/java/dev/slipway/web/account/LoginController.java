package dev.slipway.web.account;

import dev.slipway.web.Destination;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Shows the sign-in form. Spring Security handles the posted form. */
@Controller
class LoginController {

    @GetMapping("/login")
    String form(
            @RequestParam(required = false) String refused,
            @RequestParam(required = false) String out,
            Principal user,
            HttpServletRequest request,
            Model model) {
        String destination = Destination.of(request);
        if (user != null) {
            return "redirect:" + destination;
        }
        model.addAttribute("destination", destination);
        model.addAttribute("refused", refused != null);
        model.addAttribute("out", out != null);
        return "account/login";
    }
}
