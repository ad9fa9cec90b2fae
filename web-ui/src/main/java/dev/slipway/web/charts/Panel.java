package dev.slipway.web.charts;

import dev.slipway.desk.ResultEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Holds pictures that stand together under one heading. */
public record Panel(String heading, List<Picture> pictures) {
    public Panel {
        pictures = List.copyOf(pictures);
    }

    /** Groups pictures into panels, in the order of their first pictures. */
    static List<Panel> of(Map<ResultEntry, Picture> drawn) {
        Map<String, List<Picture>> panels = new LinkedHashMap<>();
        drawn.forEach((result, picture) -> panels.computeIfAbsent(heading(result), none -> new ArrayList<>())
                .add(picture));
        return panels.entrySet().stream()
                .map(panel -> new Panel(panel.getKey(), panel.getValue()))
                .toList();
    }

    private static String heading(ResultEntry result) {
        return result.axes().panel().isEmpty() ? result.name() : result.axes().panel();
    }
}
