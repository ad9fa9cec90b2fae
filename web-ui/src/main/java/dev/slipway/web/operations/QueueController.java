package dev.slipway.web.operations;

import dev.slipway.desk.Caller;
import dev.slipway.operations.OperationsDesk;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.stoppage.Stoppage.StepsAt;
import dev.slipway.stoppage.Stoppage.Subject;
import dev.slipway.web.live.LivePages;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Serves the page of queue, partitions and limits, and drains, pauses and resumes. */
@Controller
@RequestMapping("/ui/operations")
class QueueController {
    private final OperationsDesk desk;
    private final LivePages livePages;

    QueueController(OperationsDesk desk, LivePages livePages) {
        this.desk = desk;
        this.livePages = livePages;
    }

    @GetMapping
    String page(Caller caller, Model model) {
        return shown(caller, model);
    }

    @GetMapping("/live")
    String live(Caller caller, Model model) {
        return shown(caller, model) + "-live";
    }

    @GetMapping("/events")
    void events(Caller caller, HttpServletRequest request, HttpServletResponse response) throws IOException {
        livePages.openList(caller, request, response, () -> queue(caller));
    }

    private String shown(Caller caller, Model model) {
        model.addAttribute("queue", queue(caller));
        return "operations/queue";
    }

    private QueueView queue(Caller caller) {
        return QueueView.of(desk.queue(caller), OperationsDesk.mayChange(caller));
    }

    @PostMapping("/stop")
    String stop(Caller caller, @RequestParam String subject, @RequestParam(defaultValue = "") String reason) {
        Subject named = named(subject);
        desk.stop(caller, named, reason);
        return pageOf(named);
    }

    @PostMapping("/resume")
    String resume(Caller caller, @RequestParam String subject) {
        Subject named = named(subject);
        desk.resume(caller, named);
        return pageOf(named);
    }

    private static Subject named(String subject) {
        return Subject.ofWord(subject)
                .orElseThrow(() -> new ProblemException(
                        Problem.of(ProblemCode.FORM_INVALID, "this is nothing that can be stopped: " + subject)));
    }

    private static String pageOf(Subject subject) {
        return "redirect:/ui/operations" + (subject instanceof StepsAt ? "/places" : "");
    }
}
