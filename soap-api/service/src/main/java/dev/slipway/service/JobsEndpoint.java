package dev.slipway.service;

import dev.slipway.audit.AuditDesk;
import dev.slipway.callback.Callbacks;
import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.OutputChunk;
import dev.slipway.desk.Submission;
import dev.slipway.document.ReadDocument;
import dev.slipway.job.JobToken;
import dev.slipway.journal.JobFilter;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemException;
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
import dev.slipway.service.wire.Validate;
import dev.slipway.service.wire.ValidateResponse;
import jakarta.jws.WebService;
import java.util.List;
import java.util.Optional;

/** The operations: translate, ask the desk, translate. */
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
    private final Callbacks callbacks;
    private final JobCalls calls;

    JobsEndpoint(Desks desks, JobCalls calls) {
        super(calls, new UserCalls(desks.users()), desks);
        this.desk = desks.jobs();
        this.audit = desks.audit();
        this.callbacks = desks.callbacks();
        this.calls = calls;
    }

    @Override
    public SubmitResponse submit(Submit call) throws ProblemFault {
        return Faults.answer(null, () -> {
            Caller caller = calls.caller();
            byte[] document = JobCalls.bytes(call.getDocument(), call.getInline());
            ReadDocument.Accepted read = calls.accepted(document, call.getInline() != null);
            Optional<String> callback = Optional.ofNullable(call.getCallback());
            callback.ifPresent(callbacks::require);
            JobToken token = desk.submit(caller, new Submission(document, read.request()));
            // Before the answer: whoever has the token is called, whatever happens here from now on.
            callback.ifPresent(address -> callbacks.register(token, address));
            SubmitResponse answer = new SubmitResponse();
            answer.setToken(token.value());
            read.warnings().forEach(warning -> answer.getWarning().add(EntryTranslation.finding(warning)));
            return answer;
        });
    }

    @Override
    public ValidateResponse validate(Validate call) throws ProblemFault {
        return Faults.answer(null, () -> {
            Caller caller = calls.caller();
            ReadDocument read =
                    calls.read(JobCalls.bytes(call.getDocument(), call.getInline()), call.getInline() != null);
            List<Problem> obstacles = read instanceof ReadDocument.Accepted accepted
                    ? desk.obstacles(caller, accepted.request())
                    : List.of();
            ValidateResponse answer = new ValidateResponse();
            answer.setValid(JobCalls.isValid(read) && obstacles.isEmpty());
            read.problems().forEach(found -> answer.getFinding().add(EntryTranslation.finding(found)));
            obstacles.forEach(obstacle -> answer.getFinding().add(EntryTranslation.obstacle(obstacle)));
            return answer;
        });
    }

    @Override
    public StatusResponse status(Status call) throws ProblemFault {
        return Faults.answer(call.getToken(), () -> {
            StatusResponse answer = new StatusResponse();
            answer.setStatus(StatusTranslation.status(desk.status(calls.caller(), calls.token(call.getToken()))));
            return answer;
        });
    }

    @Override
    public StatusesResponse statuses(Statuses call) throws ProblemFault {
        return Faults.answer(null, () -> {
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
            answer.setStatus(StatusTranslation.status(desk.status(caller, calls.token(token))));
        } catch (ProblemException e) {
            answer.setProblem(Faults.wire(Faults.told(e), token));
        }
        return answer;
    }

    @Override
    public ListResponse list(dev.slipway.service.wire.List call) throws ProblemFault {
        return Faults.answer(null, () -> {
            Caller caller = calls.caller();
            int limit = Math.min(call.getLimit(), LONGEST_LIST);
            ListResponse answer = new ListResponse();
            JobFilter filter = ListTranslation.filter(call);
            answer.setTotal(desk.count(caller, filter));
            desk.list(caller, filter, call.getOffset(), limit)
                    .forEach(job -> answer.getJob().add(StatusTranslation.summary(job)));
            return answer;
        });
    }

    @Override
    public HistoryResponse history(History call) throws ProblemFault {
        return Faults.answer(call.getToken(), () -> {
            HistoryResponse answer = new HistoryResponse();
            desk.history(calls.caller(), calls.token(call.getToken()))
                    .forEach(entry -> answer.getEntry().add(EntryTranslation.entry(entry)));
            return answer;
        });
    }

    @Override
    public ResultsResponse results(Results call) throws ProblemFault {
        return Faults.answer(call.getToken(), () -> {
            ResultsResponse answer = new ResultsResponse();
            desk.results(calls.caller(), calls.token(call.getToken()))
                    .forEach(result -> answer.getResult().add(EntryTranslation.result(result)));
            return answer;
        });
    }

    @Override
    public DownloadResponse download(Download call) throws ProblemFault {
        return Faults.answer(call.getToken(), () -> {
            int length = Math.min(call.getLength(), LARGEST_PIECE);
            Piece piece = Piece.of(
                    desk.openResult(calls.caller(), calls.token(call.getToken()), call.getName()),
                    call.getOffset(),
                    length);
            DownloadResponse answer = new DownloadResponse();
            answer.setBytes(piece.bytes());
            answer.setComplete(piece.complete());
            return answer;
        });
    }

    @Override
    public OutputResponse output(Output call) throws ProblemFault {
        return Faults.answer(call.getToken(), () -> {
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
        return Faults.answer(call.getToken(), () -> {
            desk.cancel(calls.caller(), calls.token(call.getToken()));
            return new CancelResponse();
        });
    }

    @Override
    public DeleteResponse delete(Delete call) throws ProblemFault {
        return Faults.answer(call.getToken(), () -> {
            calls.delete(call.getToken());
            return new DeleteResponse();
        });
    }

    @Override
    public KillResponse kill(Kill call) throws ProblemFault {
        return Faults.answer(call.getToken(), () -> {
            calls.kill(call.getToken());
            return new KillResponse();
        });
    }

    @Override
    public ExplainResponse explain(Explain call) throws ProblemFault {
        return Faults.answer(call.getToken(), () -> {
            ExplainResponse answer = new ExplainResponse();
            answer.setExplanation(
                    ExplanationTranslation.explanation(desk.explain(calls.caller(), calls.token(call.getToken()))));
            return answer;
        });
    }

    @Override
    public HoldResponse hold(Hold call) throws ProblemFault {
        return Faults.answer(call.getToken(), () -> {
            desk.hold(calls.caller(), calls.token(call.getToken()));
            return new HoldResponse();
        });
    }

    @Override
    public ReleaseResponse release(Release call) throws ProblemFault {
        return Faults.answer(call.getToken(), () -> {
            desk.release(calls.caller(), calls.token(call.getToken()));
            return new ReleaseResponse();
        });
    }

    @Override
    public RetryResponse retry(Retry call) throws ProblemFault {
        return Faults.answer(call.getToken(), () -> {
            RetryResponse answer = new RetryResponse();
            answer.setToken(
                    desk.retry(calls.caller(), calls.token(call.getToken())).value());
            return answer;
        });
    }

    @Override
    public AuditVerifyResponse auditVerify(AuditVerify call) throws ProblemFault {
        return Faults.answer(
                call.getToken(),
                () -> AuditTranslation.verdict(audit.verify(
                        calls.caller(), Optional.ofNullable(call.getToken()).map(calls::token))));
    }

    @Override
    public AuditExportResponse auditExport(AuditExport call) throws ProblemFault {
        return Faults.answer(call.getToken(), () -> {
            AuditExportResponse answer = new AuditExportResponse();
            answer.setRecord(audit.export(calls.caller(), calls.token(call.getToken())));
            return answer;
        });
    }

    @Override
    public OperationsResponse operations(Operations call) throws ProblemFault {
        return Faults.answer(null, () -> {
            int limit = Math.min(call.getLimit(), LONGEST_LIST);
            OperationsResponse answer = new OperationsResponse();
            audit.operations(calls.caller(), call.getOffset(), limit)
                    .forEach(operation -> answer.getOperation().add(AuditTranslation.operation(operation)));
            return answer;
        });
    }
}
