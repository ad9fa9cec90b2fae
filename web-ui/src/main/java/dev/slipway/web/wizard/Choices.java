package dev.slipway.web.wizard;

import dev.slipway.account.UserDesk;
import dev.slipway.desk.Caller;
import dev.slipway.desk.Offer;
import dev.slipway.form.Field;
import dev.slipway.form.StepKind;
import dev.slipway.grant.Grants;
import dev.slipway.request.Demand;
import dev.slipway.request.Place;
import dev.slipway.run.ApplicationFolders;
import dev.slipway.run.Partition;
import dev.slipway.web.Readable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/** Lists the choices that this installation offers a user. */
@Component
public class Choices {
    private static final Map<Field.Input, Class<? extends Place>> PLACES = Map.of(
            Field.Input.SOURCE, Place.Source.class,
            Field.Input.STORE, Place.Source.class,
            Field.Input.HOST, Place.Host.class,
            Field.Input.SITE, Place.Site.class,
            Field.Input.FOLDER, Place.Folder.class);

    private final Offer offer;
    private final UserDesk users;
    private final ApplicationFolders programs;

    Choices(Offer offer, UserDesk users, ApplicationFolders programs) {
        this.offer = offer;
        this.users = users;
        this.programs = programs;
    }

    /**
     * Returns the places of the kind that an input names, as far as the user's jobs may name them; empty for an input
     * of another kind.
     */
    public Optional<List<String>> places(Caller caller, Field.Input input) {
        return Optional.ofNullable(PLACES.get(input)).map(kind -> {
            Grants grants = users.self(caller).rights().grants();
            return offer.places().stream()
                    .filter(kind::isInstance)
                    .filter(input == Field.Input.STORE ? grants::coverStoring : grants::cover)
                    .map(Place::name)
                    .sorted()
                    .toList();
        });
    }

    List<Partition> partitions() {
        return offer.partitions();
    }

    /**
     * Returns the demands that the partition of this name takes, or the usual partition for an empty name; none for a
     * partition that is not offered.
     */
    Set<Demand> taken(String partition) {
        return partitions().stream()
                .filter(each -> partition.isEmpty() || each.name().equals(partition))
                .findFirst()
                .map(each -> each.kind().taken())
                .orElse(Set.of());
    }

    /** Returns whether any partition takes demands. */
    boolean takesDemands() {
        return partitions().stream().anyMatch(each -> !each.kind().taken().isEmpty());
    }

    List<String> programs() {
        return programs.programs();
    }

    /** Tells a page with a field for a file how large the file may be. */
    void tellLargestFile(Model model) {
        long largest = offer.limits().uploadBytes();
        model.addAttribute("largest", largest);
        model.addAttribute("limit", Readable.bytes(largest));
    }

    /** Returns whether the user's jobs may name a place for each field of the kind that needs one. */
    boolean hasPlaces(Caller caller, StepKind kind) {
        return kind.fields().stream()
                .flatMap(field -> places(caller, field.input()).stream())
                .noneMatch(List::isEmpty);
    }
}
