/* SPDX-License-Identifier: Apache-2.0 */
/* Transforms in page sets on local disks, by clients that are threads of this process. */
#include "oocfft-cases.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>

static const int64_t size[3] = {24, 20, 36};
enum { DISKS = 2, MOST_CLIENTS = 3 };

/* A page set with a random array in generation 1, and folders for its disks. */
struct bed {
    char folder[64];
    char disks[DISKS][80];
    char path[80];
    struct ooc_plan plan;
    struct pgd_set *set;
};

static struct ooc_plan make_plan(ooc_plan_kind kind, ooc_task task, int clients) {
    struct ooc_plan plan;
    struct ooc_error error = {.text = ""};
    const struct ooc_question question = {
        .size = {size[0], size[1], size[2]}, .task = task, .kind = kind, .memory = 400 << 10, .clients = clients};
    CHECK(ooc_plan_make(&question, &plan, &error) == OOC_OK, "%s", error.text);
    return plan;
}

static void bed_begin(struct bed *bed, ooc_plan_kind kind, ooc_task task) {
    struct pgd_error error = {.text = ""};
    const char *disks[DISKS];
    *bed = (struct bed){.folder = "/tmp/oocfft-test-XXXXXX"};
    CHECK(mkdtemp(bed->folder) != NULL, "a folder");
    for (int i = 0; i < DISKS; i++) {
        snprintf(bed->disks[i], sizeof bed->disks[i], "%s/disk%d", bed->folder, i);
        CHECK(mkdir(bed->disks[i], 0700) == 0, "a folder");
        disks[i] = bed->disks[i];
    }
    snprintf(bed->path, sizeof bed->path, "%s/set", bed->folder);
    bed->plan = make_plan(kind, task, MOST_CLIENTS);
    struct pgd_options options = {.disks = disks, .disk_count = DISKS, .spare_pages = 4096};
    memcpy(options.domain, size, sizeof size);
    memcpy(options.page, bed->plan.page, sizeof bed->plan.page);
    CHECK(pgd_set_create(bed->path, &options, NULL, &bed->set, &error) == PGD_OK, "%s", error.text);
    double complex *array = random_array(size, 7);
    const struct pgd_box box = {.to = {size[0], size[1], size[2]}};
    CHECK(pgd_array_write(bed->set, &box, PGD_NATURAL, (double *)array, &error) == PGD_OK, "%s", error.text);
    CHECK(pgd_set_flush(bed->set, &error) == PGD_OK, "%s", error.text);
    free(array);
}

static void bed_end(struct bed *bed) {
    struct pgd_error error = {.text = ""};
    CHECK(pgd_set_close(bed->set, &error) == PGD_OK, "%s", error.text);
    CHECK(pgd_set_remove(bed->path, &error) == PGD_OK, "%s", error.text);
    for (int i = 0; i < DISKS; i++)
        rmdir(bed->disks[i]);
    CHECK(rmdir(bed->folder) == 0, "something is left in %s", bed->folder);
}

/* Clients that are threads: a barrier, and a sum. */
struct circle {
    pthread_barrier_t barrier;
    pthread_mutex_t lock;
    int count;
    atomic_int failed;
    double *sums;
    atomic_int computed, skipped; /* units */
    int breaks_after;             /* the number of the meeting at which a client reports a failure; 0: no failure */
};

struct member {
    struct circle *circle;
    struct bed *bed;
    int number, meetings, passes_begun;
    double *power;
    ooc_err code;
    struct ooc_error error;
    pthread_t thread;
};

static int meet(void *context, int failed) {
    struct member *member = context;
    struct circle *circle = member->circle;
    if (failed || (circle->breaks_after > 0 && ++member->meetings == circle->breaks_after))
        atomic_store(&circle->failed, 1);
    pthread_barrier_wait(&circle->barrier);
    const int any = atomic_load(&circle->failed);
    pthread_barrier_wait(&circle->barrier);
    return any;
}

static int add(void *context, double *values, size_t count) {
    struct circle *circle = ((struct member *)context)->circle;
    pthread_mutex_lock(&circle->lock);
    if (circle->sums == NULL)
        circle->sums = calloc(count, sizeof *circle->sums);
    for (size_t i = 0; i < count; i++)
        circle->sums[i] += values[i];
    pthread_mutex_unlock(&circle->lock);
    pthread_barrier_wait(&circle->barrier);
    memcpy(values, circle->sums, count * sizeof *values);
    return 0;
}

static void begin_pass(void *context, int pass) {
    ((struct member *)context)->passes_begun = pass + 1;
}

static void begin_unit(void *context, int pass, int64_t unit) {
    CHECK(((struct member *)context)->passes_begun == pass + 1, "unit %lld of pass %d, which has not begun",
          (long long)unit, pass);
}

static void tell(void *context, const struct ooc_unit_figures *figures) {
    struct circle *circle = ((struct member *)context)->circle;
    atomic_fetch_add(figures->skipped ? &circle->skipped : &circle->computed, 1);
}

static void *be_client(void *argument) {
    struct member *member = argument;
    struct ooc_engine *engine;
    CHECK(ooc_engine_new(size, 1 + member->number % 2, &engine, NULL) == OOC_OK, "an engine");
    struct ooc_job job = {
        .plan = &member->bed->plan,
        .set = member->bed->set,
        .engine = engine,
        .filter = {OOC_FILTER_POISSON, 0},
        .barriers = member->circle->count == MOST_CLIENTS,
        .clients = {member->number, member->circle->count, member, meet, add, begin_pass, begin_unit, tell},
        .power = member->power};
    member->code = ooc_run(&job, &member->error);
    ooc_engine_free(engine);
    return NULL;
}

/* Runs the plan of BED by COUNT clients. POWER is that of the first one. Returns the first failure. */
static struct ooc_error run_clients(struct bed *bed, struct circle *circle, int count, double *power) {
    struct member members[MOST_CLIENTS];
    struct ooc_error error = {.code = OOC_OK};
    *circle = (struct circle){.count = count, .breaks_after = circle->breaks_after};
    pthread_barrier_init(&circle->barrier, NULL, (unsigned)count);
    pthread_mutex_init(&circle->lock, NULL);
    for (int i = 0; i < count; i++) {
        members[i] = (struct member){.circle = circle, .bed = bed, .number = i};
        if (power != NULL)
            members[i].power = calloc((size_t)ooc_spectrum_bins(size), sizeof *power);
        CHECK(pthread_create(&members[i].thread, NULL, be_client, &members[i]) == 0, "a thread");
    }
    for (int i = 0; i < count; i++) {
        pthread_join(members[i].thread, NULL);
        if (error.code == OOC_OK && members[i].code != OOC_OK)
            error = members[i].error;
        if (power != NULL && i == 0)
            memcpy(power, members[i].power, (size_t)ooc_spectrum_bins(size) * sizeof *power);
        free(members[i].power);
    }
    pthread_mutex_destroy(&circle->lock);
    pthread_barrier_destroy(&circle->barrier);
    free(circle->sums);
    return error;
}

/* Checks that the set equals the result of the transform in memory, to the bit. */
static void check_result(struct bed *bed) {
    const struct ooc_filter filter = {OOC_FILTER_POISSON, 0};
    double complex *wanted = transformed(size, bed->plan.question.task, &filter, 1), *got = random_array(size, 1);
    const struct pgd_box box = {.to = {size[0], size[1], size[2]}};
    struct pgd_error error = {.text = ""};
    CHECK(pgd_array_read(bed->set, &box, PGD_NATURAL, (double *)got, &error) == PGD_OK, "%s", error.text);
    CHECK(memcmp(wanted, got, (size_t)elements_of(size) * sizeof *got) == 0, "%s",
          ooc_plan_name(bed->plan.question.kind));
    free(wanted);
    free(got);
}

void every_plan_gives_the_bytes_of_the_transform_in_memory(void) {
    for (int kind = OOC_PLAN_TWO_PASS; kind < OOC_PLANS; kind++)
        for (int task = OOC_DO_FORWARD; task <= OOC_DO_FILTER; task++) {
            struct bed bed;
            struct circle circle = {.count = 0};
            bed_begin(&bed, (ooc_plan_kind)kind, (ooc_task)task);
            const struct ooc_error error = run_clients(&bed, &circle, 1, NULL);
            CHECK(error.code == OOC_OK, "%s", error.text);
            check_result(&bed);
            bed_end(&bed);
        }
}

void several_clients_give_the_same_bytes_and_the_same_spectrum(void) {
    const size_t bytes = (size_t)ooc_spectrum_bins(size) * sizeof(double);
    double *one = malloc(bytes), *more = malloc(bytes);
    for (int kind = OOC_PLAN_TWO_PASS; kind < OOC_PLANS; kind++)
        for (int count = 1; count <= MOST_CLIENTS; count++) {
            struct bed bed;
            struct circle circle = {.count = 0};
            bed_begin(&bed, (ooc_plan_kind)kind, OOC_DO_FORWARD);
            const struct ooc_error error = run_clients(&bed, &circle, count, count == 1 ? one : more);
            CHECK(error.code == OOC_OK, "%s", error.text);
            CHECK(count == 1 || memcmp(one, more, bytes) == 0, "%d clients", count);
            check_result(&bed);
            bed_end(&bed);
        }
    free(one);
    free(more);
}

/* Breaks off a run of three clients where they keep step. Committed units are not done again. */
void an_interrupted_run_goes_on_with_other_clients(void) {
    for (int kind = OOC_PLAN_TWO_PASS; kind < OOC_PLANS; kind++)
        for (int meetings = 2; meetings <= 3; meetings++) {
            struct bed bed;
            struct circle circle = {.breaks_after = meetings};
            bed_begin(&bed, (ooc_plan_kind)kind, OOC_DO_FILTER);
            int64_t units = 0;
            for (int p = 0; p < bed.plan.pass_count; p++)
                units += elements_of(bed.plan.passes[p].units);
            CHECK(run_clients(&bed, &circle, 2, NULL).code == OOC_ERR_CALLER, "it went through");
            const int before = circle.computed;
            circle = (struct circle){.breaks_after = 0};
            const struct ooc_error error = run_clients(&bed, &circle, MOST_CLIENTS, NULL);
            CHECK(error.code == OOC_OK, "%s", error.text);
            CHECK(circle.skipped == before && circle.computed == units - before, "%d before, %d skipped, %d computed",
                  before, circle.skipped, circle.computed);
            check_result(&bed);
            bed_end(&bed);
        }
}

void the_transform_comes_back_from_disks(void) {
    struct bed bed;
    struct circle circle = {.count = 0};
    bed_begin(&bed, OOC_PLAN_TWO_PASS, OOC_DO_FORWARD);
    CHECK(run_clients(&bed, &circle, 1, NULL).code == OOC_OK, "the run");
    struct ooc_engine *engine;
    struct ooc_error error = {.text = ""};
    const struct ooc_plan back = make_plan(OOC_PLAN_TWO_PASS, OOC_DO_INVERSE, MOST_CLIENTS);
    CHECK(ooc_engine_new(size, 2, &engine, NULL) == OOC_OK, "an engine");
    const struct ooc_job job = {
        .plan = &back, .set = bed.set, .engine = engine, .generation = 1 + (uint32_t)bed.plan.pass_count};
    CHECK(ooc_run(&job, &error) == OOC_OK, "%s", error.text);
    double complex *before = random_array(size, 7), *got = random_array(size, 1);
    const struct pgd_box box = {.to = {size[0], size[1], size[2]}};
    CHECK(pgd_array_read(bed.set, &box, PGD_NATURAL, (double *)got, NULL) == PGD_OK, "the result");
    for (int64_t i = 0; i < elements_of(size); i++)
        CHECK_NEAR(cabs(got[i] - before[i]), 0, 1e-14);
    ooc_engine_free(engine);
    free(before);
    free(got);
    bed_end(&bed);
}

/* Flips a byte of each 64 of the largest file below FOLDER. */
static void flip(const char *folder) {
    char command[512];
    snprintf(command, sizeof command,
             "f=$(find %s -type f -printf '%%s %%p\\n' | sort -n | tail -1 | cut -d' ' -f2-) && "
             "printf 'damaged' | dd of=\"$f\" bs=1 seek=64 conv=notrunc 2>/dev/null",
             folder);
    CHECK(system(command) == 0, "%s", command);
}

void flipped_bytes_are_told_with_their_disk(void) {
    struct bed bed;
    struct circle circle = {.count = 0};
    struct pgd_error error = {.text = ""};
    bed_begin(&bed, OOC_PLAN_REPORT, OOC_DO_FORWARD);
    CHECK(pgd_set_close(bed.set, &error) == PGD_OK, "%s", error.text);
    flip(bed.disks[1]);
    CHECK(pgd_set_open(bed.path, NULL, &bed.set, &error) == PGD_OK, "%s", error.text);
    const struct ooc_error told = run_clients(&bed, &circle, 1, NULL);
    CHECK(told.code == OOC_ERR_DEVICE, "%d", (int)told.code);
    CHECK(strstr(told.text, "disk1") != NULL && strstr(told.text, "page") != NULL, "%s", told.text);
    bed_end(&bed);
}

void a_set_with_other_pages_is_refused(void) {
    struct bed bed;
    struct circle circle = {.count = 0};
    bed_begin(&bed, OOC_PLAN_REPORT, OOC_DO_FORWARD);
    bed.plan = make_plan(OOC_PLAN_TWO_PASS, OOC_DO_FORWARD, 1);
    CHECK(run_clients(&bed, &circle, 1, NULL).code == OOC_ERR_GEOMETRY, "it was taken");
    bed_end(&bed);
}
