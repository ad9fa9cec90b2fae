package dev.slipway.document.writer;

import dev.slipway.document.extension.LogType;
import dev.slipway.document.extension.ResultType;
import dev.slipway.document.extension.Results;
import dev.slipway.document.extension.RoleType;
import dev.slipway.document.extension.Snapshot;
import dev.slipway.document.grammar.Names;
import dev.slipway.document.jsdl.ApplicationType;
import dev.slipway.document.jsdl.DataStagingType;
import dev.slipway.document.jsdl.JobDefinitionType;
import dev.slipway.document.jsdl.JobDescriptionType;
import dev.slipway.document.jsdl.JobIdentificationType;
import dev.slipway.document.launch.ApplicationReading;
import dev.slipway.document.posix.ArgumentType;
import dev.slipway.document.posix.EnvironmentType;
import dev.slipway.document.posix.FileNameType;
import dev.slipway.document.posix.LimitType;
import dev.slipway.document.posix.POSIXApplicationType;
import dev.slipway.document.spmd.CountType;
import dev.slipway.document.spmd.NumberOfProcessesType;
import dev.slipway.document.spmd.SPMDApplicationType;
import dev.slipway.document.spmd.ThreadsPerProcessType;
import dev.slipway.request.Axes;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiFlavour;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.Program;
import dev.slipway.request.ResourceDemand;
import dev.slipway.request.ResultFile;
import dev.slipway.request.RunLimits;
import dev.slipway.request.RunPath;
import dev.slipway.request.StreamApplication;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;

/** Converts a request to the types that the schemas generate. */
final class DocumentTypes {

    JobDefinitionType definition(JobRequest request) {
        JobDefinitionType definition = new JobDefinitionType();
        request.submissionId().ifPresent(id -> definition.getOtherAttributes().put(Names.sw("sid"), id));
        JobDescriptionType body = new JobDescriptionType();
        definition.setJobDescription(body);
        body.setJobIdentification(identification(request));
        body.setApplication(application(request.launch()));
        ResourceTypes.of(request.launch()).ifPresent(body::setResources);
        StagingTypes staging = new StagingTypes();
        request.stageIn().forEach(step -> {
            DataStagingType type = staging.staging(step);
            request.contract(step).map(ContractElement::of).ifPresent(type.getAny()::add);
            body.getDataStaging().add(type);
        });
        request.stageOut().forEach(step -> body.getDataStaging().add(staging.staging(step)));
        if (!request.results().isEmpty()) {
            body.getAny().add(results(request));
        }
        for (String source : request.snapshots()) {
            Snapshot snapshot = new Snapshot();
            snapshot.setSource(source);
            body.getAny().add(snapshot);
        }
        request.launch()
                .checkpoint()
                .map(RunPath::value)
                .map(new dev.slipway.document.extension.ObjectFactory()::createCheckpointFolder)
                .ifPresent(body.getAny()::add);
        return definition;
    }

    private static JobIdentificationType identification(JobRequest request) {
        JobIdentificationType identification = new JobIdentificationType();
        identification.setJobName(request.name());
        request.description().ifPresent(identification::setDescription);
        request.launch().demand().choice().account().ifPresent(identification.getJobProject()::add);
        return identification;
    }

    private static ApplicationType application(LaunchRequest launch) {
        ApplicationType application = new ApplicationType();
        if (launch.application() instanceof StreamApplication stream) {
            application.getAny().add(StreamElement.of(stream, launch));
        } else if (launch.application() instanceof MpiProgram mpi) {
            application.getAny().add(program(mpi, launch));
        }
        return application;
    }

    /**
     * Writes one process as a POSIX application, which every system with JSDL knows, and several processes as an MPI
     * program. A POSIX application has no place for threads and for an implementation of MPI.
     */
    private static Object program(MpiProgram mpi, LaunchRequest launch) {
        ResourceDemand demand = launch.demand();
        boolean posix = mpi.processes() == 1
                && demand.processesPerHost().isEmpty()
                && demand.threadsPerProcess().isEmpty()
                && demand.flavour() == MpiFlavour.ANY;
        return posix
                ? new dev.slipway.document.posix.ObjectFactory().createPOSIXApplication(posix(mpi.program(), launch))
                : new dev.slipway.document.spmd.ObjectFactory().createSPMDApplication(spmd(mpi, launch));
    }

    private static POSIXApplicationType posix(Program program, LaunchRequest launch) {
        POSIXApplicationType posix = new POSIXApplicationType();
        posix.setExecutable(fileName(program.executable()));
        posix.getArgument().addAll(arguments(program));
        posix.setOutput(fileName(launch.stdout().value()));
        posix.setError(fileName(launch.stderr().value()));
        posix.getEnvironment().addAll(environment(program));
        launch.wallTime().map(Duration::toSeconds).map(DocumentTypes::limit).ifPresent(posix::setWallTimeLimit);
        launch.limits().processes().map(DocumentTypes::limit).ifPresent(posix::setProcessCountLimit);
        launch.limits().processMemory().map(DocumentTypes::limit).ifPresent(posix::setVirtualMemoryLimit);
        return posix;
    }

    /**
     * GFD.115 has no element for the limit, so the limit stands at the extension point that the standard's schema
     * allows.
     */
    private static SPMDApplicationType spmd(MpiProgram mpi, LaunchRequest launch) {
        Program program = mpi.program();
        SPMDApplicationType spmd = new SPMDApplicationType();
        spmd.setExecutable(fileName(program.executable()));
        spmd.getArgument().addAll(arguments(program));
        spmd.setOutput(fileName(launch.stdout().value()));
        spmd.setError(fileName(launch.stderr().value()));
        spmd.getEnvironment().addAll(environment(program));
        NumberOfProcessesType number = new NumberOfProcessesType();
        number.setValue(BigInteger.valueOf(mpi.processes()));
        spmd.setNumberOfProcesses(number);
        placement(spmd, launch.demand());
        launch.wallTime()
                .map(Duration::toSeconds)
                .map(DocumentTypes::limit)
                .map(new dev.slipway.document.posix.ObjectFactory()::createWallTimeLimit)
                .ifPresent(spmd.getAny()::add);
        limits(spmd, launch.limits());
        return spmd;
    }

    private static void placement(SPMDApplicationType spmd, ResourceDemand demand) {
        demand.processesPerHost().ifPresent(each -> {
            CountType count = new CountType();
            count.setValue(BigInteger.valueOf(each));
            spmd.setProcessesPerHost(count);
        });
        demand.threadsPerProcess().ifPresent(each -> {
            ThreadsPerProcessType count = new ThreadsPerProcessType();
            count.setValue(BigInteger.valueOf(each));
            spmd.setThreadsPerProcess(count);
        });
        spmd.setSPMDVariation(ApplicationReading.variation(demand.flavour()));
    }

    private static List<ArgumentType> arguments(Program program) {
        return program.arguments().stream()
                .map(text -> {
                    ArgumentType argument = new ArgumentType();
                    argument.setValue(text);
                    return argument;
                })
                .toList();
    }

    private static List<EnvironmentType> environment(Program program) {
        return program.environment().entrySet().stream()
                .map(entry -> {
                    EnvironmentType variable = new EnvironmentType();
                    variable.setName(entry.getKey());
                    variable.setValue(entry.getValue());
                    return variable;
                })
                .toList();
    }

    static FileNameType fileName(String value) {
        FileNameType name = new FileNameType();
        name.setValue(value);
        return name;
    }

    /**
     * Writes the limits that GFD.115 has no elements for. They stand at the extension point, where the standard's
     * schema takes them.
     */
    private static void limits(SPMDApplicationType spmd, RunLimits limits) {
        dev.slipway.document.posix.ObjectFactory posix = new dev.slipway.document.posix.ObjectFactory();
        limits.processes()
                .map(count -> posix.createProcessCountLimit(limit(count)))
                .ifPresent(spmd.getAny()::add);
        limits.processMemory()
                .map(bytes -> posix.createVirtualMemoryLimit(limit(bytes)))
                .ifPresent(spmd.getAny()::add);
    }

    static LimitType limit(long number) {
        LimitType limit = new LimitType();
        limit.setValue(BigInteger.valueOf(number));
        return limit;
    }

    private static Results results(JobRequest request) {
        Results results = new Results();
        for (ResultFile file : request.results()) {
            ResultType result = new ResultType();
            result.setName(file.name());
            result.setFile(file.file().value());
            result.setRole(
                    switch (file.role()) {
                        case PNL_DISTRIBUTION -> RoleType.PNL_DISTRIBUTION;
                        case RISK_FIGURES -> RoleType.RISK_FIGURES;
                        case SERIES -> RoleType.SERIES;
                        case BARS -> RoleType.BARS;
                        case MAP -> RoleType.MAP;
                        case FILE -> RoleType.FILE;
                    });
            axes(result, file.axes());
            results.getResult().add(result);
        }
        return results;
    }

    /** Leaves out absent properties of the axes. */
    private static void axes(ResultType result, Axes axes) {
        result.setX(orNull(axes.x()));
        result.setY(orNull(axes.y()));
        result.setPanel(orNull(axes.panel()));
        result.setLog(
                switch (axes.log()) {
                    case NONE -> null;
                    case X -> LogType.X;
                    case Y -> LogType.Y;
                    case BOTH -> LogType.BOTH;
                });
    }

    private static String orNull(String title) {
        return title.isEmpty() ? null : title;
    }
}
