package dev.slipway.web.jobs;

import dev.slipway.audit.AuditDesk;
import dev.slipway.desk.Caller;
import dev.slipway.job.JobToken;
import dev.slipway.web.Attachment;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

/** Serves a job's audit record. The request is a POST, because the ledger records who took the record away. */
@Controller
class RecordController {
    private final AuditDesk desk;

    RecordController(AuditDesk desk) {
        this.desk = desk;
    }

    @PostMapping("/ui/jobs/{token}/record")
    ResponseEntity<byte[]> record(Caller caller, JobToken token) {
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_XML)
                .header(HttpHeaders.CONTENT_DISPOSITION, Attachment.named("audit-" + token + ".xml"))
                .body(desk.export(caller, token));
    }
}
