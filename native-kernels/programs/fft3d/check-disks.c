/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checks of transforms on disks, of arrays beyond memory. Two page sets hold the transform of the random array and that
 * of another one; both are read unit by unit, so that no more memory is taken than by a transform.
 */
#include "check.h"

#include "field.h"
#include "leftovers.h"
#include "pageset.h"
#include "passes.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A page set with an array. */
struct bed {
    struct work work;
    char *folder;
    bool begun;          /* all clients know the folder */
    uint32_t generation; /* the generation of the array; 0: no array yet */
};

struct disk_checks {
    struct properties *properties;
    struct bed beside, other;
};

static int bed_begin(const struct options *options, struct team *team, const char *name, struct bed *bed,
                     struct sw_failure *f) {
    struct state state;
    struct ooc_error error;
    struct work *work = &bed->work;
    work->options = *options;
    work->team = team;
    bed->folder = sw_text_join(options->data, name);
    if (bed->folder == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the name of a folder");
    if (team_agree(team, f) != STATUS_OK)
        return f->status;
    bed->begun = true;
    work->options.data = bed->folder;
    work->options.generate = true;
    if (work_begin(work, f) != STATUS_OK || pageset_begin(work, &state, f) != STATUS_OK)
        return f->status;
    if (team->number == 0)
        leftovers_note(bed->folder);
    record_begin(team, 0, NULL, &work->record, f);
    slipway_progress_close(&work->record.progress); /* no record knows the whole work of all checks */
    if (f->status == STATUS_OK && ooc_engine_new(options->size, work_threads(work), &work->engine, &error) != OOC_OK)
        ooc_failed(&error, f);
    return team_agree(team, f);
}

static void bed_end(struct bed *bed, struct sw_failure *f) {
    if (bed->begun)
        pageset_remove(&bed->work, f);
    work_end(&bed->work);
    free(bed->folder);
}

/* Puts the array of the properties into BED, and transforms the array. */
static int fill(const struct disk_checks *checks, struct bed *bed, struct sw_failure *f) {
    struct passes passes;
    bed->work.source.generated = checks->properties->generated;
    bed->generation++;
    if (passes_begin(&bed->work, &passes, f) == STATUS_OK && field_load(&bed->work, bed->generation, f) == STATUS_OK)
        passes_run(&passes, "pass", &bed->work.plan, &bed->generation, NULL, f);
    passes_end(&passes);
    return f->status;
}

struct holding {
    struct properties *properties;
    enum property property;
};

static int hold_chunk(void *context, int64_t place, int64_t count, const double complex *elements, double complex *room,
                      struct sw_failure *f) {
    const struct holding *holding = context;
    property_add(holding->properties, holding->property, place, count, elements, room);
    return f->status;
}

/* Compares the array in BED with the values that PROPERTY requires, and reports the error. */
static int hold(struct disk_checks *checks, enum property property, struct bed *bed, struct sw_failure *f) {
    struct properties *properties = checks->properties;
    struct holding holding = {properties, property};
    const struct field field = {&bed->work, bed->generation},
                       beside = {&checks->beside.work, checks->beside.generation};
    if (field_each(&field, property_needs_beside(property) ? &beside : NULL, hold_chunk, &holding, f) != STATUS_OK)
        return f->status;
    double sums[2] = {(double)properties->far, (double)properties->all};
    if (team_add(bed->work.team, sums, 2, f) != STATUS_OK)
        return f->status;
    properties->far = sums[0];
    properties->all = sums[1];
    if (bed->work.team->number == 0)
        property_tell(properties, property, property_error(properties, property));
    return f->status;
}

static int check_beside(struct disk_checks *checks, struct sw_failure *f) {
    property_begin(checks->properties, PROPERTY_PARSEVAL);
    if (fill(checks, &checks->beside, f) == STATUS_OK)
        hold(checks, PROPERTY_PARSEVAL, &checks->beside, f);
    return f->status;
}

static int check_other(struct disk_checks *checks, enum property property, struct sw_failure *f) {
    property_begin(checks->properties, property);
    if (fill(checks, &checks->other, f) == STATUS_OK)
        hold(checks, property, &checks->other, f);
    return f->status;
}

static int check_roundtrip(struct disk_checks *checks, struct sw_failure *f) {
    struct bed *bed = &checks->beside;
    struct passes passes;
    property_begin(checks->properties, PROPERTY_ROUNDTRIP);
    if (passes_begin(&bed->work, &passes, f) == STATUS_OK)
        passes_go_back(&passes, &bed->generation, f);
    passes_end(&passes);
    return f->status == STATUS_OK ? hold(checks, PROPERTY_ROUNDTRIP, bed, f) : f->status;
}

/* Makes the folder of the checks. The folder may exist already, and keeps other files. */
static int make_folder(const struct options *options, const struct team *team, struct sw_failure *f) {
    if (team->number == 0 && mkdir(options->data, 0777) != 0 && access(options->data, W_OK) != 0)
        sw_fail(f, STATUS_OUTPUT, "give it a folder that can be written", "the folder %s cannot be made",
                options->data);
    return team_agree(team, f);
}

int check_on_disks(const struct options *options, struct team *team, struct properties *properties,
                   struct sw_failure *f) {
    struct disk_checks checks = {
        .properties = properties, .beside.work.record = {.trace = -1}, .other.work.record = {.trace = -1}};
    if (make_folder(options, team, f) == STATUS_OK &&
        bed_begin(options, team, "/beside", &checks.beside, f) == STATUS_OK &&
        bed_begin(options, team, "/other", &checks.other, f) == STATUS_OK) {
        check_beside(&checks, f);
        for (int p = PROPERTY_IMPULSE; p <= PROPERTY_LINEARITY && f->status == STATUS_OK; p++)
            check_other(&checks, (enum property)p, f);
        if (f->status == STATUS_OK)
            check_roundtrip(&checks, f);
    }
    bed_end(&checks.other, f);
    bed_end(&checks.beside, f);
    leftovers_forget();
    if (team->number == 0)
        rmdir(options->data); /* the folder stays if other files are there */
    return f->status;
}
