package dev.slipway.web.jobs;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.OutputChunk;
import dev.slipway.desk.ResultEntry;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.web.Attachment;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.springframework.core.io.InputStreamResource;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Streams a job's files: results, output and document. The files are never shown as pages of this service. */
@Controller
@RequestMapping("/ui/jobs/{token}")
class DownloadController {
    private static final MediaType CSV = new MediaType("text", "csv", StandardCharsets.UTF_8);
    private static final MediaType PLAIN = new MediaType("text", "plain", StandardCharsets.UTF_8);
    private static final int CHUNK = 64 * 1024;

    private final JobDesk desk;

    DownloadController(JobDesk desk) {
        this.desk = desk;
    }

    @GetMapping("/result")
    ResponseEntity<Resource> result(Caller caller, JobToken token, @RequestParam String name) {
        ResultEntry entry = desk.results(caller, token).stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new ProblemException(
                        Problem.of(ProblemCode.RESULT_UNKNOWN, "job " + token + " has no such result")));
        // The file is opened before the headers are written, so that a missing file can still become a problem page.
        InputStream file = desk.openResult(caller, token, name);
        return ResponseEntity.ok()
                .contentType(type(entry.fileName()))
                .contentLength(entry.bytes())
                .header(HttpHeaders.CONTENT_DISPOSITION, Attachment.named(entry.fileName()))
                .body(new InputStreamResource(file));
    }

    @GetMapping("/stdout")
    void stdout(Caller caller, JobToken token, HttpServletResponse response) throws IOException {
        output(caller, token, OutputChunk.Stream.STDOUT, response);
    }

    @GetMapping("/stderr")
    void stderr(Caller caller, JobToken token, HttpServletResponse response) throws IOException {
        output(caller, token, OutputChunk.Stream.STDERR, response);
    }

    /** Returns the output since an offset, for a page that shows the output as it grows. */
    @GetMapping(path = "/stdout", params = "from")
    ResponseEntity<byte[]> stdout(Caller caller, JobToken token, @RequestParam long from) {
        return piece(desk.output(caller, token, OutputChunk.Stream.STDOUT, from, CHUNK));
    }

    @GetMapping(path = "/stderr", params = "from")
    ResponseEntity<byte[]> stderr(Caller caller, JobToken token, @RequestParam long from) {
        return piece(desk.output(caller, token, OutputChunk.Stream.STDERR, from, CHUNK));
    }

    private static ResponseEntity<byte[]> piece(OutputChunk chunk) {
        OutputPiece piece = OutputPiece.of(chunk.offset(), chunk.bytes(), chunk.complete());
        return ResponseEntity.ok()
                .contentType(PLAIN)
                .header("Slipway-Next", Long.toString(piece.next()))
                .header("Slipway-Complete", Boolean.toString(piece.complete()))
                .body(piece.text().getBytes(StandardCharsets.UTF_8));
    }

    @GetMapping("/document")
    ResponseEntity<byte[]> document(Caller caller, JobToken token) {
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_XML)
                .header(HttpHeaders.CONTENT_DISPOSITION, Attachment.named("job-" + token + ".xml"))
                .body(desk.document(caller, token));
    }

    private void output(Caller caller, JobToken token, OutputChunk.Stream stream, HttpServletResponse response)
            throws IOException {
        // The first piece is read before the headers are written, so that a refusal can still become a problem page.
        OutputChunk piece = desk.output(caller, token, stream, 0, CHUNK);
        response.setContentType(PLAIN.toString());
        OutputStream out = response.getOutputStream();
        long offset = 0;
        while (piece.bytes().length > 0) {
            out.write(piece.bytes());
            offset += piece.bytes().length;
            piece = desk.output(caller, token, stream, offset, CHUNK);
        }
    }

    private static MediaType type(String fileName) {
        return fileName.toLowerCase(Locale.ROOT).endsWith(".csv") ? CSV : MediaType.APPLICATION_OCTET_STREAM;
    }
}
