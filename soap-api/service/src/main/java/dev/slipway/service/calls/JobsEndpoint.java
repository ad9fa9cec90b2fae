package dev.slipway.service.calls;

import dev.slipway.audit.AuditDesk;
import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.JobSummary;
import dev.slipway.desk.OutputChunk;
import dev.slipway.desk.ResultPage;
import dev.slipway.desk.status.TokenStatus;
import dev.slipway.document.reader.JobDocumentReader;
import dev.slipway.job.JobFilter;
import dev.slipway.problem.ProblemException;
import dev.slipway.service.translation.AuditTranslation;
import dev.slipway.service.translation.EntryTranslation;
import dev.slipway.service.translation.ExplanationTranslation;
import dev.slipway.service.translation.FaultTranslation;
import dev.slipway.service.translation.ListTranslation;
import dev.slipway.service.translation.StatusTranslation;
import dev.slipway.service.wire.AuditExport;
import dev.slipway.service.wire.AuditExportResponse;
import dev.slipway.service.wire.AuditVerify;
import dev.slipway.service.wire.AuditVerifyResponse;
import dev.slipway.service.wire.Cancel;
import dev.slipway.service.wire.CancelResponse;
import dev.slipway.service.wire.Delete;
import dev.slipway.service.wire.DeleteResponse;
import dev.slipway.service.wire.Download;
import dev.slipway.service.wire.DownloadResponse;
import dev.slipway.service.wire.Explain;
import dev.slipway.service.wire.ExplainResponse;
import dev.slipway.service.wire.History;
import dev.slipway.service.wire.HistoryResponse;
import dev.slipway.service.wire.Hold;
import dev.slipway.service.wire.HoldResponse;
import dev.slipway.service.wire.Kill;
import dev.slipway.service.wire.KillResponse;
import dev.slipway.service.wire.ListResponse;
import dev.slipway.service.wire.Operations;
import dev.slipway.service.wire.OperationsResponse;
import dev.slipway.service.wire.Output;
import dev.slipway.service.wire.OutputResponse;
import dev.slipway.service.wire.OutputStream;
import dev.slipway.service.wire.Plan;
import dev.slipway.service.wire.PlanResponse;
import dev.slipway.service.wire.ProblemFault;
import dev.slipway.service.wire.Release;
import dev.slipway.service.wire.ReleaseResponse;
import dev.slipway.service.wire.Results;
import dev.slipway.service.wire.ResultsResponse;
import dev.slipway.service.wire.Retry;
import dev.slipway.service.wire.RetryResponse;
import dev.slipway.service.wire.Status;
import dev.slipway.service.wire.StatusAnswer;
import dev.slipway.service.wire.StatusResponse;
import dev.slipway.service.wire.Statuses;
import dev.slipway.service.wire.StatusesResponse;
import dev.slipway.service.wire.Submit;
import dev.slipway.service.wire.SubmitResponse;
import dev.slipway.service.wire.Upload;
import dev.slipway.service.wire.UploadResponse;
import dev.slipway.service.wire.Validate;
import dev.slipway.service.wire.ValidateResponse;
import dev.slipway.upload.UploadReceipt;
import jakarta.jws.WebService;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.apache.cxf.annotations.SchemaValidation;
import org.apache.cxf.annotations.SchemaValidation.SchemaValidationType;
import org.apache.cxf.jaxws.context.WebServiceContextImpl;

/** Implements the operations: translate the call, ask the desk, translate the answer. */
@WebService(
        serviceName = "JobsService",
        portName = "JobsPort",
        targetNamespace = "urn:slipway:service:1",
        endpointInterface = "dev.slipway.service.wire.Jobs",
        wsdlLocation = "classpath:dev/slipway/service/jobs.wsdl")
public final class JobsEndpoint extends AccessEndpoint {
    private static final int LONGEST_LIST = 500;
    private static final int LARGEST_PIECE = 4 << 20;
    private static final int LARGEST_OUTPUT = 1 << 20;

    private final JobDesk desk;
    private final AuditDesk audit;
    private final Submitting submitting;
    private final JobCalls calls;

    public JobsEndpoint(ServiceDesks desks, JobDocumentReader reader) {
        this(desks, new JobCalls(reader, new WebServiceContextImpl()));
    }

    private JobsEndpoint(ServiceDesks desks, JobCalls calls) {
        super(calls, new UserCalls(desks.access().users()), desks);
        this.desk = desks.jobs();
        this.audit = desks.operators().audit();
        this.submitting = new Submitting(desks, calls);
        this.calls = calls;
    }

    @Override
    public SubmitResponse submit(Submit call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> submitting.submit(call));
    }

    @Override
    public ValidateResponse validate(Validate call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> submitting.validate(call));
    }

    @Override
    public PlanResponse plan(Plan call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> submitting.plan(call));
    }

    @Override
    public UploadResponse upload(Upload call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> {
            UploadReceipt receipt = desk.upload(calls.caller(), call.getName(), call.getContent());
            UploadResponse answer = new UploadResponse();
            answer.setSha256(receipt.sha256());
            answer.setBytes(receipt.bytes());
            answer.setKeptUntil(receipt.keptUntil());
            return answer;
        });
    }

    /** Skips the schema check, because status is by far the most frequent call. */
    @Override
    @SchemaValidation(type = SchemaValidationType.NONE)
    public StatusResponse status(Status call) throws ProblemFault {
        return FaultTranslation.answer(call.getToken(), () -> {
            StatusResponse answer = new StatusResponse();
            TokenStatus status = desk.standing(calls.caller(), calls.onlyToken(call.getToken()));
            StatusTranslation.tell(status, answer::setStatus, answer::setGroup);
            return answer;
        });
    }

    @Override
    public StatusesResponse statuses(Statuses call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> {
            Caller caller = calls.caller();
            StatusesResponse answer = new StatusesResponse();
            call.getToken().forEach(token -> answer.getAnswer().add(statusAnswer(caller, token)));
            return answer;
        });
    }

    private StatusAnswer statusAnswer(Caller caller, String token) {
        StatusAnswer answer = new StatusAnswer();
        answer.setToken(token);
        try {
            TokenStatus status = desk.standing(caller, calls.token(token));
            StatusTranslation.tell(status, answer::setStatus, answer::setGroup);
        } catch (ProblemException e) {
            answer.setProblem(FaultTranslation.wire(FaultTranslation.told(e), token));
        }
        return answer;
    }

    @Override
    public ListResponse list(dev.slipway.service.wire.List call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> {
            Caller caller = calls.caller();
            int limit = Math.min(call.getLimit(), LONGEST_LIST);
            ListResponse answer = new ListResponse();
            JobFilter filter = ListTranslation.filter(call);
            answer.setTotal(desk.count(caller, filter));
            List<JobSummary> jobs = desk.list(caller, filter, call.getOffset(), limit);
            IntFunction<List<String>> swept = filter.group()
                    .filter(group -> !jobs.isEmpty())
                    .map(group -> calls.sweptValues(desk.document(caller, group)))
                    .orElse(element -> List.of());
            jobs.forEach(job -> answer.getJob().add(ListTranslation.job(job, swept)));
            return answer;
        });
    }

    @Override
    public HistoryResponse history(History call) throws ProblemFault {
        return FaultTranslation.answer(call.getToken(), () -> {
            HistoryResponse answer = new HistoryResponse();
            desk.history(calls.caller(), calls.token(call.getToken()))
                    .forEach(entry -> answer.getEntry().add(EntryTranslation.entry(entry)));
            return answer;
        });
    }

    @Override
    public ResultsResponse results(Results call) throws ProblemFault {
        return FaultTranslation.answer(call.getToken(), () -> {
            ResultsResponse answer = new ResultsResponse();
            int offset = call.getOffset() == null ? 0 : call.getOffset();
            ResultPage page = desk.results(calls.caller(), calls.token(call.getToken()), offset);
            page.results().forEach(result -> answer.getResult().add(EntryTranslation.result(result)));
            page.next().ifPresent(answer::setNext);
            return answer;
        });
    }

    @Override
    public DownloadResponse download(Download call) throws ProblemFault {
        return FaultTranslation.answer(call.getToken(), () -> {
            int limit = Math.min(call.getLimit(), LARGEST_PIECE);
            FilePiece piece = FilePiece.of(
                    desk.openResult(calls.caller(), calls.token(call.getToken()), call.getName()),
                    call.getOffset(),
                    limit);
            DownloadResponse answer = new DownloadResponse();
            answer.setBytes(piece.bytes());
            answer.setComplete(piece.complete());
            return answer;
        });
    }

    @Override
    public OutputResponse output(Output call) throws ProblemFault {
        return FaultTranslation.answer(call.getToken(), () -> {
            OutputChunk.Stream stream =
                    call.getStream() == OutputStream.STDERR ? OutputChunk.Stream.STDERR : OutputChunk.Stream.STDOUT;
            int limit = Math.min(call.getLimit(), LARGEST_OUTPUT);
            OutputChunk chunk =
                    desk.output(calls.caller(), calls.token(call.getToken()), stream, call.getOffset(), limit);
            OutputResponse answer = new OutputResponse();
            answer.setBytes(chunk.bytes());
            answer.setOffset(chunk.offset());
            answer.setComplete(chunk.complete());
            return answer;
        });
    }

    @Override
    public CancelResponse cancel(Cancel call) throws ProblemFault {
        return FaultTranslation.answer(call.getToken(), () -> {
            CancelResponse answer = new CancelResponse();
            desk.cancel(calls.caller(), calls.token(call.getToken())).ifPresent(answer::setJobs);
            return answer;
        });
    }

    @Override
    public DeleteResponse delete(Delete call) throws ProblemFault {
        return FaultTranslation.answer(call.getToken(), () -> {
            DeleteResponse answer = new DeleteResponse();
            desk.delete(calls.caller(), calls.token(call.getToken())).ifPresent(answer::setJobs);
            return answer;
        });
    }

    @Override
    public KillResponse kill(Kill call) throws ProblemFault {
        return FaultTranslation.answer(call.getToken(), () -> {
            KillResponse answer = new KillResponse();
            desk.kill(calls.caller(), calls.token(call.getToken())).ifPresent(answer::setJobs);
            return answer;
        });
    }

    @Override
    public ExplainResponse explain(Explain call) throws ProblemFault {
        return FaultTranslation.answer(call.getToken(), () -> {
            ExplainResponse answer = new ExplainResponse();
            answer.setExplanation(
                    ExplanationTranslation.explanation(desk.explain(calls.caller(), calls.token(call.getToken()))));
            return answer;
        });
    }

    @Override
    public HoldResponse hold(Hold call) throws ProblemFault {
        return FaultTranslation.answer(call.getToken(), () -> {
            HoldResponse answer = new HoldResponse();
            desk.hold(calls.caller(), calls.token(call.getToken())).ifPresent(answer::setJobs);
            return answer;
        });
    }

    @Override
    public ReleaseResponse release(Release call) throws ProblemFault {
        return FaultTranslation.answer(call.getToken(), () -> {
            ReleaseResponse answer = new ReleaseResponse();
            desk.release(calls.caller(), calls.token(call.getToken())).ifPresent(answer::setJobs);
            return answer;
        });
    }

    @Override
    public RetryResponse retry(Retry call) throws ProblemFault {
        return FaultTranslation.answer(call.getToken(), () -> {
            RetryResponse answer = new RetryResponse();
            answer.setToken(desk.retry(calls.caller(), calls.token(call.getToken()), Optional.ofNullable(call.getSid()))
                    .value());
            return answer;
        });
    }

    @Override
    public AuditVerifyResponse auditVerify(AuditVerify call) throws ProblemFault {
        return FaultTranslation.answer(
                call.getToken(),
                () -> AuditTranslation.verdict(audit.verify(
                        calls.caller(), Optional.ofNullable(call.getToken()).map(calls::token))));
    }

    @Override
    public AuditExportResponse auditExport(AuditExport call) throws ProblemFault {
        return FaultTranslation.answer(call.getToken(), () -> {
            AuditExportResponse answer = new AuditExportResponse();
            answer.setRecord(audit.export(calls.caller(), calls.token(call.getToken())));
            return answer;
        });
    }

    @Override
    public OperationsResponse operations(Operations call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> {
            int limit = Math.min(call.getLimit(), LONGEST_LIST);
            OperationsResponse answer = new OperationsResponse();
            audit.operations(calls.caller(), call.getOffset(), limit)
                    .forEach(operation -> answer.getOperation().add(AuditTranslation.operation(operation)));
            return answer;
        });
    }
}
