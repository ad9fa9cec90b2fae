/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stream: an application as a graph of kernels that pass records to each other over links.
 *
 * Model and names come from "A hybrid MPI-Stream framework", sections II to IV and listing (both versions of the
 * report). A kernel takes records in and gives records out, and knows other kernels by number only. A link leads from
 * one kernel to one or several others. The graph says where kernels run and how each link is carried, so the same
 * kernels run as parts of one thread, as threads, as processes of one machine, or on several hosts.
 *
 *     osf_Result_t source(osf_KernelContext_t *ctx) {
 *         static osf_Stream_t *out = NULL;
 *         if (out == NULL)
 *             osf_Open(&out, OSF_STR_OUT, 1);                  // to kernel 1
 *         ...
 *         return osf_Put(out, &record, sizeof record);         // called again until it returns OSF_ERR_END
 *     }
 *     int main(void) {
 *         osf_KernelContext_t *context;
 *         osf_Init(NULL);
 *         osf_RegisterKernel(0, OSF_KRNTYP_POLLING, OSF_KRN_STATELESS, source, &context);
 *         osf_RegisterKernel(1, OSF_KRNTYP_POLLING, OSF_KRN_STATELESS, filter, &context);
 *         if (osf_StartStreams() != OSF_ERR_SUCCESS)           // runs the kernels until all are done
 *             report(osf_ErrorText());
 *         osf_Finalize();
 *     }
 *
 * Graph. stream-launch(1) makes the graph from an XML document (stream-graph(5)) and names the graph in the environment
 * of each program that it starts. A program without a graph has only its own kernels, with a link between each two
 * kernels that open a stream to each other.
 *
 * Records. A record has 1 to OSF_MAX_RECORD_BYTES bytes, and at most a quarter of the room of its link. Each record
 * arrives whole and once. Records that one copy of a kernel puts on one link arrive in order. Records of one link may
 * differ in size.
 *
 * Splits and joins. A link that leads to several kernels, or to several copies of one, is a split: the link gives each
 * record to all of them (duplicate), or to one after another in turn (divide). A kernel that opens OSF_ANY_KERNEL for
 * input gets the records of all its links in one queue (join). A link that closes a cycle is declared a feedback.
 *
 * Back-pressure. A link holds at most the room that the graph gives it, by default 256 KiB: the sender of a full link
 * waits until the receiver takes records out. A link over TCP holds about twice that, and the contents of the system's
 * sockets.
 *
 * End of stream. A link ends when the sender closes the link or is done. A receiver gets all records and then
 * OSF_ERR_END. A sender also gets OSF_ERR_END once all receivers are done. A sender or receiver that dies, or a cut
 * connection, gives OSF_ERR_LINK, with a text that names kernel and link; a kernel that the graph allows to be lost
 * counts as done.
 *
 * MPI kernels. A kernel may be a whole MPI program. Such a program registers no kernel and calls osf_Init, osf_Open,
 * osf_Get and osf_Put, and osf_Finalize. The library calls no MPI. The graph says whether only rank 0 has streams, or
 * each rank as one copy.
 *
 * Errors. A function that returns another code than OSF_ERR_SUCCESS, OSF_ERR_END and OSF_ERR_AGAIN has failed, and
 * osf_ErrorText() says why. The library never exits, aborts or prints.
 *
 * Threads. A stream serves one thread: the thread of the kernel that opened the stream. One thread calls osf_Init,
 * osf_RegisterKernel, osf_StartKernels, osf_StartStreams and osf_Finalize. A process with incoming links over TCP has
 * one more thread, which accepts the senders.
 */
#ifndef SLIPWAY_STREAM_H
#define SLIPWAY_STREAM_H

#include <stddef.h>
#include <stdint.h>

/* The version of this header: 10000 * major + 100 * minor + patch. The shared library is compatible with callers that
 * were compiled for the same major and minor number. */
#define OSF_VERSION 400

#ifdef __cplusplus
extern "C" {
#endif

enum {
    OSF_ANY_KERNEL = -1, /* of an input: all links of this kernel in one queue */
    OSF_MAX_RECORD_BYTES = 65536,
    OSF_DEFAULT_ROOM = 262144, /* bytes of a link; a record takes up to 7 bytes more, and 4 for the length */
    OSF_MAX_KERNELS = 256      /* numbers are 0 to 255 */
};

typedef enum {
    OSF_ERR_SUCCESS = 0,
    OSF_ERR_END,      /* no failure: the stream has ended; returned by a kernel: the kernel is done */
    OSF_ERR_AGAIN,    /* no failure: no record is there now, or there is no room now */
    OSF_ERR_ARGUMENT, /* a parameter is out of range; the call had no effect */
    OSF_ERR_STATE,    /* the function must not be called here or now; the call had no effect */
    OSF_ERR_MEMORY,   /* an allocation failed */
    OSF_ERR_GRAPH,    /* the graph cannot be read, or does not match the program */
    OSF_ERR_ROOM,   /* a record does not fit into its link, or into the buffer of osf_Get, which may be called again */
    OSF_ERR_LINK,   /* a link is broken */
    OSF_ERR_KERNEL, /* a kernel has failed or died */
    OSF_ERR_SYSTEM  /* the system refused a thread, a process, memory to share or a port */
} osf_Result_t;

typedef enum { OSF_STR_INPUT, OSF_STR_OUT } osf_Direction_t;

/* How the function of a kernel is called. */
typedef enum {
    OSF_KRNTYP_POLLING, /* repeatedly until the function returns a value other than OSF_ERR_SUCCESS; the function may
                           wait in osf_Get */
    OSF_KRNTYP_CALLBACK /* once at first, to open streams; then whenever records wait in an input or an input has ended;
                           never again once all inputs have ended. The kernel has at least one input. */
} osf_KernelType_t;

/* Whether a kernel keeps state from one record to the next. */
typedef enum {
    OSF_KRN_STATELESS, /* no state: several copies may run, each in a separate process */
    OSF_KRN_STATEFUL   /* state: only one copy may run */
} osf_KernelState_t;

/* Where a kernel of this program runs. The graph of a launcher may decide the place as well. */
typedef enum {
    OSF_PLACE_THREAD, /* in a separate thread of this process; the default */
    OSF_PLACE_TURNS,  /* in turns with the other kernels of this place, in one thread: a kernel that would wait lets the
                         next kernel go on. Each kernel has a stack of 256 KiB. */
    OSF_PLACE_PROCESS /* in a new process */
} osf_Place_t;

typedef struct osf_KernelContext osf_KernelContext_t;
typedef struct osf_Stream osf_Stream_t;

/*
 * The function of a kernel. Returns OSF_ERR_SUCCESS or OSF_ERR_AGAIN to be called again, OSF_ERR_END if the kernel is
 * done, and any other result if the kernel has failed. After the last two the streams of the kernel end.
 */
typedef osf_Result_t osf_KernelFunction_t(osf_KernelContext_t *context);

/* A wish about a kernel, for osf_StartKernels. */
typedef struct {
    int kernel;
    osf_Place_t place;
    int copies; /* 0 or 1: one; more for a stateless kernel in processes */
    int core;   /* the processor core of the kernel; -1: any. For kernels in turns, the core of the first kernel counts.
                 */
} osf_Hint_t;

/* --- life --- */

/*
 * Reads the graph and prepares the kernels and links of this process. GRAPH is the path of a graph that stream-launch
 * made. NULL stands for the graph that the environment names (OSF_GRAPH), if the environment names one. Starts to
 * listen for incoming links over TCP. May be called again after osf_Finalize.
 */
osf_Result_t osf_Init(const char *graph);

/*
 * Registers FUNCTION as kernel NUMBER. If a graph gives this process only some kernels of the program, the program may
 * register the others too; they do not run here. *CONTEXT belongs to the library and is valid until osf_Finalize;
 * CONTEXT may be NULL. Refuses a number that is registered already or that the graph does not have (OSF_ERR_GRAPH).
 */
osf_Result_t osf_RegisterKernel(int number, osf_KernelType_t type, osf_KernelState_t state,
                                osf_KernelFunction_t *function, osf_KernelContext_t **context);

/*
 * Starts registered kernels as new processes of this machine; call it before osf_StartStreams or not at all, and before
 * the program has threads. The COUNT entries of HINTS say where kernels run; without hints each kernel gets a process.
 * All processes return from this call and go on to osf_StartStreams. If a launcher started this process, the launcher's
 * graph decides where kernels run, and hints change only the processor cores.
 */
osf_Result_t osf_StartKernels(const osf_Hint_t *hints, int count);

/*
 * Runs the kernels of this process until all are done. The process that called osf_StartKernels also waits for all
 * processes that it started. Returns OSF_ERR_KERNEL if a kernel failed or died; the call has then ended all others, and
 * the error text names the kernel.
 */
osf_Result_t osf_StartStreams(void);

/* Sends waiting records, closes all streams of this process, and frees all memory of the library. */
osf_Result_t osf_Finalize(void);

/* --- streams --- */

/*
 * Opens the stream of the calling kernel to (OSF_STR_OUT) or from (OSF_STR_INPUT) KERNEL. The sender of a split opens
 * the split once, by the number of any receiver. The call does not wait for the other kernel. Refuses a link that the
 * graph does not have (OSF_ERR_GRAPH). The stream belongs to the library, and ends with the kernel or by osf_Close.
 */
osf_Result_t osf_Open(osf_Stream_t **stream, osf_Direction_t direction, int kernel);

/*
 * Puts one record of BYTES. Waits while the link is full; on a duplicating split, while any of the links is full.
 * Returns OSF_ERR_END if no receiver takes records any more. Over TCP records wait for company until the kernel waits,
 * the function of the kernel returns, 64 KiB are together, osf_Flush is called, or osf_Put or osf_Get is called after
 * 50 microseconds.
 */
osf_Result_t osf_Put(osf_Stream_t *stream, const void *record, size_t bytes);

/* Puts COUNT records of RECORD_BYTES each that lie one behind another. Costs less than COUNT calls of osf_Put. */
osf_Result_t osf_PutSet(osf_Stream_t *stream, const void *records, size_t record_bytes, size_t count);

/* Puts one record as osf_Put does, or returns OSF_ERR_AGAIN without effect if the call would have to wait. */
osf_Result_t osf_TryPut(osf_Stream_t *stream, const void *record, size_t bytes);

/* Sends the records that osf_Put holds back. */
osf_Result_t osf_Flush(osf_Stream_t *stream);

/*
 * Gets records: waits for a record, then takes as many whole records as are there and fit into ROOM bytes, one behind
 * another, all from one sender. *RECEIVED is the number of bytes taken with OSF_ERR_SUCCESS, the size of the next
 * record with OSF_ERR_ROOM, and otherwise 0. Returns OSF_ERR_END when all senders have ended and all records are taken.
 * With OSF_ANY_KERNEL, feedback links do not count for this end, and can be opened alone.
 */
osf_Result_t osf_Get(osf_Stream_t *stream, void *records, size_t room, size_t *received);

/* Gets as osf_Get does, but exactly one record. */
osf_Result_t osf_GetOne(osf_Stream_t *stream, void *record, size_t room, size_t *received);

/* Gets as osf_Get does, or returns OSF_ERR_AGAIN if no record comes within NANOSECONDS; 0: does not wait. */
osf_Result_t osf_GetWithin(osf_Stream_t *stream, void *records, size_t room, size_t *received, int64_t nanoseconds);

/* Ends a stream before its kernel is done. Sends waiting records; records that were not taken out are lost. */
osf_Result_t osf_Close(osf_Stream_t *stream);

/* --- questions of a kernel --- */

/* Returns the number of the kernel that sent the records of the last osf_Get on STREAM; -1 before the first osf_Get. */
int osf_Sender(const osf_Stream_t *stream);

/* Returns the number of the copy of that kernel; 0 for the first copy. */
int osf_SenderCopy(const osf_Stream_t *stream);

/* Returns the number of records that have passed STREAM; a duplicating split counts each record once. */
uint64_t osf_Records(const osf_Stream_t *stream);

/* Returns the calling kernel. An MPI kernel, which is not registered, gets the kernel of this process; other callers
 * get NULL. */
osf_KernelContext_t *osf_Context(void);

/* Returns the number of the kernel. */
int osf_Kernel(const osf_KernelContext_t *context);

/* Returns the number of this copy of the kernel; 0 for the first copy. In an MPI kernel with streams on all ranks, this
 * is the rank. */
int osf_Copy(const osf_KernelContext_t *context);

/* Returns the number of copies of the kernel. */
int osf_Copies(const osf_KernelContext_t *context);

/* Keeps DATA for the function of a kernel. The caller still owns DATA. */
void osf_SetData(osf_KernelContext_t *context, void *data);

/* Returns the data of osf_SetData; NULL before the first osf_SetData. */
void *osf_Data(const osf_KernelContext_t *context);

/* --- errors --- */

/* Returns the text of the last failure in this thread, in one line that names kernel and link; after osf_StartStreams
 * the text of the failed kernel's failure. "" before the first failure. Valid until the next call in this thread. */
const char *osf_ErrorText(void);

/* Returns the message for a result. Static storage; never NULL. */
const char *osf_ResultText(osf_Result_t result);

#ifdef __cplusplus
}
#endif

#endif
