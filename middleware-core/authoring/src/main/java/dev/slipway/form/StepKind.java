package dev.slipway.form;

import static dev.slipway.form.Field.choice;
import static dev.slipway.form.Field.may;
import static dev.slipway.form.Field.must;

import dev.slipway.form.Field.Input;
import dev.slipway.request.FolderCopy;
import dev.slipway.request.HttpFetch;
import dev.slipway.request.InlineData;
import dev.slipway.request.ServiceQuery;
import dev.slipway.request.SheetExtract;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SqlStore;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StagingStep.Direction;
import dev.slipway.request.UploadFetch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** The kinds of {@link StagingStep}, with the form fields of each. */
public enum StepKind {
    SQL_EXTRACT(
            Direction.IN,
            SqlExtract.class,
            SqlFields::extract,
            SqlFields::extract,
            must("source", Input.SOURCE),
            must("statement", Input.SQL),
            may("parameterFile", Input.LINE),
            may("parameterColumns", Input.LIST)),
    SSH_FETCH(
            Direction.IN,
            SshFetch.class,
            SshFields::fetch,
            SshFields::fetch,
            must("host", Input.HOST),
            must("remotePath", Input.LINE),
            may("match", Input.LINE),
            may("preserve", Input.FLAG),
            may("user", Input.LINE),
            may("sealed", Input.KEPT)),
    HTTP_FETCH(
            Direction.IN,
            HttpFetch.class,
            SiteFields::fetch,
            SiteFields::fetch,
            must("site", Input.SITE),
            must("path", Input.LINE),
            may("sha256", Input.LINE)),
    SERVICE_QUERY(
            Direction.IN,
            ServiceQuery.class,
            SiteFields::query,
            SiteFields::query,
            must("site", Input.SITE),
            must("path", Input.LINE),
            choice("bodyForm", "none", "json", "xml", "soap11", "soap12"),
            may("body", Input.TEXT),
            may("action", Input.LINE),
            choice("answerForm", "json", "xml"),
            may("rows", Input.LINE),
            must("columns", Input.LIST),
            may("parameterFile", Input.LINE),
            may("parameterColumns", Input.LIST)),
    SHEET_EXTRACT(
            Direction.IN,
            SheetExtract.class,
            OwnFields::sheet,
            OwnFields::sheet,
            must("workbook", Input.LINE),
            may("sheet", Input.LINE),
            must("range", Input.LINE)),
    UPLOAD_FETCH(Direction.IN, UploadFetch.class, OwnFields::upload, OwnFields::upload, must("sha256", Input.KEPT)),
    INLINE_DATA(
            Direction.IN,
            InlineData.class,
            OwnFields::inline,
            OwnFields::inline,
            must("data", Input.TEXT),
            choice("encoding", "text", "base64")),
    FOLDER_COPY(
            Direction.IN,
            FolderCopy.class,
            OwnFields::copy,
            OwnFields::copy,
            must("folder", Input.FOLDER),
            must("path", Input.LINE)),
    SQL_STORE(
            Direction.OUT,
            SqlStore.class,
            SqlFields::store,
            SqlFields::store,
            must("source", Input.STORE),
            must("statement", Input.SQL),
            may("parameters", Input.LIST),
            may("always", Input.FLAG)),
    SSH_DELIVER(
            Direction.OUT,
            SshDeliver.class,
            SshFields::deliver,
            SshFields::deliver,
            must("host", Input.HOST),
            must("remotePath", Input.LINE),
            may("match", Input.LINE),
            may("preserve", Input.FLAG),
            may("always", Input.FLAG),
            may("user", Input.LINE),
            may("sealed", Input.KEPT));

    /** The fields that name a file to read. */
    private static final Set<String> INPUTS = Set.of("parameterFile", "workbook");

    private final Direction direction;
    private final Class<? extends StagingStep> type;
    private final Function<FieldReader, StagingStep> reading;
    private final BiConsumer<StagingStep, Map<String, String>> writing;
    private final List<Field> fields;

    <S extends StagingStep> StepKind(
            Direction direction,
            Class<S> type,
            Function<FieldReader, S> reading,
            BiConsumer<S, Map<String, String>> writing,
            Field... own) {
        this.direction = direction;
        this.type = type;
        this.reading = reading::apply;
        this.writing = (step, values) -> writing.accept(type.cast(step), values);
        List<Field> all = new ArrayList<>(Arrays.asList(own));
        all.addAll(CommonFields.of(direction));
        this.fields = List.copyOf(all);
    }

    public Direction direction() {
        return direction;
    }

    /** Returns the fields of this kind, its own first; the fields of a contract are {@link ContractFields#FIELDS}. */
    public List<Field> fields() {
        return fields;
    }

    /** Returns the name of this kind in addresses and stored forms. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the kind of this name. */
    public static Optional<StepKind> named(String id) {
        return Arrays.stream(values()).filter(kind -> kind.id().equals(id)).findFirst();
    }

    /** Returns an empty form of this kind, with the usual values. */
    public StepForm blank(int orderGroup) {
        return new StepForm(this, Map.of("orderGroup", Integer.toString(orderGroup)));
    }

    /** Returns the field of the file that a step of this kind reads. */
    String inputField() {
        return fields.stream()
                .map(Field::name)
                .filter(INPUTS::contains)
                .findFirst()
                .orElseThrow();
    }

    static StepKind of(StagingStep step) {
        return Arrays.stream(values())
                .filter(kind -> kind.type.isInstance(step))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "no form is known for a " + step.getClass().getSimpleName()));
    }

    StagingStep read(FieldReader typed) {
        return reading.apply(typed);
    }

    Map<String, String> write(StagingStep step) {
        Map<String, String> values = CommonFields.write(step);
        writing.accept(step, values);
        values.values().removeIf(String::isEmpty);
        return values;
    }
}
