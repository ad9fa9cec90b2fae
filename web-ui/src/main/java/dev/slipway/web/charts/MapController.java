package dev.slipway.web.charts;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.ResultEntry;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.web.charts.Drawings.BusyException;
import java.util.Optional;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Serves the images of maps, which the job's page shows. */
@Controller
class MapController {
    private final JobDesk desk;
    private final ResultCharts charts;

    MapController(JobDesk desk, ResultCharts charts) {
        this.desk = desk;
        this.charts = charts;
    }

    @GetMapping("/ui/jobs/{token}/map")
    ResponseEntity<byte[]> map(Caller caller, JobToken token, @RequestParam String name) {
        Optional<ResultEntry> entry = desk.results(caller, token).stream()
                .filter(each -> each.name().equals(name))
                .findFirst();
        try {
            Optional<byte[]> image = entry.isPresent()
                    ? charts.image(entry.get(), file -> desk.openResult(caller, token, file))
                    : Optional.empty();
            return ResponseEntity.ok()
                    .contentType(MediaType.IMAGE_PNG)
                    .body(image.orElseThrow(() -> new ProblemException(
                            Problem.of(ProblemCode.RESULT_UNKNOWN, "job " + token + " has no such map"))));
        } catch (BusyException e) {
            return ResultCharts.later();
        }
    }
}
