/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The programs of the tests with worlds of several mpiruns:
 *
 *     pages serve FOLDER NAME SECRET             all ranks serve until they are told to stop (close, SIGTERM)
 *     pages fill FOLDER NAME SECRET ADDRESS TEXT makes a page of TEXT in the last server, and gives it ADDRESS
 *     pages show FOLDER NAME SECRET ADDRESS      prints the page of ADDRESS
 *     pages stay FOLDER NAME SECRET FILE         waits for a method that ends when FILE is there
 *     pages push FOLDER NAME SECRET FILE         sends more than there is room for behind such a method
 *     pages close FOLDER NAME SECRET             lets the servers stop
 *     pages split FOLDER                         rank 0 and 1 call methods that do not end, the others serve; rank 1
 * waits for room to send, too pages spawn COUNT                          starts servers by MPI_Comm_spawn, and calls
 * each pages join                                 what spawn starts
 *
 * Ends with status 1 and the error on standard error where something fails.
 */
#include "slipway/process_world.h"

#include "Page.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PUSHED_BYTES = 64 << 20 };

static const struct proc_class *const classes[] = {&Page_class};
static struct proc_world *world;
static struct proc_error error;

static int say(proc_err code) {
    if (code != PROC_OK)
        fprintf(stderr, "pages: %d: %s\n", (int)code, error.text);
    return code == PROC_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}

static void stop(int number) {
    (void)number;
    proc_world_stop(world);
}

static int serve(char **words) {
    int ranks;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const struct proc_plan plan = {.servers = ranks,
                                   .classes = classes,
                                   .class_count = 1,
                                   .folder = words[0],
                                   .name = words[1],
                                   .secret = words[2]};
    if (say(proc_world_split(MPI_COMM_WORLD, &plan, &world, &error)) != EXIT_SUCCESS)
        return EXIT_FAILURE;
    signal(SIGTERM, stop);
    const int status = say(proc_serve(world, &error));
    const int ended = say(proc_world_end(world, &error));
    if (status != EXIT_SUCCESS || ended != EXIT_SUCCESS)
        _exit(EXIT_FAILURE); /* a rank that died would be waited for in MPI_Finalize */
    return EXIT_SUCCESS;
}

static proc_err fill(char **words) {
    struct proc_remote page;
    const struct proc_bytes text = {words[1], strlen(words[1]) + 1};
    proc_err code = Page_filled(world, proc_world_servers(world) - 1, text, &page, &error);
    return code == PROC_OK ? proc_name(page, words[0], &error) : code;
}

static proc_err show(char **words) {
    char text[256];
    int64_t bytes = 0;
    struct proc_remote page;
    proc_err code = proc_open(world, -1, words[0], &page, &error);
    if (code == PROC_OK)
        code = Page_size(page, &bytes, &error);
    struct proc_into into = {text, (size_t)bytes, 0};
    if (code == PROC_OK && bytes < (int64_t)sizeof text)
        code = Page_read(page, 0, &into, &error);
    if (code == PROC_OK)
        printf("%s\n", text);
    return code;
}

static proc_err stay(char **words) {
    struct proc_remote page;
    const proc_err code = Page_new(world, proc_world_servers(world) - 1, 1, &page, &error);
    printf("staying\n");
    fflush(stdout);
    return code == PROC_OK ? Page_stay(page, words[0], &error) : code;
}

/* Sends to a page, which is in a method until FILE is there, more than rings and sockets hold. */
static proc_err send_behind(struct proc_remote page, const char *file) {
    struct Page_stay call = {.file = file};
    struct proc_handle handle;
    const struct proc_bytes contents = {calloc(1, PUSHED_BYTES), PUSHED_BYTES};
    proc_err code = Page_start_stay(page, &call, &handle, &error);
    if (code == PROC_OK)
        code = Page_write(page, contents, 0, &error);
    free((void *)(uintptr_t)contents.at);
    const proc_err stayed = proc_wait(&handle, code == PROC_OK ? &error : NULL);
    return code == PROC_OK ? stayed : code;
}

static proc_err push(char **words) {
    struct proc_remote page;
    const proc_err code = Page_new(world, proc_world_servers(world) - 1, PUSHED_BYTES, &page, &error);
    return code == PROC_OK ? send_behind(page, words[0]) : code;
}

static proc_err end(char **words) {
    (void)words;
    return proc_world_close(world, &error);
}

/* Does something as a client of a world of another mpirun. */
static int meet(proc_err (*act)(char **words), char **words) {
    if (say(proc_world_meet(words[0], words[1], words[2], &world, &error)) != EXIT_SUCCESS)
        return EXIT_FAILURE;
    const int status = say(act(words + 3));
    const int ended = say(proc_world_end(world, &error));
    return status == EXIT_SUCCESS ? ended : status;
}

/* Lets two clients wait in vain, until one of the ranks is killed. */
static int split(char **words) {
    int rank, ranks;
    char nothing[512], who[512];
    struct proc_remote page;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const struct proc_plan plan = {.servers = ranks - 2, .classes = classes, .class_count = 1};
    if (say(proc_world_split(MPI_COMM_WORLD, &plan, &world, &error)) != EXIT_SUCCESS)
        return EXIT_FAILURE;
    snprintf(nothing, sizeof nothing, "%s/nothing", words[0]);
    snprintf(who, sizeof who, "%s/rank-%d", words[0], rank);
    proc_err code = PROC_OK;
    if (!proc_world_serves(world))
        code = Page_new(world, 0, PUSHED_BYTES, &page, &error);
    FILE *file = fopen(who, "w");
    if (file != NULL) {
        fprintf(file, "%d\n", (int)getpid());
        fclose(file);
    }
    if (proc_world_serves(world))
        code = proc_serve(world, &error);
    else if (code == PROC_OK)
        code = rank == 0 ? Page_stay(page, nothing, &error) : send_behind(page, nothing);
    snprintf(who, sizeof who, "%s/said-%d", words[0], rank);
    file = fopen(who, "w");
    if (file != NULL) {
        fprintf(file, "%s\n", code == PROC_OK ? "nothing" : error.text);
        fclose(file);
    }
    _exit(say(code)); /* a rank that died would be waited for in MPI_Finalize */
}

static int spawn(const char *program, char **words) {
    int count = atoi(words[0]), status = EXIT_SUCCESS; /* NOLINT: the test's own number */
    char join[] = "join", *arguments[] = {join, NULL};
    const struct proc_plan plan = {.servers = count};
    if (say(proc_world_spawn(MPI_COMM_WORLD, &plan, program, arguments, &world, &error)) != EXIT_SUCCESS)
        return EXIT_FAILURE;
    for (int i = 0; i < count && status == EXIT_SUCCESS; i++) {
        int64_t sum = 0;
        status = say(Page_add(world, i, i, 1, &sum, &error));
        printf("server %d: %lld\n", i, (long long)sum);
    }
    const int ended = say(proc_world_end(world, &error));
    return status == EXIT_SUCCESS ? ended : status;
}

static int join(void) {
    const struct proc_plan plan = {.classes = classes, .class_count = 1};
    if (say(proc_world_join(&plan, &world, &error)) != EXIT_SUCCESS)
        return EXIT_FAILURE;
    const int status = say(proc_serve(world, &error));
    const int ended = say(proc_world_end(world, &error));
    return status == EXIT_SUCCESS ? ended : status;
}

static int act(int count, char **words) {
    static const struct {
        const char *name;
        proc_err (*act)(char **words);
        int words;
    } clients[] = {{"fill", fill, 5}, {"show", show, 4}, {"stay", stay, 4}, {"push", push, 4}, {"close", end, 3}};
    for (size_t i = 0; i < sizeof clients / sizeof clients[0]; i++)
        if (count == clients[i].words + 2 && strcmp(words[1], clients[i].name) == 0)
            return meet(clients[i].act, words + 2);
    if (count == 5 && strcmp(words[1], "serve") == 0)
        return serve(words + 2);
    if (count == 3 && strcmp(words[1], "split") == 0)
        return split(words + 2);
    if (count == 3 && strcmp(words[1], "spawn") == 0)
        return spawn(words[0], words + 2);
    if (count == 2 && strcmp(words[1], "join") == 0)
        return join();
    fputs("usage: see the source\n", stderr);
    return 2;
}

/* A client needs no MPI to meet a world, and a client without an mpirun has no MPI. */
int main(int argc, char **argv) {
    const bool by_mpirun = getenv("OMPI_COMM_WORLD_RANK") != NULL;
    if (by_mpirun)
        MPI_Init(&argc, &argv);
    const int status = act(argc, argv);
    if (by_mpirun)
        MPI_Finalize();
    return status;
}
