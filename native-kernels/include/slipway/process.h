/* SPDX-License-Identifier: Apache-2.0 */
/*
 * process: objects that live as processes of their own behind remote pointers (Givelberg, "Process-oriented parallel
 * programming with an application to data-intensive computing", 2014).
 *
 * An object of any class is created in a server of a world (process_world.h). Each object has a thread and a queue of
 * its own in that server. A remote pointer names the object, and every holder of the pointer can call the methods of
 * the object. A file NAME.class describes a class. From this file, the program process-stubs makes the functions that
 * callers use, and the prototypes of the functions that the author of the class writes. process-stubs(1) describes the
 * language:
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
 * A call that does not wait takes a struct with a field for each argument and each result. The caller keeps the struct
 * in place until the wait:
 *
 *     struct PageDevice_read read = {.index = 17, .page = {buffer, page_bytes}};
 *     struct proc_handle handle;
 *     PageDevice_start_read(storage, &read, &handle, &error);
 *     ...
 *     proc_wait(&handle, &error);                                   // buffer now holds read.page.bytes bytes
 *
 * The author keeps the state of an object in a struct of the class, and writes:
 *
 *     proc_err PageDevice_do_read(struct PageDevice *self, struct PageDevice_read *call, struct proc_error *error);
 *
 * Order. An object runs one method at a time. An object runs the calls of one thread in the order in which the thread
 * started them, and the calls of different threads in any order. An object that waits for another object in a method
 * runs no other call, so two objects must not call each other in a circle.
 *
 * Waiting. A waiting thread, of a caller or of an object, spins for some microseconds and then sleeps.
 *
 * Errors. ERROR may be NULL. A failure fills ERROR; a success leaves ERROR unchanged. The error of a call names class,
 * method, server and host. No function exits, aborts or prints.
 *
 * Threads. Any thread may call any function, also from a method of an object. The thread that started a handle must
 * wait for that handle.
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
    PROC_ERR_ARGUMENT, /* a parameter is out of range; the call had no effect */
    PROC_ERR_MEMORY,   /* an allocation failed */
    PROC_ERR_SYSTEM,   /* the system refuses something: a thread, a socket, memory to share */
    PROC_ERR_MPI,      /* an MPI call failed */
    PROC_ERR_WORLD,    /* no such world exists, or the world cannot be met */
    PROC_ERR_SECRET,   /* the file of the secret is missing or open to other users, or has another secret */
    PROC_ERR_ADDRESS,  /* no such object: the pointer is stale or forged, or no object has the address */
    PROC_ERR_CLASS,    /* the server does not know the class, or has stubs of another version */
    PROC_ERR_METHOD,   /* the method reports a failure */
    PROC_ERR_LOST,     /* a server, client or host has died or was cut off */
    PROC_ERR_MESSAGE,  /* the received bytes are not a message */
    PROC_ERR_STORE     /* an object cannot be stored or read back */
} proc_err;

struct proc_error {
    proc_err code;
    char text[PROC_ERROR_TEXT_BYTES];
};

/* Returns the message for a code, for logs that hold no proc_error. Static storage; never NULL. */
const char *proc_strerror(proc_err code);

/* Fills ERROR, which may be NULL, with CODE and the text, and returns CODE. Methods report failures to their callers by
 * this function. */
proc_err proc_fail(struct proc_error *error, proc_err code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A remote pointer. A pointer with all fields zero points to no object. */
struct proc_remote {
    uint64_t world;
    uint64_t stamp; /* random, so that the server recognises pointers that are stale or made up */
    uint32_t server, object;
};

/* Returns whether POINTER is not all zero. The object may have ended. */
bool proc_is_some(struct proc_remote pointer);

/* Returns whether A and B point to the same object. */
bool proc_is_same(struct proc_remote a, struct proc_remote b);

/* Bulk arguments: arrays of any length. The caller owns the memory. In a method, the memory is valid until the method
 * returns. */
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
 * The destination of a bulk result. The caller sets AT to memory of its own, and ROOM to the number of bytes that fit
 * there. In a method, AT is the memory to fill, and ROOM is the room of the caller. The method sets BYTES to the number
 * of bytes that it filled, and the caller reads BYTES after the call. The bytes of a text include the NUL. If the
 * memory of the caller is a shared buffer (proc_buffer_new) of the same host, AT in the method is the caller's memory.
 */
struct proc_into {
    void *at;
    size_t room;
    size_t bytes;
};

/* Copies COUNT bytes to INTO and sets into->bytes to COUNT. If the bytes do not fit, sets into->bytes, copies no byte
 * and returns false. */
bool proc_put(struct proc_into *into, const void *bytes, size_t count);

/* --- buffers --- */

/*
 * Returns BYTES of zeroed memory, which begins at a page of memory. Each server on this host maps the buffer once. A
 * call sends only the place of a bulk argument or result that lies in the buffer, so the method reads or fills the
 * memory of the caller. Returns NULL, and fills ERROR, after a failure. The caller frees the memory with
 * proc_buffer_free, after all calls that use the memory.
 */
void *proc_buffer_new(size_t bytes, struct proc_error *error);

/* Frees a buffer. Accepts NULL. */
void proc_buffer_free(void *buffer);

/* --- calls, on which the stubs are built (process_class.h) --- */

struct proc_world;  /* process_world.h */
struct proc_method; /* process_class.h */
struct proc_class;
struct proc_line;

/* A started call. The caller owns the memory, which may have any contents at the start of the call, and keeps the
 * memory in place until the wait for the call. */
struct proc_handle {
    struct proc_handle *next; /* only the library uses the fields */
    struct proc_line *line;
    const struct proc_method *method;
    void *call;
    uint32_t serial, state;
    struct proc_error error;
};

/* Waits until the call of HANDLE is done, and returns the outcome of the call. After a failure, the results of the call
 * are undefined. A second wait for HANDLE returns the outcome again. */
proc_err proc_wait(struct proc_handle *handle, struct proc_error *error);

/* Waits for all COUNT calls of HANDLES. Returns the outcome of the first handle with a failure, or PROC_OK. */
proc_err proc_wait_all(struct proc_handle *handles, size_t count, struct proc_error *error);

/* Returns whether the call of HANDLE is done, so that proc_wait would return at once. */
bool proc_is_done(struct proc_handle *handle);

/* Destroys an object and ends its process. Calls of other threads that are still queued there fail with
 * PROC_ERR_ADDRESS. */
proc_err proc_destroy(struct proc_remote object, struct proc_error *error);
proc_err proc_start_destroy(struct proc_remote object, struct proc_handle *handle, struct proc_error *error);

/* Waits until OBJECT has done all calls that this thread has started there. */
proc_err proc_fence(struct proc_remote object, struct proc_error *error);

/* --- plain remote memory --- */

/* Makes an object of COUNT doubles, all 0, in a server, and returns in *MEMORY the pointer to the object. The caller
 * ends the object with proc_destroy. */
proc_err proc_memory_new(struct proc_world *world, int server, size_t count, struct proc_remote *memory,
                         struct proc_error *error);

/* Sets or gets the element INDEX. Refuses an INDEX beyond the last element. */
proc_err proc_memory_set(struct proc_remote memory, size_t index, double value, struct proc_error *error);
proc_err proc_memory_get(struct proc_remote memory, size_t index, double *value, struct proc_error *error);

/* Writes VALUES to the elements from FIRST on, or reads COUNT elements from FIRST on to VALUES. */
proc_err proc_memory_write(struct proc_remote memory, size_t first, struct proc_f64s values, struct proc_error *error);
proc_err proc_memory_read(struct proc_remote memory, size_t first, size_t count, double *values,
                          struct proc_error *error);

/* --- process groups --- */

/* Makes the COUNT objects MEMBERS, of any classes, one process group. Each member gets its number, the number of
 * members, and a copy of all pointers. An object is a member of one group at a time: a new group replaces the former
 * group. */
proc_err proc_group_make(const struct proc_remote *members, size_t count, struct proc_error *error);

/* Waits until each of the objects has done all calls that this thread has started there. A master process uses this
 * function as a barrier. */
proc_err proc_group_fence(const struct proc_remote *members, size_t count, struct proc_error *error);

/* --- inside of methods --- */

/* The context in which a method runs: the field `at` of the struct of each call. */
struct proc_context;

/* Return the pointer to the object that runs the method, and the world of that object. */
struct proc_remote proc_self(const struct proc_context *at);
struct proc_world *proc_here(const struct proc_context *at);

/* Return, for the process group of the object: the number of the object in the group, from 0; the number of members,
 * which is 0 for an object without a group; and the pointer to the member ID. */
int proc_group_id(const struct proc_context *at);
int proc_group_size(const struct proc_context *at);
struct proc_remote proc_group_member(const struct proc_context *at, int id);

/* Waits in a method until all members of the group have called this function. Fails if a member has died or was
 * destroyed. */
proc_err proc_barrier(const struct proc_context *at, struct proc_error *error);

/* --- persistent objects --- */

/* Gives OBJECT a symbolic address, such as "http://data/set/PageDevice/34", in the registry of the world of OBJECT, and
 * stores OBJECT there. The class of OBJECT must be `persistent`. The server stores OBJECT again when the world ends,
 * and proc_open finds OBJECT by the address. Refuses the address of another object, and an object that has an
 * address. */
proc_err proc_name(struct proc_remote object, const char *address, struct proc_error *error);

/* Returns in *OBJECT the pointer to the object with the address ADDRESS. If the object lives in any world of the
 * registry, the pointer leads there. Otherwise SERVER of WORLD reads the stored object back; -1 lets the library choose
 * the server. */
proc_err proc_open(struct proc_world *world, int server, const char *address, struct proc_remote *object,
                   struct proc_error *error);

/* Stores the present state of OBJECT, which must have an address. */
proc_err proc_store(struct proc_remote object, struct proc_error *error);

/* --- hosts and queues --- */

struct proc_host {
    char name[PROC_NAME_BYTES];
    int32_t cores;        /* number of processor cores that the server may use */
    int32_t disks;        /* number of block devices, without partitions and disks in memory */
    double load;          /* average load over the last minute */
    uint64_t memory;      /* bytes of memory of the host */
    uint64_t memory_free; /* bytes of memory that programs can still allocate */
    uint64_t space;       /* bytes of the file system with the folder */
    uint64_t space_free;
};

/* Fills HOST with figures of the host of SERVER, and of the file system there that has FOLDER. */
proc_err proc_host_of(struct proc_world *world, int server, const char *folder, struct proc_host *host,
                      struct proc_error *error);

/* Sets *CALLS to the number of calls in the queue of OBJECT, including the running call. Does not wait for any of
 * them. */
proc_err proc_queue(struct proc_remote object, uint64_t *calls, struct proc_error *error);

#ifdef __cplusplus
}
#endif

#endif
