/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the choices and the refusals of plans. */
#include "oocfft-cases.h"

static struct ooc_plan plan_of(struct ooc_question question) {
    struct ooc_plan plan;
    struct ooc_error error = {.text = ""};
    question.clients = question.clients > 0 ? question.clients : 1;
    CHECK(ooc_plan_make(&question, &plan, &error) == OOC_OK, "%s", error.text);
    return plan;
}

void an_array_that_the_memory_holds_is_transformed_there(void) {
    const struct ooc_plan plan = plan_of((struct ooc_question){.size = {64, 64, 64}, .memory = 8 << 20});
    CHECK(plan.question.kind == OOC_PLAN_MEMORY && plan.pass_count == 0 && plan.moved_bytes == 0, "another plan");
}

void two_passes_are_taken_where_their_pages_are_large(void) {
    const struct ooc_plan plan = plan_of(
        (struct ooc_question){.size = {1024, 1024, 1024}, .memory = (uint64_t)2 << 30, .clients = 2, .servers = 2});
    CHECK(plan.question.kind == OOC_PLAN_TWO_PASS && plan.pass_count == 2, "another plan");
    CHECK(plan.moved_bytes == 4 * (UINT64_C(16) << 30), "%llu", (unsigned long long)plan.moved_bytes);
    CHECK(elements_of(plan.page) * 16 >= 512 << 10, "pieces of %lld bytes", (long long)elements_of(plan.page) * 16);
}

void a_small_memory_is_left_three_passes(void) {
    const struct ooc_plan plan =
        plan_of((struct ooc_question){.size = {1024, 1024, 1024}, .memory = 128 << 20, .clients = 2, .servers = 2});
    CHECK(plan.question.kind == OOC_PLAN_REPORT && plan.pass_count == 3, "another plan");
    CHECK(plan.moved_bytes == 6 * (UINT64_C(16) << 30), "%llu", (unsigned long long)plan.moved_bytes);
}

/* Counts, for each page, the units of PASS that have the page. */
static void check_cover(const struct ooc_plan *plan, const struct ooc_pass *pass) {
    const int64_t pages = elements_of(plan->pages), units = elements_of(pass->units);
    int *seen = calloc((size_t)pages, sizeof *seen);
    struct pgd_page *places = malloc(ooc_unit_pages(plan, pass, 0, NULL) * sizeof *places);
    for (int64_t u = 0; u < units; u++) {
        const size_t count = ooc_unit_pages(plan, pass, u, places);
        for (size_t i = 0; i < count; i++)
            seen[(places[i].at[0] * plan->pages[1] + places[i].at[1]) * plan->pages[2] + places[i].at[2]]++;
    }
    for (int64_t i = 0; i < pages; i++)
        CHECK(seen[i] == 1, "page %lld is in %d units", (long long)i, seen[i]);
    /* The lines of each step are whole. */
    for (int s = 0; s < pass->step_count; s++)
        CHECK(pass->unit[pass->steps[s].axis] == plan->pages[pass->steps[s].axis], "another plan");
    free(places);
    free(seen);
}

void every_plan_holds_every_element_in_one_unit_of_each_pass(void) {
    for (int kind = OOC_PLAN_TWO_PASS; kind < OOC_PLANS; kind++)
        for (int task = OOC_DO_FORWARD; task <= OOC_DO_FILTER; task++) {
            const struct ooc_plan plan = plan_of((struct ooc_question){.size = {48, 36, 60},
                                                                       .task = (ooc_task)task,
                                                                       .kind = (ooc_plan_kind)kind,
                                                                       .memory = 600 << 10,
                                                                       .clients = 2});
            CHECK(plan.pass_count > 1 && elements_of(plan.pages) > 1, "another plan");
            for (int p = 0; p < plan.pass_count; p++)
                check_cover(&plan, &plan.passes[p]);
        }
}

void memory_of_a_plan_is_not_more_than_was_given(void) {
    for (uint64_t memory = 2 << 20; memory < 64 << 20; memory *= 2) {
        const struct ooc_plan plan = plan_of((struct ooc_question){
            .size = {128, 128, 128}, .memory = memory, .clients = 1, .servers = 1, .spectrum = 1});
        CHECK(plan.bytes <= memory, "%llu of %llu", (unsigned long long)plan.bytes, (unsigned long long)memory);
        CHECK(plan.unit_bytes * 3 < memory, "another plan");
    }
}

void too_little_memory_is_told_with_figures(void) {
    const ooc_plan_kind kinds[] = {OOC_PLAN_MEMORY, OOC_PLAN_TWO_PASS, OOC_PLAN_REPORT, OOC_PLAN_AUTO};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        struct ooc_plan plan;
        struct ooc_error error = {.text = ""};
        const struct ooc_question question = {
            .size = {512, 512, 512}, .kind = kinds[i], .memory = 20 << 10, .clients = 2};
        CHECK(ooc_plan_make(&question, &plan, &error) == OOC_ERR_GEOMETRY, "%s", ooc_plan_name(kinds[i]));
        CHECK(strstr(error.text, "memory is 20 KB") != NULL, "%s", error.text);
    }
}

void pages_that_do_not_divide_the_array_are_refused(void) {
    struct ooc_plan plan;
    struct ooc_error error = {.text = ""};
    const struct ooc_question question = {.size = {64, 64, 60}, .page = {8, 8, 8}, .memory = 1 << 20, .clients = 1};
    CHECK(ooc_plan_make(&question, &plan, &error) == OOC_ERR_GEOMETRY, "it was taken");
    CHECK(strcmp(error.text, "pages of 8x8x8 do not divide an array of 64x64x60; take divisors") == 0, "%s",
          error.text);
}

void arrays_of_more_elements_than_can_be_counted_are_refused(void) {
    static const int64_t sizes[][3] = {{1 << 20, 1 << 20, 1 << 20},
                                       {1 << 19, 1 << 20, 1 << 20},
                                       {1 << 16, 1 << 16, 65610},
                                       {1 << 9, 1 << 20, 1 << 20}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct ooc_plan plan;
        struct ooc_error error = {.text = ""};
        struct ooc_question question = {.memory = 1 << 20, .clients = 1, .spectrum = 1};
        memcpy(question.size, sizes[i], sizeof question.size);
        CHECK(ooc_plan_make(&question, &plan, &error) == OOC_ERR_ARGUMENT, "size %zu was taken", i);
        CHECK(strstr(error.text, "has more than 281474976710656 elements") != NULL, "%s", error.text);
    }
}

void an_array_of_one_line_has_units_of_a_line(void) {
    static const ooc_plan_kind kinds[] = {OOC_PLAN_TWO_PASS, OOC_PLAN_REPORT, OOC_PLAN_AUTO};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const struct ooc_plan plan =
            plan_of((struct ooc_question){.size = {1, 1, 1 << 17}, .kind = kinds[i], .memory = 12 << 20});
        CHECK(plan.unit_bytes == 16 << 17 && plan.bytes <= 12 << 20, "%s: units of %llu bytes", ooc_plan_name(kinds[i]),
              (unsigned long long)plan.unit_bytes);
    }
}

void a_filter_takes_three_passes(void) {
    const struct ooc_plan two = plan_of((struct ooc_question){
        .size = {64, 64, 64}, .task = OOC_DO_FILTER, .kind = OOC_PLAN_TWO_PASS, .memory = 1 << 20});
    const struct ooc_plan report = plan_of(
        (struct ooc_question){.size = {64, 64, 64}, .task = OOC_DO_FILTER, .kind = OOC_PLAN_REPORT, .memory = 1 << 20});
    CHECK(two.pass_count == 3, "%d", two.pass_count);
    CHECK(report.pass_count == 5, "%d", report.pass_count);
    CHECK(two.passes[1].step_count == 1 && two.passes[1].steps[0].filter, "another plan");
}
