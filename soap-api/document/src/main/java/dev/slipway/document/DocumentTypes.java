package dev.slipway.document;

import dev.slipway.document.extension.ResultType;
import dev.slipway.document.extension.Results;
import dev.slipway.document.extension.RoleType;
import dev.slipway.document.extension.Snapshot;
import dev.slipway.document.jsdl.ApplicationType;
import dev.slipway.document.jsdl.DataStagingType;
import dev.slipway.document.jsdl.JobDefinitionType;
import dev.slipway.document.jsdl.JobDescriptionType;
import dev.slipway.document.jsdl.JobIdentificationType;
import dev.slipway.document.jsdl.ResourcesType;
import dev.slipway.document.posix.ArgumentType;
import dev.slipway.document.posix.EnvironmentType;
import dev.slipway.document.posix.FileNameType;
import dev.slipway.document.posix.LimitType;
import dev.slipway.document.posix.POSIXApplicationType;
import dev.slipway.document.spmd.NumberOfProcessesType;
import dev.slipway.document.spmd.SPMDApplicationType;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.ResultFile;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;

/** A request as the types that the schemas generate. */
final class DocumentTypes {

    JobDefinitionType definition(JobRequest request) {
        JobDefinitionType definition = new JobDefinitionType();
        request.submissionId().ifPresent(id -> definition.getOtherAttributes().put(Names.sw("sid"), id));
        JobDescriptionType body = new JobDescriptionType();
        definition.setJobDescription(body);
        body.setJobIdentification(identification(request));
        body.setApplication(application(request.launch()));
        request.launch().partition().ifPresent(name -> body.setResources(resources(name)));
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
        return definition;
    }

    private static JobIdentificationType identification(JobRequest request) {
        JobIdentificationType identification = new JobIdentificationType();
        identification.setJobName(request.name());
        request.description().ifPresent(identification::setDescription);
        return identification;
    }

    /** One process is a POSIX application, as every system of JSDL knows it; more are an MPI program. */
    private static ApplicationType application(LaunchRequest launch) {
        ApplicationType application = new ApplicationType();
        application
                .getAny()
                .add(
                        launch.processes() == 1
                                ? new dev.slipway.document.posix.ObjectFactory().createPOSIXApplication(posix(launch))
                                : new dev.slipway.document.spmd.ObjectFactory().createSPMDApplication(spmd(launch)));
        return application;
    }

    private static POSIXApplicationType posix(LaunchRequest launch) {
        POSIXApplicationType posix = new POSIXApplicationType();
        posix.setExecutable(fileName(launch.executable()));
        posix.getArgument().addAll(arguments(launch));
        posix.setOutput(fileName(launch.stdout().value()));
        posix.setError(fileName(launch.stderr().value()));
        posix.getEnvironment().addAll(environment(launch));
        launch.wallTime().map(DocumentTypes::seconds).ifPresent(posix::setWallTimeLimit);
        return posix;
    }

    /** The limit is no element of GFD.115: it stands at the extension point, where the standard's schema takes it. */
    private static SPMDApplicationType spmd(LaunchRequest launch) {
        SPMDApplicationType spmd = new SPMDApplicationType();
        spmd.setExecutable(fileName(launch.executable()));
        spmd.getArgument().addAll(arguments(launch));
        spmd.setOutput(fileName(launch.stdout().value()));
        spmd.setError(fileName(launch.stderr().value()));
        spmd.getEnvironment().addAll(environment(launch));
        NumberOfProcessesType number = new NumberOfProcessesType();
        number.setValue(BigInteger.valueOf(launch.processes()));
        spmd.setNumberOfProcesses(number);
        spmd.setSPMDVariation(ApplicationReading.VARIATIONS + "MPI");
        launch.wallTime()
                .map(DocumentTypes::seconds)
                .map(new dev.slipway.document.posix.ObjectFactory()::createWallTimeLimit)
                .ifPresent(spmd.getAny()::add);
        return spmd;
    }

    private static List<ArgumentType> arguments(LaunchRequest launch) {
        return launch.arguments().stream()
                .map(text -> {
                    ArgumentType argument = new ArgumentType();
                    argument.setValue(text);
                    return argument;
                })
                .toList();
    }

    private static List<EnvironmentType> environment(LaunchRequest launch) {
        return launch.environment().entrySet().stream()
                .map(entry -> {
                    EnvironmentType variable = new EnvironmentType();
                    variable.setName(entry.getKey());
                    variable.setValue(entry.getValue());
                    return variable;
                })
                .toList();
    }

    private static LimitType seconds(Duration limit) {
        LimitType seconds = new LimitType();
        seconds.setValue(BigInteger.valueOf(limit.toSeconds()));
        return seconds;
    }

    private static FileNameType fileName(String value) {
        FileNameType name = new FileNameType();
        name.setValue(value);
        return name;
    }

    private static ResourcesType resources(String partition) {
        ResourcesType resources = new ResourcesType();
        resources.getAny().add(new dev.slipway.document.extension.ObjectFactory().createPartition(partition));
        return resources;
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
                        case FILE -> RoleType.FILE;
                    });
            results.getResult().add(result);
        }
        return results;
    }
}
