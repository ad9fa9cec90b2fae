package dev.slipway.form;

import dev.slipway.form.Field.Input;
import dev.slipway.request.ClusterChoice;
import dev.slipway.request.CountRange;
import dev.slipway.request.Demand;
import dev.slipway.request.MpiFlavour;
import dev.slipway.request.ResourceDemand;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The form fields of a run's demands on the machines of its partition. */
public final class DemandFields {
    /** The fields, in the order in which they are shown. */
    static final List<Field> ALL = List.of(
            Field.may("hosts", Input.LINE),
            Field.may("processesPerHost", Input.NUMBER),
            Field.may("threads", Input.NUMBER),
            Field.may("processorsPerHost", Input.NUMBER),
            Field.may("memoryPerHost", Input.NUMBER),
            Field.may("exclusive", Input.FLAG),
            Field.may("constraint", Input.LINE),
            Field.may("reservation", Input.LINE),
            Field.may("qos", Input.LINE),
            Field.may("rerun", Input.FLAG),
            Field.may("account", Input.LINE),
            Field.choice("flavour", "any", "open-mpi", "mpich"));

    /**
     * The fields that a stream application cannot have. A stream application runs on one host, and the kernels have
     * separate threads.
     */
    public static final List<String> OF_PROGRAM = List.of("hosts", "processesPerHost", "threads", "flavour");

    private static final Map<String, Demand> DEMANDS = Map.ofEntries(
            Map.entry("hosts", Demand.HOSTS),
            Map.entry("processesPerHost", Demand.PROCESSES_PER_HOST),
            Map.entry("threads", Demand.THREADS),
            Map.entry("processorsPerHost", Demand.PROCESSORS_PER_HOST),
            Map.entry("memoryPerHost", Demand.MEMORY_PER_HOST),
            Map.entry("exclusive", Demand.EXCLUSIVE),
            Map.entry("constraint", Demand.CONSTRAINT),
            Map.entry("reservation", Demand.RESERVATION),
            Map.entry("qos", Demand.QOS),
            Map.entry("rerun", Demand.RERUN),
            Map.entry("account", Demand.ACCOUNT),
            Map.entry("flavour", Demand.FLAVOUR));

    private static final Pattern RANGE = Pattern.compile("(\\d{1,9})(\\s*-\\s*(\\d{1,9})?)?");

    private DemandFields() {}

    /** Returns the demand that a field of a job makes; empty for a field that makes no demand. */
    public static Optional<Demand> demand(String field) {
        return Optional.ofNullable(DEMANDS.get(field));
    }

    /** Adds the demands to the values of the job. */
    static void write(ResourceDemand demand, Map<String, String> values) {
        demand.hosts().ifPresent(range -> values.put("hosts", words(range)));
        demand.processesPerHost().ifPresent(count -> values.put("processesPerHost", Integer.toString(count)));
        demand.threadsPerProcess().ifPresent(count -> values.put("threads", Integer.toString(count)));
        demand.processorsPerHost().ifPresent(count -> values.put("processorsPerHost", Integer.toString(count)));
        demand.memoryPerHost().ifPresent(bytes -> values.put("memoryPerHost", Long.toString(bytes)));
        if (demand.exclusive()) {
            values.put("exclusive", "true");
        }
        demand.choice().constraint().ifPresent(name -> values.put("constraint", name));
        demand.choice().reservation().ifPresent(name -> values.put("reservation", name));
        demand.choice().qos().ifPresent(name -> values.put("qos", name));
        if (demand.choice().rerun()) {
            values.put("rerun", "true");
        }
        demand.choice().account().ifPresent(name -> values.put("account", name));
        if (demand.flavour() != MpiFlavour.ANY) {
            values.put("flavour", FieldReader.word(demand.flavour()));
        }
    }

    private static String words(CountRange range) {
        return range.most()
                .map(most -> most == range.least() ? Integer.toString(most) : range.least() + "-" + most)
                .orElse(range.least() + "-");
    }

    /** Reads the demands. Notes the problems of fields, and leaves such fields out of the demand. */
    static ResourceDemand read(FieldReader fields, int processes) {
        ResourceDemand demand = new ResourceDemand(
                hosts(fields),
                count(fields, "processesPerHost"),
                count(fields, "threads"),
                count(fields, "processorsPerHost"),
                fields.positive("memoryPerHost", Long.MAX_VALUE),
                fields.flag("exclusive"),
                new ClusterChoice(
                        name(fields, "constraint"),
                        name(fields, "reservation"),
                        name(fields, "qos"),
                        name(fields, "account"),
                        fields.flag("rerun")),
                fields.choice("flavour", MpiFlavour.class));
        Optional<String> conflict = demand.conflict(processes);
        conflict.ifPresent(words -> fields.problem(
                demand.hosts().isPresent() ? "hosts" : "processesPerHost",
                "the processes cannot be placed on the hosts: " + words,
                "Make hosts, processes on each host and processes agree."));
        return conflict.isPresent() ? ResourceDemand.NONE : demand;
    }

    /** Notes the demands that a stream application cannot make. */
    static void ofStream(FieldReader fields) {
        OF_PROGRAM.stream()
                .filter(field -> fields.optional(field).isPresent())
                .filter(field -> !fields.text(field).equals("any"))
                .filter(field -> !field.equals("hosts")
                        || range(fields).filter(range -> range.least() > 1).isPresent())
                .forEach(field -> fields.problem(
                        field,
                        FieldReader.words(field) + " is of no use to a stream application, which runs on one host",
                        "Leave it empty."));
    }

    private static Optional<Integer> count(FieldReader fields, String field) {
        return fields.positive(field, Integer.MAX_VALUE).map(Long::intValue);
    }

    private static Optional<CountRange> range(FieldReader fields) {
        return fields.optional("hosts").map(String::strip).flatMap(DemandFields::range);
    }

    private static Optional<CountRange> hosts(FieldReader fields) {
        Optional<String> text = fields.optional("hosts").map(String::strip);
        Optional<CountRange> range = range(fields);
        if (text.isPresent() && range.isEmpty()) {
            fields.problem(
                    "hosts",
                    FieldReader.words("hosts") + " is neither a whole number nor a range: "
                            + FieldReader.shown(text.get()),
                    "Write 4 for four hosts, 2-4 for two to four, or 2- for two or more.");
        }
        return range;
    }

    private static Optional<CountRange> range(String text) {
        Matcher matched = RANGE.matcher(text);
        if (!matched.matches()) {
            return Optional.empty();
        }
        int least = Integer.parseInt(matched.group(1));
        Optional<Integer> most = matched.group(2) == null
                ? Optional.of(least)
                : Optional.ofNullable(matched.group(3)).map(Integer::valueOf);
        return least >= 1 && most.map(upper -> upper >= least).orElse(true)
                ? Optional.of(new CountRange(least, most))
                : Optional.empty();
    }

    private static Optional<String> name(FieldReader fields, String field) {
        Optional<String> text = fields.optional(field).map(String::strip);
        if (text.filter(name -> !ClusterChoice.isName(name)).isPresent()) {
            fields.problem(
                    field,
                    FieldReader.words(field) + " is not a name on one line: " + FieldReader.shown(text.get()),
                    "Write one line of at most " + ClusterChoice.LONGEST + " characters.");
            return Optional.empty();
        }
        return text;
    }
}
