/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Makes plans: a plan cuts an array into pages, and decides which pages are read, transformed and written together.
 *
 * Two passes. A unit of the first one is a slab of whole planes, one page thick; one of the second is a block of
 * columns, a page wide. So a page has n1 n2 n3 elements where n1 N2 N3 and N1 n2 n3 fit the memory of a unit; pieces
 * below TWO_PASS_PIECE would keep disks from their rate.
 *
 * The report's three passes. A unit is a page line: all pages along one axis. Pages are as near to cubes as the
 * divisors of the lengths allow.
 */
#include "internal.h"

#include <math.h>
#include <string.h>

enum {
    UNITS = 3,                 /* that a client keeps: one is read, one computed, one written */
    TWO_PASS_PIECE = 64 << 10, /* bytes; with smaller pages, two passes are not worth while */
    PROCESS_BYTES = 6 << 20,   /* memory of a process beyond its units */
    SMALL_MEMORY = 8,          /* PROCESS_BYTES of all take at most this part of the memory: an eighth */
    LINE_FLOPS = 5,            /* operations on a line of n, in units of n log2 n */
    VALUE = PGD_VALUE_BYTES,
    PARALLEL_UNITS = 4 /* a client has at least so many where the memory would hold larger ones */
};

#define MOST_BYTES 0x1p62

static const char *const names[OOC_PLANS] = {"auto", "memory", "two-pass", "report"};

const char *ooc_plan_name(ooc_plan_kind kind) {
    return names[kind < OOC_PLANS ? kind : OOC_PLAN_AUTO];
}

static int64_t elements(const int64_t shape[3]) {
    return shape[0] * shape[1] * shape[2];
}

/* Returns the largest divisor of N that is at most MOST, and at least 1. */
static int64_t divisor(int64_t n, int64_t most) {
    int64_t d = ooc_least(n, most > 1 ? most : 1);
    while (n % d != 0)
        d--;
    return d;
}

/* Returns the bytes that processes take beyond units. */
static uint64_t overhead(const struct ooc_question *question) {
    const uint64_t all = (uint64_t)(question->clients + question->servers) * PROCESS_BYTES;
    return all < question->memory / SMALL_MEMORY ? all : question->memory / SMALL_MEMORY;
}

/* Returns the elements that a unit of a client may have. */
static int64_t room_of_unit(const struct ooc_question *question) {
    return (int64_t)((question->memory - overhead(question)) / (uint64_t)question->clients / UNITS / VALUE);
}

/* Fills in the page of the two-pass plan. The page has no elements if the memory has no room for one. */
static void page_of_two_passes(const int64_t size[3], int64_t room, int64_t page[3]) {
    page[0] = room / (size[1] * size[2]) > 0 ? divisor(size[0], room / (size[1] * size[2])) : 0;
    page[2] = room / size[0] > 0 ? divisor(size[2], room / size[0]) : 0;
    page[1] = page[2] > 0 ? divisor(size[1], room / size[0] / page[2]) : 0;
}

static void page_of_report(const int64_t size[3], int64_t room, int64_t page[3]) {
    int64_t longest = 0;
    for (int i = 0; i < 3; i++)
        longest = size[i] > longest ? size[i] : longest;
    const int64_t side = (int64_t)sqrt((double)room / (double)longest);
    for (int i = 0; i < 3; i++)
        page[i] = side > 0 ? divisor(size[i], side) : 0;
}

/* Adds a pass. The units have all pages along the axes that WHOLE names. */
static struct ooc_pass *add_pass(struct ooc_plan *plan, const int whole[3]) {
    struct ooc_pass *pass = &plan->passes[plan->pass_count++];
    uint64_t bytes = VALUE;
    *pass = (struct ooc_pass){.step_count = 0};
    for (int i = 0; i < 3; i++) {
        pass->unit[i] = whole[i] ? plan->pages[i] : 1;
        pass->units[i] = plan->pages[i] / pass->unit[i];
        bytes *= (uint64_t)(pass->unit[i] * plan->page[i]);
    }
    plan->unit_bytes = bytes > plan->unit_bytes ? bytes : plan->unit_bytes;
    return pass;
}

static void add_step(struct ooc_pass *pass, int axis, ooc_direction direction, int filter) {
    pass->steps[pass->step_count++] = (struct ooc_step){.axis = axis, .direction = direction, .filter = filter};
}

static void add_planes(struct ooc_plan *plan, ooc_direction direction) {
    struct ooc_pass *pass = add_pass(plan, (const int[]){0, 1, 1});
    add_step(pass, 2, direction, 0);
    add_step(pass, 1, direction, 0);
}

static void add_lines(struct ooc_plan *plan, int axis, ooc_direction direction, int filter) {
    add_step(add_pass(plan, (const int[]){axis == 0, axis == 1, axis == 2}), axis, direction, filter);
}

/* Adds the passes of a task. The axes have the order of ooc_transform, so that the result has the same bits. */
static void add_passes(struct ooc_plan *plan) {
    const ooc_task task = plan->question.task;
    const ooc_direction direction = task == OOC_DO_INVERSE ? OOC_INVERSE : OOC_FORWARD;
    const int filter = task == OOC_DO_FILTER, slabs = plan->question.kind == OOC_PLAN_TWO_PASS;
    for (int i = 0; i < 3; i++)
        plan->pages[i] = plan->question.size[i] / plan->page[i];
    if (slabs)
        add_planes(plan, direction);
    else
        for (int axis = 2; axis > 0; axis--)
            add_lines(plan, axis, direction, 0);
    add_lines(plan, 0, direction, filter);
    if (filter && slabs)
        add_planes(plan, OOC_INVERSE);
    else if (filter)
        for (int axis = 2; axis > 0; axis--)
            add_lines(plan, axis, OOC_INVERSE, 0);
}

/* Returns the elements of a unit. A large memory gives units that are small enough for clients to read, compute and
 * write at the same time. */
static int64_t room_of_plan(const struct ooc_question *question) {
    const int64_t room = room_of_unit(question), fair = elements(question->size) / (PARALLEL_UNITS * question->clients);
    return ooc_least(room, fair > 1 ? fair : 1);
}

/* Returns the bytes of a spectrum's sums, of all clients. Where there are too many to count, they are more than any
 * memory. */
static uint64_t spectrum_bytes(const struct ooc_plan *plan) {
    const struct ooc_pass *pass = &plan->passes[plan->pass_count - 1];
    const double bytes = (double)elements(pass->units) * (double)ooc_spectrum_bins(plan->question.size) *
                         sizeof(double) * plan->question.clients;
    return bytes < MOST_BYTES ? (uint64_t)bytes : (uint64_t)MOST_BYTES;
}

/* Fills in the passes for the kind and the page that PLAN has. Returns whether the memory holds them. */
static int fits(struct ooc_plan *plan) {
    const struct ooc_question *question = &plan->question;
    plan->pass_count = 0;
    plan->unit_bytes = 0;
    for (int i = 0; i < 3; i++)
        if (plan->page[i] < 1)
            return 0;
    add_passes(plan);
    plan->bytes = overhead(question) + (uint64_t)question->clients * UNITS * plan->unit_bytes;
    if (question->spectrum)
        plan->bytes += spectrum_bytes(plan);
    return plan->bytes <= question->memory;
}

/* Cuts the array so that a unit has about ROOM elements. Returns whether the memory holds the plan. */
static int try_room(struct ooc_plan *plan, int64_t room) {
    const struct ooc_question *question = &plan->question;
    if (question->page[0] > 0)
        memcpy(plan->page, question->page, sizeof plan->page);
    else if (question->kind == OOC_PLAN_TWO_PASS)
        page_of_two_passes(question->size, room, plan->page);
    else
        page_of_report(question->size, room, plan->page);
    return fits(plan);
}

/* Tries smaller and smaller units: a spectrum needs a part of the memory, too. */
static int try_rooms(struct ooc_plan *plan, int64_t most) {
    for (int64_t room = most; room > 0; room /= 2)
        if (try_room(plan, room))
            return 1;
    return 0;
}

/* Takes the largest units that the memory holds where those of room_of_plan are shorter than a line. */
static int choose(struct ooc_plan *plan, ooc_plan_kind kind) {
    plan->question.kind = kind;
    return try_rooms(plan, room_of_plan(&plan->question)) || try_rooms(plan, room_of_unit(&plan->question));
}

/* Refuses arrays with more bytes, passes or spectra than 64 bits can count. */
static ooc_err check_elements(const int64_t size[3], struct ooc_error *error) {
    if (size[0] > OOC_MAX_ELEMENTS / size[1] / size[2])
        return ooc_fail(error, OOC_ERR_ARGUMENT,
                        "an array of %lldx%lldx%lld has more than %lld elements, the most that are transformed",
                        (long long)size[0], (long long)size[1], (long long)size[2], (long long)OOC_MAX_ELEMENTS);
    return OOC_OK;
}

static ooc_err check(const struct ooc_question *question, struct ooc_error *error) {
    if (question->clients < 1 || question->servers < 0 || question->memory == 0)
        return ooc_fail(error, OOC_ERR_ARGUMENT, "%d clients, %d servers, %llu bytes of memory: there is none to work",
                        question->clients, question->servers, (unsigned long long)question->memory);
    for (int i = 0; i < 3; i++) {
        const int64_t n = question->size[i], p = question->page[i];
        if (n < 1 || n > OOC_MAX_LENGTH)
            return ooc_fail(error, OOC_ERR_ARGUMENT, "a length of %lld: it is from 1 to %d", (long long)n,
                            OOC_MAX_LENGTH);
        if (question->page[0] > 0 && (p < 1 || n % p != 0))
            return ooc_fail(error, OOC_ERR_GEOMETRY,
                            "pages of %lldx%lldx%lld do not divide an array of %lldx%lldx%lld; take divisors",
                            (long long)question->page[0], (long long)question->page[1], (long long)question->page[2],
                            (long long)question->size[0], (long long)question->size[1], (long long)question->size[2]);
    }
    return check_elements(question->size, error);
}

/* Returns the memory that the plan takes at least, with the best pages. */
static uint64_t least_memory(const struct ooc_plan *plan) {
    uint64_t least = UINT64_MAX;
    struct ooc_plan trial = *plan;
    for (int64_t room = elements(plan->question.size); room > 0; room /= 2) {
        try_room(&trial, room);
        /* Of a small memory, processes take a share beyond their units. */
        const uint64_t units = trial.bytes - overhead(&trial.question);
        if (trial.pass_count > 0 && units + units / (SMALL_MEMORY - 1) < least)
            least = units + units / (SMALL_MEMORY - 1);
    }
    return least;
}

static ooc_err too_little(const struct ooc_plan *plan, struct ooc_error *error) {
    const struct ooc_question *question = &plan->question;
    return ooc_fail(error, OOC_ERR_GEOMETRY,
                    "the plan %s for %lldx%lldx%lld by %d clients takes at least %llu KB, and the memory is %llu KB; "
                    "give more memory, take fewer clients or another plan",
                    names[question->kind], (long long)question->size[0], (long long)question->size[1],
                    (long long)question->size[2], question->clients, (unsigned long long)(least_memory(plan) >> 10) + 1,
                    (unsigned long long)(question->memory >> 10));
}

static void sum_up(struct ooc_plan *plan) {
    const double n = (double)elements(plan->question.size);
    const int there_and_back = plan->question.task == OOC_DO_FILTER ? 2 : 1;
    plan->moved_bytes = 2 * (uint64_t)plan->pass_count * (uint64_t)elements(plan->question.size) * VALUE;
    plan->flops = LINE_FLOPS * n * log2(n > 1 ? n : 2) * there_and_back;
}

static int in_memory(struct ooc_plan *plan) {
    const uint64_t array = (uint64_t)elements(plan->question.size) * VALUE;
    plan->question.kind = OOC_PLAN_MEMORY;
    plan->pass_count = 0;
    memcpy(plan->page, plan->question.size, sizeof plan->page);
    for (int i = 0; i < 3; i++)
        plan->pages[i] = 1;
    plan->unit_bytes = array;
    plan->bytes = array + overhead(&plan->question);
    return plan->bytes <= plan->question.memory;
}

/* Takes two passes where their pages are large enough for disks, and else three. */
static int choose_best(struct ooc_plan *plan) {
    const struct ooc_plan empty = *plan;
    if (choose(plan, OOC_PLAN_TWO_PASS) &&
        (elements(plan->page) * VALUE >= TWO_PASS_PIECE || elements(plan->pages) <= PARALLEL_UNITS))
        return 1;
    *plan = empty;
    if (choose(plan, OOC_PLAN_REPORT))
        return 1;
    *plan = empty;
    if (choose(plan, OOC_PLAN_TWO_PASS))
        return 1;
    plan->question.kind = OOC_PLAN_REPORT; /* of which the error speaks */
    return 0;
}

ooc_err ooc_plan_make(const struct ooc_question *question, struct ooc_plan *plan, struct ooc_error *error) {
    int found;
    *plan = (struct ooc_plan){.question = *question};
    const ooc_err code = check(question, error);
    if (code != OOC_OK)
        return code;
    if (question->kind == OOC_PLAN_MEMORY || (question->kind == OOC_PLAN_AUTO && question->page[0] == 0))
        found = in_memory(plan);
    else
        found = 0;
    if (!found && question->kind == OOC_PLAN_AUTO)
        found = choose_best(plan);
    else if (!found && question->kind != OOC_PLAN_MEMORY)
        found = choose(plan, question->kind);
    if (!found && question->kind == OOC_PLAN_MEMORY)
        return ooc_fail(error, OOC_ERR_GEOMETRY,
                        "the array takes %llu KB, and the memory is %llu KB; leave out the "
                        "plan: with disks less will do",
                        (unsigned long long)(plan->bytes >> 10), (unsigned long long)(question->memory >> 10));
    if (!found)
        return too_little(plan, error);
    sum_up(plan);
    return OOC_OK;
}

size_t ooc_unit_pages(const struct ooc_plan *plan, const struct ooc_pass *pass, int64_t number,
                      struct pgd_page *pages) {
    int64_t at[3], each[3];
    size_t count = 0;
    (void)plan;
    at[2] = number % pass->units[2];
    at[1] = number / pass->units[2] % pass->units[1];
    at[0] = number / pass->units[2] / pass->units[1];
    for (each[0] = 0; each[0] < pass->unit[0]; each[0]++)
        for (each[1] = 0; each[1] < pass->unit[1]; each[1]++)
            for (each[2] = 0; each[2] < pass->unit[2]; each[2]++, count++)
                for (int i = 0; i < 3 && pages != NULL; i++)
                    pages[count].at[i] = at[i] * pass->unit[i] + each[i];
    return count;
}
