package dev.slipway.run;

import dev.slipway.request.MpiProgram;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code mpirun} with a program and its arguments.
 *
 * @param mpirun a name on the service's PATH or a path
 * @param program the program's own path
 */
record MpirunCommand(String mpirun, MpiProgram application, Path program) implements RunCommand {

    @Override
    public List<String> argv() {
        List<String> argv = new ArrayList<>();
        argv.add(mpirun);
        argv.add("-n");
        argv.add(Integer.toString(application.processes()));
        for (String name : application.program().environment().keySet()) {
            argv.add("-x");
            argv.add(name);
        }
        for (String name : List.of("SLIPWAY_PROGRESS", "SLIPWAY_TOKEN")) {
            argv.add("-x");
            argv.add(name);
        }
        argv.add(program.toString());
        argv.addAll(application.program().arguments());
        return argv;
    }

    @Override
    public List<String> told() {
        return argv();
    }

    @Override
    public List<Path> needs() {
        return List.of(program);
    }

    @Override
    public byte[] variables() {
        StringBuilder text = new StringBuilder();
        application.program().environment().forEach((name, value) -> text.append(name)
                .append('=')
                .append(value)
                .append('\0'));
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}
