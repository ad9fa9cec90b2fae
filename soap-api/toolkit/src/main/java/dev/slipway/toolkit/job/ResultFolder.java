package dev.slipway.toolkit.job;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.answer.OwnProblem;
import dev.slipway.toolkit.answer.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The local folder of fetched results. The results of a job get the names of their files there. The results of a group
 * get a folder for each element of the sweep. A name that leads out of the folder is refused.
 */
record ResultFolder(Path folder) {

    /**
     * Returns the place of each result. Files of one job with the same name get folders with the names of their
     * results.
     */
    List<Path> places(List<Answer> results) {
        Map<List<String>, Long> alike =
                results.stream().collect(Collectors.groupingBy(ResultFolder::file, Collectors.counting()));
        List<Path> places = results.stream()
                .map(result -> place(
                        result,
                        alike.get(file(result)) > 1
                                ? result.text("name") + "/" + result.text("fileName")
                                : result.text("fileName")))
                .toList();
        requireDistinct(places);
        return places;
    }

    private static void requireDistinct(List<Path> places) {
        Set<Path> taken = new HashSet<>();
        places.stream().filter(place -> !taken.add(place)).findFirst().ifPresent(place -> {
            throw Failure.usage(
                    "two results would get the place " + Answer.clean(place.toString()),
                    "Fetch each result by its name with -o FILE.");
        });
    }

    private static List<String> file(Answer result) {
        return List.of(result.text("element"), result.text("fileName"));
    }

    private Path place(Answer result, String name) {
        Path top = folder.toAbsolutePath().normalize();
        try {
            Path element = result.find("element").map(top::resolve).orElse(top);
            Path place = element.resolve(name).normalize();
            if (element.startsWith(top)
                    && place.startsWith(element)
                    && !place.equals(element)
                    && !isThroughLink(top, place)) {
                return place;
            }
        } catch (InvalidPathException e) {
            throw outside(name);
        }
        throw outside(name);
    }

    /** Returns whether a link of the folder would lead the file elsewhere. */
    private static boolean isThroughLink(Path top, Path place) {
        for (Path on = place.getParent(); !on.equals(top); on = on.getParent()) {
            if (Files.isSymbolicLink(on)) {
                return true;
            }
        }
        return false;
    }

    private Failure outside(String name) {
        return new Failure(
                OwnProblem.USAGE,
                "the result's file " + Answer.clean(name) + " would lie outside of " + folder,
                "",
                "Remove links from the folder, or fetch the result by its name with -o FILE.");
    }

    /** Fetches a result to its place, completely or not at all. */
    void save(Path place, Download download) {
        try {
            Files.createDirectories(place.getParent());
        } catch (IOException e) {
            throw Failure.usage(
                    "cannot make " + place.getParent() + ": " + Failure.reason(e), "Check the folder and its rights.");
        }
        WholeFile.write(place, download::to);
    }
}
