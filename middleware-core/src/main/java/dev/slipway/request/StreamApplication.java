package dev.slipway.request;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A graph of stream kernels and links, all on the machine of the run. Valid by construction: the constructor refuses
 * all faults that {@link GraphCheck} finds, which are those that the stream launcher would refuse.
 *
 * @param name the name in messages; see {@link #isName}
 */
public record StreamApplication(String name, List<StreamKernel> kernels, List<StreamLink> links)
        implements Application {
    /** Describes, for messages, which names are allowed. */
    public static final String NAME_FORM = "letters, digits, - and _, at most 63";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,63}");

    public StreamApplication {
        kernels = List.copyOf(kernels);
        links = List.copyOf(links);
        Require.that(isName(name), "not the name of a stream application");
        GraphCheck.faults(kernels, links).stream().findFirst().ifPresent(fault -> Require.that(false, fault.message()));
    }

    /** Returns whether an application or a kernel can have this name: {@link #NAME_FORM}. */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /** Returns the number of processes; a kernel that runs in the process of another counts as zero. */
    @Override
    public int processes() {
        return kernels.stream().mapToInt(kernel -> kernel.start().processes()).sum();
    }

    @Override
    public List<Program> programs() {
        return kernels.stream()
                .flatMap(kernel -> kernel.start().started().stream())
                .toList();
    }

    @Override
    public String title() {
        return "stream application " + name;
    }
}
