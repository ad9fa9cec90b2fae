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
import dev.slipway.document.spmd.NumberOfProcessesType;
import dev.slipway.document.spmd.SPMDApplicationType;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.ResultFile;
import java.math.BigInteger;

/** A request as the types that the schemas generate. */
final class DocumentTypes {

    JobDefinitionType definition(JobRequest request) {
        JobDefinitionType definition = new JobDefinitionType();
        request.submissionId().ifPresent(definition::setSid);
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

    private static ApplicationType application(LaunchRequest launch) {
        SPMDApplicationType spmd = new SPMDApplicationType();
        spmd.setExecutable(fileName(launch.executable()));
        for (String text : launch.arguments()) {
            ArgumentType argument = new ArgumentType();
            argument.setValue(text);
            spmd.getArgument().add(argument);
        }
        spmd.setOutput(fileName(launch.stdout().value()));
        spmd.setError(fileName(launch.stderr().value()));
        launch.environment().forEach((name, value) -> {
            EnvironmentType variable = new EnvironmentType();
            variable.setName(name);
            variable.setValue(value);
            spmd.getEnvironment().add(variable);
        });
        launch.wallTime().ifPresent(limit -> {
            LimitType seconds = new LimitType();
            seconds.setValue(BigInteger.valueOf(limit.toSeconds()));
            spmd.setWallTimeLimit(seconds);
        });
        NumberOfProcessesType number = new NumberOfProcessesType();
        number.setValue(BigInteger.valueOf(launch.processes()));
        spmd.setNumberOfProcesses(number);
        spmd.setSPMDVariation(ApplicationReading.VARIATIONS + "MPI");
        ApplicationType application = new ApplicationType();
        application.getAny().add(new dev.slipway.document.spmd.ObjectFactory().createSPMDApplication(spmd));
        return application;
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
