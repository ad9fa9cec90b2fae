package dev.slipway.server;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Says that the service is up, to whoever asks; the queue is at work before the port is open. */
@RestController
class Health {

    @GetMapping(path = "/health", produces = MediaType.TEXT_PLAIN_VALUE)
    String health() {
        return "up\n";
    }
}
