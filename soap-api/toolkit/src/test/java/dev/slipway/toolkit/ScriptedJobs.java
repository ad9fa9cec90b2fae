package dev.slipway.toolkit;

import dev.slipway.problem.ProblemCode;
import dev.slipway.service.wire.AuditExport;
import dev.slipway.service.wire.AuditExportResponse;
import dev.slipway.service.wire.AuditFinding;
import dev.slipway.service.wire.AuditVerify;
import dev.slipway.service.wire.AuditVerifyResponse;
import dev.slipway.service.wire.DocumentProblem;
import dev.slipway.service.wire.Download;
import dev.slipway.service.wire.DownloadResponse;
import dev.slipway.service.wire.Explain;
import dev.slipway.service.wire.ExplainResponse;
import dev.slipway.service.wire.Explanation;
import dev.slipway.service.wire.Figure;
import dev.slipway.service.wire.History;
import dev.slipway.service.wire.HistoryEntry;
import dev.slipway.service.wire.HistoryResponse;
import dev.slipway.service.wire.JobOutcome;
import dev.slipway.service.wire.JobPhase;
import dev.slipway.service.wire.JobState;
import dev.slipway.service.wire.JobStatus;
import dev.slipway.service.wire.JobStep;
import dev.slipway.service.wire.JobSummary;
import dev.slipway.service.wire.ListResponse;
import dev.slipway.service.wire.Operation;
import dev.slipway.service.wire.Operations;
import dev.slipway.service.wire.OperationsResponse;
import dev.slipway.service.wire.OutcomeWord;
import dev.slipway.service.wire.Output;
import dev.slipway.service.wire.OutputResponse;
import dev.slipway.service.wire.Problem;
import dev.slipway.service.wire.ProblemFault;
import dev.slipway.service.wire.ResultEntry;
import dev.slipway.service.wire.ResultRole;
import dev.slipway.service.wire.Results;
import dev.slipway.service.wire.ResultsResponse;
import dev.slipway.service.wire.Retry;
import dev.slipway.service.wire.RetryResponse;
import dev.slipway.service.wire.RunProgress;
import dev.slipway.service.wire.Severity;
import dev.slipway.service.wire.Status;
import dev.slipway.service.wire.StatusResponse;
import dev.slipway.service.wire.StepDirection;
import dev.slipway.service.wire.StepProgress;
import dev.slipway.service.wire.Submit;
import dev.slipway.service.wire.SubmitResponse;
import dev.slipway.service.wire.Validate;
import dev.slipway.service.wire.ValidateResponse;
import jakarta.jws.WebService;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** Implements the service's contract with answers that a test sets, and records the calls. */
@WebService(
        serviceName = "JobsService",
        portName = "JobsPort",
        targetNamespace = "urn:slipway:service:1",
        endpointInterface = "dev.slipway.service.wire.Jobs",
        wsdlLocation = "classpath:dev/slipway/service/jobs.wsdl")
public final class ScriptedJobs extends ScriptedGroups {
    public static final String TOKEN = "0123456789abcdefghjkmnpqrstvwxyz";
    static final String AGAIN = "zyxwvtsrqpnmkjhgfedcba9876543210";
    public static final Instant BEGUN = Instant.parse("2026-11-20T10:00:00Z");
    static final String HOSTILE = "a\u0085b\u202ec";

    public final Deque<JobStatus> looks = new ArrayDeque<>();
    byte[] result = "scenario,pnl\n0,1.5\n".getBytes(StandardCharsets.UTF_8);
    public byte[] output = "hello\n".getBytes(StandardCharsets.UTF_8);
    String fileName = "pnl.csv";
    String sum = "";
    /** The tokens that a list by first characters knows. */
    List<String> tokens = List.of();

    String damage = "";
    Explanation explanation = SampleExplanations.waiting();
    public ProblemCode refusal;
    /** Changes the listed job. */
    Consumer<JobSummary> change = job -> {};

    public volatile String heard = "";
    /** Calls are answered once this latch is open. */
    public volatile CountDownLatch silence = new CountDownLatch(0);

    public final List<String> calls = new CopyOnWriteArrayList<>();

    public static JobStatus status(JobState state) {
        JobStatus status = new JobStatus();
        status.setToken(TOKEN);
        status.setName("var " + HOSTILE);
        status.setOwner("ann");
        status.setState(state);
        status.setSince(BEGUN);
        status.setAccepted(BEGUN);
        status.setProcesses(2);
        for (JobState passed : JobState.values()) {
            if (passed.ordinal() <= state.ordinal()) {
                JobPhase phase = new JobPhase();
                phase.setState(passed);
                phase.setBegun(BEGUN.plusSeconds(passed.ordinal()));
                if (passed != state) {
                    phase.setEnded(BEGUN.plusSeconds(passed.ordinal() + 1L));
                }
                status.getPhase().add(phase);
            }
        }
        return status;
    }

    public static JobStatus moving(long bytes, long rows) {
        JobStatus status = status(JobState.STAGING_IN);
        JobStep step = new JobStep();
        step.setName("positions");
        step.setDirection(StepDirection.IN);
        step.setOrderGroup(2);
        step.setPlace("risk");
        step.setFile("positions.csv.gz");
        step.setProgress(StepProgress.MOVING);
        step.setBytes(bytes);
        step.setRows(rows);
        status.getStep().add(step);
        return status;
    }

    public static JobStatus running(long done) {
        JobStatus status = status(JobState.RUNNING);
        RunProgress progress = new RunProgress();
        progress.setDone(done);
        progress.setOf(10_000);
        Figure figure = new Figure();
        figure.setName("var_mean_99");
        figure.setValue(12345.678);
        progress.getFigure().add(figure);
        status.setProgress(progress);
        return status;
    }

    /** Returns a running job with Value-at-Risk and shortfall at several levels, some with their intervals. */
    static JobStatus runningAtLevels(long done) {
        JobStatus status = running(done);
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("var_mean_99_lower", 12_000.5);
        figures.put("var_mean_99_upper", 13_000.0);
        figures.put("var_mean_97.5", 9_000.25);
        figures.put("es_mean_99", 15_000.0);
        figures.put("es_mean_99_lower", 14_000.0);
        figures.forEach((name, value) -> {
            Figure figure = new Figure();
            figure.setName(name);
            figure.setValue(value);
            status.getProgress().getFigure().add(figure);
        });
        return status;
    }

    public static JobStatus ended(OutcomeWord word) {
        JobStatus status = status(JobState.CLOSED);
        JobOutcome outcome = new JobOutcome();
        outcome.setWord(word);
        if (word == OutcomeWord.FAILED) {
            outcome.setPhase(JobState.STAGING_IN);
            outcome.setProblem(
                    problem(ProblemCode.STATEMENT_REFUSED, "step positions: the database refuses the statement"));
        }
        status.setOutcome(outcome);
        return status;
    }

    static Problem problem(ProblemCode code, String message) {
        Problem problem = new Problem();
        problem.setCode(code.id());
        problem.setMessage(message);
        problem.setDetail("relation \"risk.positons\" does not exist");
        problem.setHint(code.remedy().shell());
        problem.setExitStatus(code.exitStatus());
        problem.setJob(TOKEN);
        return problem;
    }

    @Override
    void hear(String call) throws ProblemFault {
        heard = call;
        calls.add(call.split(" ")[0]);
        try {
            silence.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (refusal != null) {
            throw new ProblemFault("refused", problem(refusal, "refused as told"));
        }
    }

    private static DocumentProblem finding() {
        DocumentProblem finding = new DocumentProblem();
        finding.setCode("document.invalid");
        finding.setSeverity(Severity.WARNING);
        finding.setXpath("/jsdl:JobDefinition");
        finding.setLine(3);
        finding.setColumn(7);
        finding.setMessage("something is odd");
        finding.setHint("Look at it.");
        return finding;
    }

    @Override
    public SubmitResponse submit(Submit call) throws ProblemFault {
        String document = new String(call.getDocument(), StandardCharsets.UTF_8);
        hear("submit " + document);
        if (document.equals("bad")) {
            Problem problem = problem(ProblemCode.DOCUMENT_INVALID, "job document, something is odd");
            DocumentProblem finding = finding();
            finding.setSeverity(Severity.ERROR);
            problem.getFinding().add(finding);
            throw new ProblemFault("refused", problem);
        }
        SubmitResponse answer = new SubmitResponse();
        answer.setToken(TOKEN);
        answer.getWarning().add(finding());
        return answer;
    }

    @Override
    public ValidateResponse validate(Validate call) throws ProblemFault {
        hear("validate");
        boolean bad = new String(call.getDocument(), StandardCharsets.UTF_8).contains("bad");
        DocumentProblem finding = finding();
        finding.setSeverity(bad ? Severity.ERROR : Severity.WARNING);
        ValidateResponse answer = new ValidateResponse();
        answer.setValid(!bad);
        answer.getFinding().add(finding);
        return answer;
    }

    @Override
    public StatusResponse status(Status call) throws ProblemFault {
        hear("status " + call.getToken());
        StatusResponse answer = new StatusResponse();
        if (call.getToken().equals(GROUP)) {
            answer.setGroup(lookAtGroup());
            return answer;
        }
        answer.setStatus(look());
        return answer;
    }

    @Override
    JobStatus look() {
        return looks.size() > 1 ? looks.poll() : looks.peek();
    }

    @Override
    public ListResponse list(dev.slipway.service.wire.List call) throws ProblemFault {
        hear("list " + call.getOffset() + " " + call.getLimit() + filter(call));
        JobSummary job = new JobSummary();
        job.setToken(TOKEN);
        job.setName("var " + HOSTILE);
        job.setOwner("ann");
        job.setState(JobState.CLOSED);
        job.setOutcome(OutcomeWord.DONE);
        job.setAccepted(BEGUN);
        job.setSince(BEGUN);
        ListResponse answer = new ListResponse();
        answer.setTotal(3);
        answer.getJob().add(job);
        change.accept(job);
        if (call.getToken() != null) {
            return beginning(tokens, call.getToken());
        }
        if (call.getGroup() != null) {
            job.setGroup(call.getGroup());
            job.setElement(17);
            job.getSwept().addAll(List.of("0.99", "a\nlong " + "x".repeat(60)));
        }
        return answer;
    }

    @Override
    public HistoryResponse history(History call) throws ProblemFault {
        hear("history");
        HistoryEntry entry = new HistoryEntry();
        entry.setSequence(1);
        entry.setAt(BEGUN);
        entry.setEvent("ACCEPTED");
        entry.setText("accepted from 127.0.0.1");
        HistoryResponse answer = new HistoryResponse();
        answer.getEntry().add(entry);
        return answer;
    }

    @Override
    public ResultsResponse results(Results call) throws ProblemFault {
        hear("results");
        if (call.getToken().equals(GROUP)) {
            return results(call.getOffset() == null ? 0 : call.getOffset());
        }
        ResultEntry entry = new ResultEntry();
        entry.setName("pnl");
        entry.setRole(ResultRole.PNL_DISTRIBUTION);
        entry.setFileName(fileName);
        entry.setBytes(result.length);
        entry.setSha256(sum);
        ResultsResponse answer = new ResultsResponse();
        answer.getResult().add(entry);
        return answer;
    }

    @Override
    public DownloadResponse download(Download call) throws ProblemFault {
        hear("download " + call.getName());
        int from = (int) Math.min(call.getOffset(), result.length);
        int to = Math.min(result.length, from + Math.min(7, call.getLimit()));
        DownloadResponse answer = new DownloadResponse();
        answer.setBytes(Arrays.copyOfRange(result, from, to));
        answer.setComplete(to == result.length);
        return answer;
    }

    @Override
    public OutputResponse output(Output call) throws ProblemFault {
        hear("output " + call.getStream().value());
        int from = (int) Math.min(call.getOffset(), output.length);
        OutputResponse answer = new OutputResponse();
        answer.setBytes(Arrays.copyOfRange(output, from, Math.min(output.length, from + 3)));
        answer.setOffset(from);
        answer.setComplete(from + 3 >= output.length);
        return answer;
    }

    @Override
    public ExplainResponse explain(Explain call) throws ProblemFault {
        hear("explain " + call.getToken());
        ExplainResponse answer = new ExplainResponse();
        answer.setExplanation(explanation);
        return answer;
    }

    @Override
    public RetryResponse retry(Retry call) throws ProblemFault {
        hear("retry " + call.getToken());
        RetryResponse answer = new RetryResponse();
        answer.setToken(AGAIN);
        return answer;
    }

    @Override
    public AuditVerifyResponse auditVerify(AuditVerify call) throws ProblemFault {
        hear("auditVerify " + call.getToken());
        AuditVerifyResponse answer = new AuditVerifyResponse();
        answer.setJobs(1_200);
        answer.setEvents(30_000);
        answer.setCheckpoints(2);
        answer.setCheckpoint("ab".repeat(32));
        if (!damage.isEmpty()) {
            AuditFinding finding = new AuditFinding();
            finding.setText(damage);
            answer.getFinding().add(finding);
        }
        return answer;
    }

    @Override
    public AuditExportResponse auditExport(AuditExport call) throws ProblemFault {
        hear("auditExport " + call.getToken());
        AuditExportResponse answer = new AuditExportResponse();
        answer.setRecord("<auditRecord/>".getBytes(StandardCharsets.UTF_8));
        return answer;
    }

    @Override
    public OperationsResponse operations(Operations call) throws ProblemFault {
        hear("operations " + call.getOffset() + " " + call.getLimit());
        Operation operation = new Operation();
        operation.setSequence(7);
        operation.setAt(BEGUN);
        operation.setKind("EXPORTED");
        operation.setBy("alma");
        operation.setFrom("10.0.0.7");
        operation.setText("audit record of job " + TOKEN);
        OperationsResponse answer = new OperationsResponse();
        answer.getOperation().add(operation);
        return answer;
    }
}
