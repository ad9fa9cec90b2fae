package dev.slipway.request;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A graph of stream kernels and links between them, all on the machine of the run. Valid by construction: the constructor refuses what
 * {@link GraphCheck} finds, which is what the stream launcher would refuse.
 *
 * @param name in messages; see {@link #isName}
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

    /** Whether it can be the name of an application or of a kernel: {@link #NAME_FORM}. */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /** Returns how many processes are started: none for a kernel that runs in the process of another. */
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
