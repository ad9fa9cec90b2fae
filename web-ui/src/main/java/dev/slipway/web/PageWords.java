package dev.slipway.web;

import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.Utc;
import jakarta.servlet.ServletContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.web.servlet.ServletContextInitializer;
import org.springframework.stereotype.Component;

/**
 * Says the desk's texts in the words of a page. The desk writes for all doors and names commands of the toolkit,
 * elements of the document and settings; a page has buttons and fields instead. Tags find these words in the attribute
 * {@code words} of the application.
 */
@Component
public class PageWords implements ServletContextInitializer {
    private static final String TOKEN = "[0-9a-z]{32}";

    /** The remedies of problems that have other words on a page. */
    private static final Map<ProblemCode, String> REMEDIES = Map.ofEntries(
            Map.entry(ProblemCode.DOCUMENT_MALFORMED, "Correct the document; each problem is listed with its line."),
            Map.entry(
                    ProblemCode.SWEEP_TOO_LARGE,
                    "Split the sweep into several jobs, or ask your operator for a higher limit."),
            Map.entry(
                    ProblemCode.NOT_AUTHENTICATED,
                    "Sign in again. Passwords distinguish upper and lower case letters."),
            Map.entry(ProblemCode.NOT_AUTHORISED, "Ask your operator for the role that this needs."),
            Map.entry(ProblemCode.JOB_UNKNOWN, "Look for it in the list of jobs, which shows the jobs you may see."),
            Map.entry(ProblemCode.JOB_STATE, "Look at the job first: it may have moved on since this page was opened."),
            Map.entry(ProblemCode.RESULT_UNKNOWN, "The job's page lists its results."),
            Map.entry(ProblemCode.CALL_INVALID, "Go back, reload the page and try again."),
            Map.entry(ProblemCode.NOT_GRANTED, "Ask your operator for the right to use it, or choose another place."),
            Map.entry(ProblemCode.PASSWORD_DIGEST, "Sign in on the page of the service."),
            Map.entry(ProblemCode.USER_UNKNOWN, "Look for the user in the list of users."),
            Map.entry(ProblemCode.USER_EXISTS, "Choose another name, or open that user in the list to change it."),
            Map.entry(ProblemCode.SECRET_INVALID, "Type the password of that user again on the page of the step."),
            Map.entry(ProblemCode.SECRET_CLEAR, "Type the password into its field on the page of the step."),
            Map.entry(
                    ProblemCode.CREDENTIAL_CLOSED,
                    "Leave out user and password, or ask your operator to allow them for that host."),
            Map.entry(ProblemCode.CALLBACK_REFUSED, "Ask your operator which places may be notified."),
            Map.entry(ProblemCode.UPLOAD_UNKNOWN, "Upload the file again on the page of the step."),
            Map.entry(
                    ProblemCode.UPLOAD_TOO_LARGE,
                    "Choose a smaller file, or have your operator put it on a host or into a database."),
            Map.entry(
                    ProblemCode.UPLOAD_QUOTA,
                    "Wait until older uploads are no longer needed, or ask your operator for more room."),
            Map.entry(
                    ProblemCode.QUEUE_QUOTA,
                    "Wait until some jobs have started, cancel what is not needed, or ask your operator for a"
                            + " higher limit."),
            Map.entry(ProblemCode.SOURCE_UNKNOWN, "Choose a database, host, web site or folder of the list."),
            Map.entry(
                    ProblemCode.HOST_KEY,
                    "Ask your operator whether the host is new or was reinstalled; its key is not the known one."),
            Map.entry(ProblemCode.CREDENTIAL_REFUSED, "Check the user on that host, and type the password again."),
            Map.entry(
                    ProblemCode.HOST_NO_SFTP,
                    "Ask your operator to allow file transfers on that host, or copy single files."),
            Map.entry(
                    ProblemCode.SITE_REFUSED,
                    "Ask your operator to check the login and the certificate of the web site."),
            Map.entry(ProblemCode.QUERY_INVALID, "Correct the text that is sent; each ? stands alone as a value."),
            Map.entry(ProblemCode.CONTRACT_BROKEN, "Correct the data at their source, or the checks of this step."),
            Map.entry(
                    ProblemCode.STEP_STALLED,
                    "Nothing to do: the step is tried again. If it happens again, ask your operator about the place."),
            Map.entry(ProblemCode.DEMAND_NOT_TAKEN, "Choose a partition that offers it, or leave it empty."),
            Map.entry(ProblemCode.EXECUTABLE_MISSING, "Choose a program that the operator has installed."),
            Map.entry(ProblemCode.PROGRAM_FAILED, "Read what the program wrote to standard error."),
            Map.entry(ProblemCode.LAUNCHER_BROKEN, "Nothing to do: ask your operator to repair the service."),
            Map.entry(ProblemCode.RUN_QUOTA, "Bring in or write less data, or ask your operator for a higher limit."),
            Map.entry(ProblemCode.INTERNAL, "Give your operator the reference; it leads to the cause."),
            Map.entry(
                    ProblemCode.JOURNAL_CORRUPT,
                    "Ask your operator to verify the audit of this job. All other jobs go on."),
            Map.entry(ProblemCode.CALL_EXPIRED, "Reload the page and try again."),
            Map.entry(
                    ProblemCode.RUN_MEMORY,
                    "Raise the memory limit, have the program use less, or use more processes where the partition"
                            + " gives memory by slots."),
            Map.entry(
                    ProblemCode.VARIABLE_REFUSED,
                    "Leave the variable out, or ask your operator to allow it on this partition."),
            Map.entry(
                    ProblemCode.USERS_PROGRAM_REFUSED,
                    "Choose a program that the operator has installed, or ask your operator for a partition that runs"
                            + " users' programs."),
            Map.entry(ProblemCode.RUNS_AS_SERVICE, "Ask your operator: the service may not start programs yet."),
            Map.entry(
                    ProblemCode.DOCUMENT_QUOTA,
                    "Upload data as a file instead of typing them, or ask your operator for more room."),
            Map.entry(
                    ProblemCode.CLUSTER_REFUSED,
                    "Correct what the message names. If none of your fields sets it, ask your operator."),
            Map.entry(ProblemCode.CLUSTER_ACCOUNT, "Ask your operator for an account on that cluster."),
            Map.entry(
                    ProblemCode.PLACE_REMOVED,
                    "Ask your operator; the job goes on when the place is configured again."),
            Map.entry(
                    ProblemCode.SETTINGS_REFUSED,
                    "Correct the settings as the detail says and read them again, or restart the service for those that"
                            + " need it."),
            Map.entry(ProblemCode.STREAM_LAUNCHER_BROKEN, "Ask your operator to set up stream applications."));

    private record Phrase(Pattern of, String words) {}

    private static final List<Phrase> PHRASES = phrases();

    private static List<Phrase> phrases() {
        List<Phrase> all = new ArrayList<>();
        REMEDIES.forEach((code, words) -> all.add(new Phrase(
                Pattern.compile(Pattern.quote(code.hint()).replace("TOKEN", "\\E(?:TOKEN|" + TOKEN + ")\\Q")),
                Matcher.quoteReplacement(words))));
        all.add(phrase("Fetch what each job made: `slipway results [^`]+` says where it is\\.", ""));
        all.add(phrase(
                "`slipway list --group [^`]+` names the jobs; `slipway retry [^`]+` does again those that are not done,"
                        + " as a new group of",
                "Retry runs the jobs again that are not done, as a new sweep of"));
        all.add(phrase("`slipway list --group [^`]+` names its jobs\\.", "Choose one of its jobs."));
        all.add(phrase("Release it: `slipway release [^`]+`", "Release it"));
        // The buttons of the page stand for all other commands.
        all.add(phrase("[:,;] `slipway [^`]+`", ""));
        return List.copyOf(all);
    }

    private static Phrase phrase(String of, String words) {
        return new Phrase(Pattern.compile(of), words);
    }

    @Override
    public void onStartup(ServletContext context) {
        context.setAttribute("words", this);
    }

    /** Returns advice without commands, elements and settings. */
    public String remedy(String advice) {
        String text = advice;
        for (Phrase phrase : PHRASES) {
            text = phrase.of().matcher(text).replaceAll(phrase.words());
        }
        return times(text);
    }

    /** Shows the times in a text of the desk, which writes them in UTC, in the zone of the reader. */
    public static String times(String text) {
        return Utc.replaced(text, at -> Readable.moment(at).text());
    }
}
