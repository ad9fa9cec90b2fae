package dev.slipway.web.operations;

import dev.slipway.desk.Caller;
import dev.slipway.operations.OperationsDesk;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Place;
import java.time.Clock;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Serves the page of sources, hosts, sites, folders and clusters. */
@Controller
@RequestMapping("/ui/operations/places")
class PlaceController {
    private final OperationsDesk desk;
    private final Clock clock;

    PlaceController(OperationsDesk desk, Clock clock) {
        this.desk = desk;
        this.clock = clock;
    }

    @GetMapping
    String page(Caller caller, Model model) {
        return shown(caller, model);
    }

    @GetMapping("/live")
    String live(Caller caller, Model model) {
        return shown(caller, model) + "-live";
    }

    private String shown(Caller caller, Model model) {
        model.addAttribute(
                "view", PlacesView.of(desk.places(caller), OperationsDesk.mayChange(caller), clock.instant()));
        return "operations/places";
    }

    @PostMapping("/check")
    String check(Caller caller, @RequestParam String place) {
        desk.check(
                caller,
                Place.ofWord(place)
                        .orElseThrow(() -> new ProblemException(
                                Problem.of(ProblemCode.FORM_INVALID, "this names no place: " + place))));
        return "redirect:/ui/operations/places";
    }
}
