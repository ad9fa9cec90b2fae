package dev.slipway.web.operations;

import dev.slipway.desk.Caller;
import dev.slipway.operations.OperationsDesk;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.server.ResponseStatusException;

/** Who neither operates nor audits the service is answered as by a page that is not there; the desks themselves refuse. */
@ControllerAdvice(basePackageClasses = StaffOnly.class)
class StaffOnly {

    @ModelAttribute
    void hide(Caller caller) {
        if (!OperationsDesk.mayLook(caller)) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND);
        }
    }
}
