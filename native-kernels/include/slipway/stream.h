/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stream: an application as a graph of kernels that pass records to each other over links.
 *
 * The model and the names are those of "A hybrid MPI-Stream framework", sections II to IV and its listing (both
 * versions of the report). A kernel takes records in and gives records out, and knows no other kernel but by its
 * number. A link leads from one kernel to one or several others. The graph says where kernels run and what carries each
 * link, so the same kernels run as parts of one thread, as threads, as processes of one machine, or on several hosts.
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
 * Graph. stream-launch(1) makes it out of an XML document (stream-graph(5)) and names it in the environment of each
 * program that it starts. A program that is started without one has its own kernels only, and each pair of them that
 * opens a stream to the other has a link.
 *
 * Records. A record is 1 to OSF_MAX_RECORD_BYTES bytes, and at most a quarter of the room of its link. It arrives
 * whole, once, and behind the records that were put before it on the same link by the same copy of a kernel. Records of
 * one link may differ in size.
 *
 * Splits and joins. A link that leads to several kernels, or to several copies of one, is a split: it gives each record
 * to all of them (duplicate), or to one after another in turn (divide). A kernel that opens OSF_ANY_KERNEL for input
 * has the records of all its links in one queue (join). A link that closes a cycle is declared a feedback.
 *
 * Back-pressure. A link holds as many bytes as the graph gives it room, 256 KiB at first, and no more: a sender waits
 * until its receiver has taken records out. A link over TCP holds about twice that, and what the system's sockets do.
 *
 * End of stream. A link ends when its sender closes it, or is done. A receiver gets all records and then OSF_ERR_END. A
 * sender whose receivers are all done gets OSF_ERR_END, too. A sender or receiver that dies, or a cut connection, gives
 * OSF_ERR_LINK, with a text that names kernel and link; a kernel that the graph allows to be lost counts as done.
 *
 * MPI kernels. A kernel may be a whole MPI program. It registers nothing and polls by itself: osf_Init, osf_Open,
 * osf_Get and osf_Put, osf_Finalize. The library calls no MPI. The graph says whether rank 0 alone has streams, or each
 * rank as a copy does.
 *
 * Errors. A function that does not return OSF_ERR_SUCCESS, OSF_ERR_END or OSF_ERR_AGAIN has failed, and
 * osf_ErrorText() says why. Nothing here exits, aborts or prints.
 *
 * Threads. One stream serves one thread, that of the kernel that opened it. osf_Init, osf_RegisterKernel,
 * osf_StartKernels, osf_StartStreams and osf_Finalize are called by one thread. A process with links over TCP that lead
 * to it has one thread more, which lets the senders in.
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
    OSF_DEFAULT_ROOM = 262144, /* bytes of a link; a record takes its own, up to 7 more, and 4 for its length */
    OSF_MAX_KERNELS = 256      /* numbers are 0 to 255 */
};

typedef enum {
    OSF_ERR_SUCCESS = 0,
    OSF_ERR_END,      /* no failure: the stream has ended; returned by a kernel: it is done */
    OSF_ERR_AGAIN,    /* no failure: nothing is there now, or there is no room now */
    OSF_ERR_ARGUMENT, /* a parameter is out of its range; nothing was done */
    OSF_ERR_STATE,    /* the function must not be called here or now; nothing was done */
    OSF_ERR_MEMORY,   /* an allocation failed */
    OSF_ERR_GRAPH,    /* the graph cannot be read, or does not say what the program does */
    OSF_ERR_ROOM,   /* a record does not fit: into its link, or into the buffer of osf_Get, which may be called again */
    OSF_ERR_LINK,   /* a link is broken */
    OSF_ERR_KERNEL, /* a kernel has failed or died */
    OSF_ERR_SYSTEM  /* the system refused a thread, a process, memory to share or a port */
} osf_Result_t;

typedef enum { OSF_STR_INPUT, OSF_STR_OUT } osf_Direction_t;

/* How the function of a kernel is called. */
typedef enum {
    OSF_KRNTYP_POLLING, /* again and again until it returns something other than OSF_ERR_SUCCESS; it may wait in osf_Get
                         */
    OSF_KRNTYP_CALLBACK /* once at first, to open its streams; then each time records wait in one of its inputs, or one
                           has ended; never again once all have ended. It has at least one input. */
} osf_KernelType_t;

/* What a kernel keeps from one record to the next. */
typedef enum {
    OSF_KRN_STATELESS, /* nothing: several copies of it may run, each in a process of its own */
    OSF_KRN_STATEFUL   /* something: only one may run */
} osf_KernelState_t;

/* Where a kernel of this program runs; the graph of a launcher says it, too. */
typedef enum {
    OSF_PLACE_THREAD, /* in a thread of its own in this process; the default */
    OSF_PLACE_TURNS,  /* in turns with the other kernels of this place, in one thread: a kernel that would wait lets the
                         next one go on. Each has a stack of 256 KiB. */
    OSF_PLACE_PROCESS /* in a new process */
} osf_Place_t;

typedef struct osf_KernelContext osf_KernelContext_t;
typedef struct osf_Stream osf_Stream_t;

/*
 * Is a kernel. Returns OSF_ERR_SUCCESS to be called again, OSF_ERR_END where it is done, and anything else, except
 * OSF_ERR_AGAIN, which means the same as OSF_ERR_SUCCESS, where it has failed. Its streams then end.
 */
typedef osf_Result_t osf_KernelFunction_t(osf_KernelContext_t *context);

/* A wish about a kernel, for osf_StartKernels. */
typedef struct {
    int kernel;
    osf_Place_t place;
    int copies; /* 0 or 1: one; more for a stateless kernel in processes */
    int core;   /* the processor core that it keeps to; -1: any. In turns, the core of the first one counts. */
} osf_Hint_t;

/* --- life --- */

/*
 * Reads the graph, and makes ready what this process has in it. GRAPH is the path of a graph that stream-launch made;
 * NULL stands for the one that the environment names (OSF_GRAPH), and there may be none. Starts to listen for the links
 * over TCP that lead to this process. May be called again after osf_Finalize.
 */
osf_Result_t osf_Init(const char *graph);

/*
 * Says that kernel NUMBER is FUNCTION. Where a graph gives this process some of the program's kernels, the others may
 * be registered and are left alone. *CONTEXT belongs to the library and is valid until osf_Finalize; CONTEXT may be
 * NULL. Refuses a number that is registered already, and one that the graph does not have (OSF_ERR_GRAPH).
 */
osf_Result_t osf_RegisterKernel(int number, osf_KernelType_t type, osf_KernelState_t state,
                                osf_KernelFunction_t *function, osf_KernelContext_t **context);

/*
 * Starts registered kernels as new processes of this machine; call it before osf_StartStreams or not at all, and before
 * the program has threads. HINTS, of which there are COUNT, say where kernels run; without any each gets a process. All
 * processes come back from this call and go on to osf_StartStreams. Where a launcher has started this process, its
 * graph has decided where kernels run, and hints change only the cores that they keep to.
 */
osf_Result_t osf_StartKernels(const osf_Hint_t *hints, int count);

/*
 * Runs the kernels of this process until all are done, and in the process that called osf_StartKernels until all that
 * it started are. Returns OSF_ERR_KERNEL where one failed or died, and has then ended all others; the text names it.
 */
osf_Result_t osf_StartStreams(void);

/* Closes all streams of this process, sends what waits to be sent, and frees everything. */
osf_Result_t osf_Finalize(void);

/* --- streams --- */

/*
 * Opens the stream of the calling kernel to (OSF_STR_OUT) or from (OSF_STR_INPUT) KERNEL. Of a split any of its
 * receivers may be named; it is opened once. Does not wait for the other kernel. Refuses what the graph does not have
 * (OSF_ERR_GRAPH). The stream belongs to the library; it ends with the kernel, or by osf_Close.
 */
osf_Result_t osf_Open(osf_Stream_t **stream, osf_Direction_t direction, int kernel);

/*
 * Puts one record of BYTES. Waits while its link is full, and with a duplicating split while any of its links is.
 * Returns OSF_ERR_END where no receiver takes records any more. Over TCP records may wait for others to go with them:
 * until the kernel waits, its function returns, 64 KiB have come together, osf_Flush, or the first osf_Put or osf_Get
 * after 50 microseconds.
 */
osf_Result_t osf_Put(osf_Stream_t *stream, const void *record, size_t bytes);

/* Puts COUNT records of RECORD_BYTES each that lie one behind another. Costs less than osf_Put for each. */
osf_Result_t osf_PutSet(osf_Stream_t *stream, const void *records, size_t record_bytes, size_t count);

/* Puts one record as osf_Put does, or returns OSF_ERR_AGAIN and does nothing where it would have to wait. */
osf_Result_t osf_TryPut(osf_Stream_t *stream, const void *record, size_t bytes);

/* Sends what osf_Put has left to be sent. */
osf_Result_t osf_Flush(osf_Stream_t *stream);

/*
 * Gets records: waits until there is one, and then takes as many whole ones as are there and fit into ROOM bytes,
 * one behind another, all from one sender. *RECEIVED is their number of bytes; 0 unless the result is OSF_ERR_SUCCESS,
 * or OSF_ERR_ROOM: then it is the size of the next record. Returns OSF_ERR_END when all senders have ended and all
 * records are taken; with OSF_ANY_KERNEL links that are feedbacks do not count for this, and can be opened alone.
 */
osf_Result_t osf_Get(osf_Stream_t *stream, void *records, size_t room, size_t *received);

/* Gets as osf_Get does, but exactly one record. */
osf_Result_t osf_GetOne(osf_Stream_t *stream, void *record, size_t room, size_t *received);

/* Gets as osf_Get does, or returns OSF_ERR_AGAIN where no record has come within NANOSECONDS; 0: does not wait. */
osf_Result_t osf_GetWithin(osf_Stream_t *stream, void *records, size_t room, size_t *received, int64_t nanoseconds);

/* Ends a stream before its kernel is done. What waits to be sent is sent; what was not taken out is lost. */
osf_Result_t osf_Close(osf_Stream_t *stream);

/* --- what a kernel may ask --- */

/* Returns the number of the kernel that sent what the last osf_Get on STREAM took; -1 before any. */
int osf_Sender(const osf_Stream_t *stream);

/* Returns which copy of that kernel sent it; 0 for the first. */
int osf_SenderCopy(const osf_Stream_t *stream);

/* Returns how many records have gone through STREAM; a duplicating split counts each once. */
uint64_t osf_Records(const osf_Stream_t *stream);

/* Returns the kernel that calls. In an MPI kernel, which registers nothing, that of this process; else NULL. */
osf_KernelContext_t *osf_Context(void);

/* Returns the number of the kernel. */
int osf_Kernel(const osf_KernelContext_t *context);

/* Returns which copy of the kernel this is, 0 for the first, and of an MPI kernel whose ranks all have streams, the
 * rank. */
int osf_Copy(const osf_KernelContext_t *context);

/* Returns how many copies of the kernel there are. */
int osf_Copies(const osf_KernelContext_t *context);

/* Keeps DATA, which stays the caller's, for the function of a kernel. */
void osf_SetData(osf_KernelContext_t *context, void *data);

/* Returns what osf_SetData has kept; NULL before. */
void *osf_Data(const osf_KernelContext_t *context);

/* --- errors --- */

/* Returns what the last failure in this thread was, in one line that names kernel and link; after osf_StartStreams what
 * the kernel met that failed. "" before any. Valid until the next call in this thread. */
const char *osf_ErrorText(void);

/* Returns the message for a result. Static storage; never NULL. */
const char *osf_ResultText(osf_Result_t result);

#ifdef __cplusplus
}
#endif

#endif
