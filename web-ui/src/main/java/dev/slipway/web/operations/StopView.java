package dev.slipway.web.operations;

import dev.slipway.stoppage.Stoppage;
import dev.slipway.web.Readable;

/**
 * Describes a stoppage by an operator, for the JSP.
 *
 * @param reason in the operator's words; may be empty
 */
public record StopView(String by, Readable.Moment since, String reason) {

    static StopView of(Stoppage stoppage) {
        return new StopView(stoppage.by(), Readable.moment(stoppage.since()), stoppage.reason());
    }
}
