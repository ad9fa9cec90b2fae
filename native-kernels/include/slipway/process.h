/* SPDX-License-Identifier: Apache-2.0 */
/*
 * process: objects that live as processes of their own behind remote pointers (Givelberg, "Process-oriented parallel
 * programming with an application to data-intensive computing", 2014).
 *
 * An object of any class is created in a server of a world (process_world.h) and has there a thread and a queue of its
 * own. A remote pointer names it; whoever has the pointer calls its methods. A class is described in a file NAME.class,
 * of which the program process-stubs makes the functions that callers use and the prototypes of those that the author
 * of the class writes (process-stubs(1) has the language):
 *
 *     class PageDevice
 *     new (text file, i64 pages, i64 page_bytes)
 *     write (bytes page, i64 index)
 *     read (i64 index) -> (bytes page)
 *
 * A caller then writes:
 *
 *     struct proc_remote storage;
 *     if (PageDevice_new(world, server, "pagefile", 1024, page_bytes, &storage, &error) != PROC_OK ||
 *         PageDevice_write(storage, (struct proc_bytes){page, page_bytes}, 17, &error) != PROC_OK)
 *         return report(error.text);                                // one line that names class, method and host
 *     proc_destroy(storage, &error);                                // the process ends
 *
 * and, so as not to wait, with a struct that has a field for each argument and each result, and stays until the wait:
 *
 *     struct PageDevice_read read = {.index = 17, .page = {buffer, page_bytes}};
 *     struct proc_handle handle;
 *     PageDevice_start_read(storage, &read, &handle, &error);
 *     ...
 *     proc_wait(&handle, &error);                                   // now read.page.bytes have come
 *
 * The author writes, with the state of an object in a struct of his own:
 *
 *     proc_err PageDevice_do_read(struct PageDevice *self, struct PageDevice_read *call, struct proc_error *error);
 *
 * Order. An object runs one method at a time. Calls of one thread to one object are done in the order in which the
 * thread has begun them; those of different threads in any order. An object that waits in a method for another object
 * runs nothing else, so two objects must not call each other in a circle.
 *
 * Waiting. Who waits spins for some microseconds and then sleeps, on either side.
 *
 * Errors. ERROR may be NULL. Where it is not, a failure fills it, and a success leaves it as it was. The error of a
 * call names class, method, server and host. Nothing here exits, aborts or prints.
 *
 * Threads. All functions may be called from any thread, also from methods of objects. A handle is waited for by the
 * thread that has started it.
 */
#ifndef SLIPWAY_PROCESS_H
#define SLIPWAY_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The version of this header: 10000 * major + 100 * minor + patch. The shared library is compatible with callers that
 * were compiled for the same major and minor number. */
#define PROC_VERSION 400

#ifdef __cplusplus
extern "C" {
#endif

enum { PROC_ERROR_TEXT_BYTES = 512, PROC_NAME_BYTES = 64, PROC_ADDRESS_BYTES = 200 };

typedef enum {
    PROC_OK = 0,
    PROC_ERR_ARGUMENT, /* a parameter is out of its range; nothing was done */
    PROC_ERR_MEMORY,   /* an allocation failed */
    PROC_ERR_SYSTEM,   /* the system refuses something: a thread, a socket, memory to share */
    PROC_ERR_MPI,      /* an MPI call failed */
    PROC_ERR_WORLD,    /* there is no such world, or it cannot be met */
    PROC_ERR_SECRET,   /* the secret is missing, open to others, or another one */
    PROC_ERR_ADDRESS,  /* no object is there: a stale or forged pointer, or an address that nobody has */
    PROC_ERR_CLASS,    /* the class is unknown there, or its stubs are of another version */
    PROC_ERR_METHOD,   /* the method says that it has failed */
    PROC_ERR_LOST,     /* a server, client or host has died or was cut off */
    PROC_ERR_MESSAGE,  /* what came is no message */
    PROC_ERR_STORE     /* an object cannot be stored or read back */
} proc_err;

struct proc_error {
    proc_err code;
    char text[PROC_ERROR_TEXT_BYTES];
};

/* Returns the message for a code, for logs that hold no proc_error. Static storage; never NULL. */
const char *proc_strerror(proc_err code);

/* Fills ERROR, which may be NULL, and returns CODE: for methods, whose errors go to the caller. */
proc_err proc_fail(struct proc_error *error, proc_err code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A remote pointer. All zero: it points to no object. */
struct proc_remote {
    uint64_t world;
    uint64_t stamp; /* random: a pointer to an object that is gone, or that somebody has made up, is refused */
    uint32_t server, object;
};

/* Returns whether POINTER points to an object; the object may be gone. */
bool proc_is_some(struct proc_remote pointer);

/* Returns whether A and B point to one object. */
bool proc_is_same(struct proc_remote a, struct proc_remote b);

/* Arguments of bulk, owned by the caller. In a method they are valid until it returns. */
struct proc_bytes {
    const void *at;
    size_t bytes;
};
struct proc_f64s {
    const double *at;
    size_t count;
};
struct proc_i64s {
    const int64_t *at;
    size_t count;
};
struct proc_remotes {
    const struct proc_remote *at;
    size_t count;
};

/*
 * Where a result of bulk goes: ROOM bytes AT, the caller's. In a method AT is memory to fill, ROOM what the caller has
 * room for; the method says in BYTES how much it has filled, and the caller finds it there. A text counts its NUL.
 * Where the caller's memory is a shared buffer of the same host, the method fills that itself.
 */
struct proc_into {
    void *at;
    size_t room;
    size_t bytes;
};

/* Puts COUNT bytes into INTO. Returns false, with BYTES set to what is needed, where they do not fit. */
bool proc_put(struct proc_into *into, const void *bytes, size_t count);

/* --- buffers --- */

/*
 * Returns BYTES of zeroed memory, at a page's start, that servers on this host map once. A bulk argument or result that
 * lies in it travels as its place alone, so a method reads or fills the caller's own memory. NULL with ERROR. The
 * caller frees it with proc_buffer_free, after all calls that use it.
 */
void *proc_buffer_new(size_t bytes, struct proc_error *error);

/* Frees a buffer. Accepts NULL. */
void proc_buffer_free(void *buffer);

/* --- calls: what the stubs are made of (process_class.h) --- */

struct proc_world;  /* process_world.h */
struct proc_method; /* process_class.h */
struct proc_class;
struct proc_line;

/* A call that was started. The caller's memory, which stays where it is until the call is waited for; to begin with it
 * may hold anything. */
struct proc_handle {
    struct proc_handle *next; /* all fields are the library's */
    struct proc_line *line;
    const struct proc_method *method;
    void *call;
    uint32_t serial, state;
    struct proc_error error;
};

/*
 * Waits until the call of HANDLE is done. Returns its outcome; where it is a failure, no result can be relied on. A
 * second wait returns the same.
 */
proc_err proc_wait(struct proc_handle *handle, struct proc_error *error);

/* Waits for all HANDLES. Returns the outcome of the first that failed, else PROC_OK. */
proc_err proc_wait_all(struct proc_handle *handles, size_t count, struct proc_error *error);

/* Returns whether proc_wait would return at once. */
bool proc_is_done(struct proc_handle *handle);

/* Destroys the object: its process ends. Calls that others have queued there fail with PROC_ERR_ADDRESS. */
proc_err proc_destroy(struct proc_remote object, struct proc_error *error);
proc_err proc_start_destroy(struct proc_remote object, struct proc_handle *handle, struct proc_error *error);

/* Waits until OBJECT has done all that this thread has begun there. */
proc_err proc_fence(struct proc_remote object, struct proc_error *error);

/* --- plain remote memory --- */

/* Makes COUNT doubles, all 0, in a server. The pointer is one to an object, which proc_destroy ends. */
proc_err proc_memory_new(struct proc_world *world, int server, size_t count, struct proc_remote *memory,
                         struct proc_error *error);

/* Sets or gets element INDEX. An INDEX beyond the end is refused. */
proc_err proc_memory_set(struct proc_remote memory, size_t index, double value, struct proc_error *error);
proc_err proc_memory_get(struct proc_remote memory, size_t index, double *value, struct proc_error *error);

/* Writes VALUES to the elements from FIRST on, or reads COUNT of them. */
proc_err proc_memory_write(struct proc_remote memory, size_t first, struct proc_f64s values, struct proc_error *error);
proc_err proc_memory_read(struct proc_remote memory, size_t first, size_t count, double *values,
                          struct proc_error *error);

/* --- process groups --- */

/* Makes the COUNT objects MEMBERS, of any classes, one process group: each gets its number, their count and a copy of
 * all pointers. An object is in one group at a time; the newest counts. */
proc_err proc_group_make(const struct proc_remote *members, size_t count, struct proc_error *error);

/* Waits until each of the objects has done all that this thread has begun there: the master's barrier. */
proc_err proc_group_fence(const struct proc_remote *members, size_t count, struct proc_error *error);

/* --- inside of methods --- */

/* Where a method runs: `call->at`. */
struct proc_context;

/* Returns the pointer to the object itself, and the world it lives in. */
struct proc_remote proc_self(const struct proc_context *at);
struct proc_world *proc_here(const struct proc_context *at);

/* The process group of the object: its number, from 0, how many members there are (0: it is in no group), and the
 * pointer to one of them. */
int proc_group_id(const struct proc_context *at);
int proc_group_size(const struct proc_context *at);
struct proc_remote proc_group_member(const struct proc_context *at, int id);

/* Waits in a method until all members of the group wait here. Fails where a member has died or was destroyed. */
proc_err proc_barrier(const struct proc_context *at, struct proc_error *error);

/* --- persistent objects --- */

/*
 * Gives OBJECT, of a class with `persistent`, a symbolic address such as "http://data/set/PageDevice/34" in the
 * registry of its world. From then on it is stored when its world ends, and proc_open finds it again. Refuses an
 * address that another object has.
 */
proc_err proc_name(struct proc_remote object, const char *address, struct proc_error *error);

/*
 * Returns in *OBJECT the object of that address: where it lives in any world of the registry, that one; else it is read
 * back in SERVER of WORLD (-1: any).
 */
proc_err proc_open(struct proc_world *world, int server, const char *address, struct proc_remote *object,
                   struct proc_error *error);

/* Stores OBJECT, which has an address, as it is now. */
proc_err proc_store(struct proc_remote object, struct proc_error *error);

/* --- hosts and queues --- */

struct proc_host {
    char name[PROC_NAME_BYTES];
    int32_t cores;        /* that the server may run on */
    int32_t disks;        /* block devices that are no part of another and no memory */
    double load;          /* of the last minute */
    uint64_t memory;      /* bytes, of all */
    uint64_t memory_free; /* bytes that a program can have */
    uint64_t space;       /* bytes of the file system that was asked for */
    uint64_t space_free;
};

/* Tells about the host of a server, and about the file system there in which FOLDER lies. */
proc_err proc_host_of(struct proc_world *world, int server, const char *folder, struct proc_host *host,
                      struct proc_error *error);

/* Tells how many calls wait in OBJECT's queue, with the one that runs, in *CALLS. Does not wait for any of them. */
proc_err proc_queue(struct proc_remote object, uint64_t *calls, struct proc_error *error);

#ifdef __cplusplus
}
#endif

#endif
