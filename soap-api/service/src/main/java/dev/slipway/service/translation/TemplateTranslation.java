package dev.slipway.service.translation;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.service.wire.BlankKind;
import dev.slipway.service.wire.BlankValue;
import dev.slipway.service.wire.TemplateEntry;
import dev.slipway.template.Blank;
import dev.slipway.template.Template;
import dev.slipway.template.TemplateLine;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Translates templates, their blanks and the values of blanks to and from types of the WSDL. */
public final class TemplateTranslation {
    private TemplateTranslation() {}

    public static TemplateEntry entry(TemplateLine line) {
        TemplateEntry wire = new TemplateEntry();
        wire.setId(line.id());
        wire.setName(line.name());
        wire.setDescription(line.description());
        wire.setOwner(line.owner());
        wire.setShared(line.shared());
        wire.setBlankCount(line.blanks());
        wire.setChanged(line.changed());
        return wire;
    }

    public static dev.slipway.service.wire.Template template(Template template) {
        dev.slipway.service.wire.Template wire = new dev.slipway.service.wire.Template();
        wire.setId(template.id());
        wire.setName(template.text().name());
        wire.setDescription(template.text().description());
        wire.setOwner(template.owner());
        wire.setShared(template.text().shared());
        wire.setTemplateVersion(template.version());
        wire.setChanged(template.changed());
        template.text().blanks().forEach(blank -> wire.getBlank().add(blank(blank)));
        return wire;
    }

    private static dev.slipway.service.wire.Blank blank(Blank blank) {
        dev.slipway.service.wire.Blank wire = new dev.slipway.service.wire.Blank();
        wire.setName(blank.name());
        wire.setLabel(blank.label());
        present(blank.help(), wire::setHelp);
        wire.setKind(BlankKind.valueOf(blank.kind().name()));
        present(blank.least(), wire::setLeast);
        present(blank.most(), wire::setMost);
        wire.getOption().addAll(blank.options());
        present(blank.initial(), wire::setInitial);
        return wire;
    }

    private static void present(String text, Consumer<String> setter) {
        if (!text.isEmpty()) {
            setter.accept(text);
        }
    }

    public static Blank blank(dev.slipway.service.wire.Blank wire) {
        return new Blank(
                wire.getName(),
                Optional.ofNullable(wire.getLabel()).orElse(wire.getName()),
                text(wire.getHelp()),
                Blank.Kind.valueOf(wire.getKind().name()),
                text(wire.getLeast()),
                text(wire.getMost()),
                wire.getOption(),
                text(wire.getInitial()));
    }

    private static String text(String given) {
        return Optional.ofNullable(given).orElse("").strip();
    }

    /** @throws ProblemException FORM_INVALID for a blank that is set twice */
    public static Map<String, String> values(List<BlankValue> wire) {
        Map<String, String> values = new LinkedHashMap<>();
        for (BlankValue one : wire) {
            if (values.put(one.getName(), one.getText()) != null) {
                throw new ProblemException(
                        Problem.of(ProblemCode.FORM_INVALID, "blank " + one.getName() + " has two values in the call"));
            }
        }
        return values;
    }
}
