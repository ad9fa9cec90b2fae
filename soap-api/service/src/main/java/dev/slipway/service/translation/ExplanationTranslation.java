package dev.slipway.service.translation;

import dev.slipway.desk.status.Explanation;
import dev.slipway.service.wire.ProblemOwner;
import dev.slipway.service.wire.Trouble;
import java.time.Duration;

/** Translates the desk's explanation to a type of the WSDL. The words stay unchanged, with the front end's remedy. */
public final class ExplanationTranslation {
    private ExplanationTranslation() {}

    public static dev.slipway.service.wire.Explanation explanation(Explanation explanation) {
        dev.slipway.service.wire.Explanation wire = new dev.slipway.service.wire.Explanation();
        wire.setToken(explanation.token().value());
        wire.setName(explanation.name());
        wire.setState(StatusTranslation.state(explanation.state()));
        wire.setSince(explanation.since());
        wire.setHeadline(explanation.headline());
        explanation.waitsFor().ifPresent(wire::setWaitsFor);
        explanation.position().ifPresent(wire::setPosition);
        explanation.estimate().left().map(Duration::toSeconds).ifPresent(wire::setEstimateSeconds);
        wire.setAbout(explanation.about());
        explanation
                .trouble()
                .ifPresent(trouble ->
                        wire.setTrouble(trouble(trouble, explanation.token().value())));
        wire.setRemedy(explanation.remedy().at(CallFrontEnd.now()));
        return wire;
    }

    private static Trouble trouble(Explanation.Trouble trouble, String token) {
        Trouble wire = new Trouble();
        wire.setPhase(StatusTranslation.state(trouble.phase()));
        wire.setThing(trouble.thing());
        wire.setOwner(ProblemOwner.fromValue(trouble.owner().word()));
        wire.setProblem(FaultTranslation.wire(trouble.problem(), token));
        wire.setLasting(trouble.lasting());
        return wire;
    }
}
