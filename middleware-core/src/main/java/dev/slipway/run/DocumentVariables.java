package dev.slipway.run;

import dev.slipway.request.LaunchWords;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The environment variables that documents may set for programs of a partition, as the operator lists them: full names
 * such as {@code OMP_NUM_THREADS}, and patterns such as {@code MYAPP_*}. A variable that is not listed is refused,
 * because no list of harmful names is ever complete.
 *
 * <p>Two kinds of names are restricted further. A name that steers the loader, the launch command or a shell cannot be
 * listed at all. A name that suggests code, or a location of code, must be listed in full.
 *
 * @param listed names and patterns
 */
public record DocumentVariables(List<String> listed) {
    /** A pattern begins with one whole word at least: {@code MYAPP_*}, never {@code M*}. */
    private static final Pattern FORM = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*|[A-Za-z][A-Za-z0-9_]*_\\*");

    /** Names by which libraries and interpreters load code, and words that occur in such names. */
    private static final Pattern BRINGING = Pattern.compile("(PYTHON|PERL|RUBY|NODE|LUA|JULIA|JAVA|JDK).*"
            + "|_JAVA_.*|CLASSPATH|(R|OPENSSL|SSL|HDF5|OCL|OPENCL|DOTNET|COR|CORECLR|KRB5|GSS|GCOV|TCL|GUILE)_.*"
            + "|(.*_)?(TOOL|AGENT|PLUGINS?|PRELOAD|MODULES?|CONF|CONFIG|DRIVERS?|INJECTION|INIT|PROFILE|STARTUP|RC"
            + "|SHELL|EDITOR|PAGER|COMMAND|CMD|EXEC|OPTIONS|OPTS|FLAGS|ROOT|HOME|DIRS?)(_.*)?"
            + "|.*(PATH|LIB|LIBS|LIBRARY|LIBRARIES)");

    /** Variables that harm no program: the number and place of threads, the language, the time zone. */
    public static final DocumentVariables USUAL = new DocumentVariables(List.of(
            "OMP_NUM_THREADS",
            "OMP_SCHEDULE",
            "OMP_DYNAMIC",
            "OMP_MAX_ACTIVE_LEVELS",
            "OMP_THREAD_LIMIT",
            "OMP_STACKSIZE",
            "OMP_WAIT_POLICY",
            "OMP_PROC_BIND",
            "OMP_PLACES",
            "OPENBLAS_NUM_THREADS",
            "MKL_NUM_THREADS",
            "BLIS_NUM_THREADS",
            "LANG",
            "LC_*",
            "TZ"));

    public DocumentVariables {
        listed = List.copyOf(listed);
        listed.forEach(one -> fault(one).ifPresent(fault -> {
            throw new IllegalArgumentException(fault);
        }));
    }

    /** Returns why an operator cannot list this text; empty for a valid name or pattern. */
    public static Optional<String> fault(String listed) {
        if (!FORM.matcher(listed).matches()) {
            return Optional.of("not a variable's name, nor a word with _* at its end: \"" + listed + "\"");
        }
        return LaunchWords.steers(listed)
                ? Optional.of(listed + " steers the loader, the launch command or a shell, or is the run's own")
                : Optional.empty();
    }

    /** Returns whether documents may set the variable. */
    public boolean cover(String name) {
        return !LaunchWords.steers(name)
                && (listed.contains(name)
                        || !BRINGING.matcher(name).matches() && listed.stream().anyMatch(one -> matches(one, name)));
    }

    private static boolean matches(String pattern, String name) {
        return pattern.endsWith("*") && name.startsWith(pattern.substring(0, pattern.length() - 1));
    }

    @Override
    public String toString() {
        return String.join(" ", listed);
    }
}
