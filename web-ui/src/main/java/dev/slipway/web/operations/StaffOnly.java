package dev.slipway.web.operations;

import dev.slipway.desk.Caller;
import dev.slipway.operations.OperationsDesk;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.server.ResponseStatusException;

/**
 * Hides these pages from users who neither operate nor audit the service: the answer is that of a missing page. The
 * desks refuse such users, too.
 */
@ControllerAdvice(basePackageClasses = StaffOnly.class)
class StaffOnly {

    @ModelAttribute
    void hide(Caller caller) {
        if (!OperationsDesk.mayLook(caller)) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND);
        }
    }
}
