package dev.slipway.web.wizard;

import dev.slipway.draft.Draft;
import dev.slipway.form.FormProblem;
import dev.slipway.form.JobForm;
import java.util.Arrays;
import java.util.List;

/**
 * Describes the part that all pages of a draft show.
 *
 * @param version that the page shows; a form with another version is not accepted
 * @param name of the job so far; may be empty
 * @param page the open page
 * @param elsewhere whether the draft was changed in another window while this page was open
 */
public record DraftView(String id, int version, String name, String page, List<Entry> pages, boolean elsewhere) {

    /**
     * Names one page in the list of pages.
     *
     * @param sound whether the page is done and right
     */
    public record Entry(String id, int number, boolean current, boolean sound) {}

    /** @param problems of the whole form */
    static DraftView of(Draft draft, JobForm form, List<FormProblem> problems, WizardPage open, boolean elsewhere) {
        List<Entry> pages = Arrays.stream(WizardPage.values())
                .map(page ->
                        new Entry(page.id(), page.ordinal() + 1, page == open, isSound(page, draft, form, problems)))
                .toList();
        return new DraftView(draft.id().value(), draft.version(), form.value("name"), open.id(), pages, elsewhere);
    }

    /**
     * Returns whether a page is done and right. A page without any input is not done, because the user may not have
     * seen the page.
     */
    private static boolean isSound(WizardPage page, Draft draft, JobForm form, List<FormProblem> problems) {
        return page == WizardPage.REVIEW
                ? problems.isEmpty() && draft.job().isPresent()
                : page.isFilledIn(form) && page.problems(form, problems).isEmpty();
    }
}
