package dev.slipway.run;

import dev.slipway.request.MpiProgram;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A program of one process with its arguments, without mpirun.
 *
 * @param program the program's own path; relative to the run folder for a staged file
 */
record PlainCommand(MpiProgram application, Path program) implements RunCommand {

    @Override
    public List<String> argv() {
        List<String> argv = new ArrayList<>();
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
        // A staged file lies in the run folder, which the run sees anyway.
        return program.isAbsolute() ? List.of(program) : List.of();
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
