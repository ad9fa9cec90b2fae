package dev.slipway.server;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Tells any client whether the service can work. The queue is at work before the port is open. A request is cheap,
 * because the last look at the store answers it.
 */
@RestController
class Health {
    private final ServiceStore store;

    Health(ServiceStore store) {
        this.store = store;
    }

    @GetMapping(path = "/health", produces = MediaType.TEXT_PLAIN_VALUE)
    ResponseEntity<String> health() {
        return store.answers()
                ? ResponseEntity.ok("up\n")
                : ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE).body("the store does not answer\n");
    }
}
