package dev.slipway.request;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A part of a stream application that takes records in and gives records out.
 *
 * @param name the name, distinct within the application; see {@link StreamApplication#isName}
 * @param number the number by which the program knows the kernel, 0 to {@link #MOST_NUMBER}; distinct within the
 *     application
 * @param start the way in which the kernel's process starts
 * @param turns whether the kernel shares one thread with the other such kernels of its process
 * @param core the processor core to keep to, 0 to {@link #MOST_CORE}; empty for any core
 */
public record StreamKernel(String name, int number, KernelStart start, boolean turns, Optional<Integer> core) {
    public static final int MOST_NUMBER = 255;
    public static final int MOST_COPIES = 4096;
    public static final int MOST_CORE = 65_535;

    /** The longest argument of a kernel, in bytes of UTF-8. */
    public static final int MOST_ARGUMENT_BYTES = 65_536;

    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,62}");

    public StreamKernel {
        Require.that(StreamApplication.isName(name), "not the name of a kernel");
        Require.that(number >= 0 && number <= MOST_NUMBER, "a kernel's number must be 0 to " + MOST_NUMBER);
        Require.that(core.map(one -> one >= 0 && one <= MOST_CORE).orElse(true), "a core must be 0 to " + MOST_CORE);
    }

    /** Returns the kernel that shares its process with this kernel; empty for a separate process. */
    public Optional<String> with() {
        return start instanceof KernelStart.With with ? Optional.of(with.kernel()) : Optional.empty();
    }

    /** Returns whether this is a valid number of copies or ranks. */
    public static boolean isCount(int count) {
        return count >= 1 && count <= MOST_COPIES;
    }

    /** Returns whether a kernel's program can have a variable of this name. */
    public static boolean isVariable(String name) {
        return VARIABLE.matcher(name).matches();
    }

    /** Returns whether a kernel's variable can have this value: a line that is not empty. */
    public static boolean isValue(String value) {
        return !value.isEmpty() && value.indexOf('\n') < 0 && value.indexOf('\r') < 0 && isXml(value);
    }

    /** Returns whether a kernel's program can have this argument. */
    public static boolean isArgument(String argument) {
        return isXml(argument)
                && argument.getBytes(java.nio.charset.StandardCharsets.UTF_8).length <= MOST_ARGUMENT_BYTES;
    }

    /** The stream launcher reads the graph as XML 1.0, which cannot hold most control characters. */
    private static boolean isXml(String text) {
        return text.codePoints()
                .allMatch(one -> one >= ' ' && !(one >= 0xD800 && one <= 0xDFFF) && one != 0xFFFE && one != 0xFFFF
                        || one == '\t'
                        || one == '\n'
                        || one == '\r');
    }

    static void requireProgram(Program program) {
        Require.that(isValue(program.executable()), "a program's name is no line of text");
        Require.that(
                program.arguments().stream().allMatch(StreamKernel::isArgument),
                "an argument holds control characters, or is longer than " + MOST_ARGUMENT_BYTES + " bytes");
        for (Map.Entry<String, String> variable : program.environment().entrySet()) {
            Require.that(isVariable(variable.getKey()), "not the name of a kernel's variable");
            Require.that(
                    isValue(variable.getValue()), "the value of variable " + variable.getKey() + " is no line of text");
        }
    }
}
