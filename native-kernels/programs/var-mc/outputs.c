#include "varmc.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

struct output {
    const char *path;
    char temporary[PATH_MAX];
    FILE *file;
};

static int cannot(struct failure *f, const struct output *output, const char *what) {
    return fail(f, STATUS_OUTPUT, "check the folder's permissions and free space", "%s: cannot %s: %s", output->path,
                what, strerror(errno));
}

static int begin(struct output *output, const char *path, struct failure *f) {
    output->path = path;
    output->file = NULL;
    if (snprintf(output->temporary, sizeof output->temporary, "%s.part", path) >= (int)sizeof output->temporary) {
        errno = ENAMETOOLONG;
        output->temporary[0] = '\0';
        return cannot(f, output, "create");
    }
    output->file = fopen(output->temporary, "we");
    return output->file != NULL ? STATUS_OK : cannot(f, output, "create");
}

static int end(struct output *output, struct failure *f) {
    const int bad = fflush(output->file) != 0 || ferror(output->file) || fsync(fileno(output->file)) != 0;
    if (bad)
        return cannot(f, output, "write");
    const int closed = fclose(output->file);
    output->file = NULL;
    return closed == 0 ? STATUS_OK : cannot(f, output, "close");
}

static void sync_folder_of(const char *path) {
    char copy[PATH_MAX];
    snprintf(copy, sizeof copy, "%s", path);
    const int fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
}

static int publish(struct output *output, struct failure *f) {
    if (rename(output->temporary, output->path) != 0)
        return cannot(f, output, "rename into place");
    sync_folder_of(output->path);
    return STATUS_OK;
}

static void drop(struct output *output) {
    if (output->file != NULL)
        fclose(output->file);
    if (output->temporary[0] != '\0')
        unlink(output->temporary);
}

static void put_interval(FILE *out, const char *measure, const char *confidence, struct rmc_interval interval) {
    const double bounds[] = {interval.lower, interval.upper};
    fprintf(out, "%s,%s,%.17g", measure, confidence, interval.value);
    for (int i = 0; i < 2; i++)
        if (isfinite(bounds[i]))
            fprintf(out, ",%.17g", bounds[i]);
        else
            fputc(',', out); /* NULL: the sample is too small to bound it */
    fputc('\n', out);
}

static void put_figures(FILE *out, const struct figures *figures) {
    const struct {
        const char *confidence;
        const struct rmc_measures *at;
    } rows[] = {{"0.95", &figures->at95}, {"0.99", &figures->at99}};
    fprintf(out, "measure,confidence,value,lower,upper\n");
    for (int i = 0; i < 2; i++) {
        put_interval(out, "var_mean", rows[i].confidence, rows[i].at->var_mean);
        put_interval(out, "var_today", rows[i].confidence, rows[i].at->var_today);
        put_interval(out, "es_mean", rows[i].confidence, rows[i].at->es_mean);
    }
    fprintf(out, "today_value,,%.17g,,\n", figures->today_value);
    fprintf(out, "mean_value,,%.17g,,\n", figures->today_value + figures->at99.mean);
}

static void put_pnl(FILE *out, const double *pnl, size_t count) {
    fprintf(out, "scenario,pnl\n");
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%zu,%.17g\n", i, pnl[i]);
}

/* Both files are complete on disk before either gets its name. */
static int write_both(const struct options *options, const double *pnl, const struct figures *figures,
                      struct failure *f) {
    struct output one = {.file = NULL}, two = {.file = NULL};
    if (begin(&one, options->pnl, f) == STATUS_OK && begin(&two, options->figures, f) == STATUS_OK) {
        put_pnl(one.file, pnl, options->scenarios);
        put_figures(two.file, figures);
        if (end(&one, f) == STATUS_OK && end(&two, f) == STATUS_OK && publish(&one, f) == STATUS_OK &&
            publish(&two, f) != STATUS_OK)
            unlink(one.path);
    }
    if (f->status != STATUS_OK) {
        drop(&one);
        drop(&two);
    }
    return f->status;
}

int write_outputs(MPI_Comm comm, const struct options *options, const double *pnl, const struct figures *figures,
                  struct failure *f) {
    int rank;
    MPI_Comm_rank(comm, &rank);
    if (rank == 0)
        write_both(options, pnl, figures, f);
    return agree(comm, f);
}
