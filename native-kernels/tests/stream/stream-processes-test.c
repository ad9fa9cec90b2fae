/* SPDX-License-Identifier: Apache-2.0 */
/* Streams in programs that do more with processes than streams need: signals, children of their own, many processes. */
#include "slipway/stream.h"
#include "stream/tcp.h"
#include "support/check.h"
#include "support/port.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Begins an application by a graph, as process 0 of the graph. */
static osf_Result_t begin(const char *text) {
    char path[64];
    const int fd = memfd_create("graph", MFD_CLOEXEC);
    CHECK(write(fd, text, strlen(text)) == (ssize_t)strlen(text), "no graph");
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    setenv("OSF_KERNEL", "0", 1);
    const osf_Result_t result = osf_Init(path);
    CHECK(result == OSF_ERR_SUCCESS, "%s", osf_ErrorText());
    close(fd);
    return result;
}

static double processor_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* --- signals --- */

static _Atomic int *signals; /* that came to the process which started the kernels; shared with them */

static void count_signal(int number) {
    (void)number;
    atomic_fetch_add(signals, 1);
}

/* Is done when three signals have come to the process that waits for this kernel. */
static osf_Result_t wait_for_signals(osf_KernelContext_t *context) {
    (void)context;
    poll(NULL, 0, 1);
    return atomic_load(signals) < 3 ? OSF_ERR_SUCCESS : OSF_ERR_END;
}

static void a_signal_to_the_program_ends_no_kernel(void) {
    const struct itimerval every = {{0, 20000}, {0, 20000}}, never = {{0, 0}, {0, 0}};
    struct sigaction action = {.sa_handler = count_signal}, before;
    signals = mmap(NULL, sizeof *signals, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK(osf_Init(NULL) == OSF_ERR_SUCCESS, "%s", osf_ErrorText());
    for (int i = 0; i < 2; i++)
        CHECK(osf_RegisterKernel(i, OSF_KRNTYP_POLLING, OSF_KRN_STATEFUL, wait_for_signals, NULL) == OSF_ERR_SUCCESS,
              "%s", osf_ErrorText());
    const pid_t own = getpid();
    CHECK(osf_StartKernels(NULL, 0) == OSF_ERR_SUCCESS, "%s", osf_ErrorText());
    if (getpid() == own) { /* the children inherit no timer */
        sigaction(SIGALRM, &action, &before);
        setitimer(ITIMER_REAL, &every, NULL);
    }
    const osf_Result_t result = osf_StartStreams();
    if (getpid() != own) {
        osf_Finalize();
        _exit(result == OSF_ERR_SUCCESS ? 0 : 1);
    }
    setitimer(ITIMER_REAL, &never, NULL);
    sigaction(SIGALRM, &before, NULL);
    CHECK(result == OSF_ERR_SUCCESS, "%s", osf_ErrorText());
    osf_Finalize();
    munmap(signals, sizeof *signals);
}

/* --- a child that also has the sockets --- */

static int port;

/* Says hello at the port, and gets a challenge: then the porter knows the socket. */
static int come_as_stranger(void) {
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const struct stream_graph graph = {.id = "0123456789abcdef"};
    unsigned char talk[TCP_TALK_BYTES];
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    CHECK(connect(fd, (struct sockaddr *)&address, sizeof address) == 0 && tcp_hello(&graph, 0, talk) &&
              send(fd, talk, TCP_HELLO_BYTES, MSG_NOSIGNAL) == TCP_HELLO_BYTES &&
              recv(fd, talk, TCP_CHALLENGE_BYTES, MSG_WAITALL) == TCP_CHALLENGE_BYTES,
          "a stranger cannot say hello");
    return fd;
}

/* A stranger is dropped while a child of the program holds its socket. The stranger goes on sending, which must wake no
 * thread. */
static void a_socket_that_a_child_holds_is_let_go(void) {
    char text[1024];
    port = draw_port();
    snprintf(text, sizeof text,
             "osf-graph 1\nrun test 0123456789abcdef\nkey %064x\nkernel 0 sink 1 plain end\nkernel 1 far 1 plain end\n"
             "process here\nprocess there\nmember 0 0 0 thread -1\nmember 1 1 0 thread -1\n"
             "listener 0 127.0.0.1 %d\nlink 1 whole forward 4096\nend 0 0 0 0 tcp 127.0.0.1 %d\n",
             7, port, port);
    if (begin(text) != OSF_ERR_SUCCESS)
        return;
    const int stranger = come_as_stranger();
    const pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        pause();
        _exit(0);
    }
    const int second = come_as_stranger(); /* served after the first has been dropped */
    CHECK(send(stranger, "no proof", 8, MSG_NOSIGNAL) == 8, "cannot talk");
    CHECK(send(second, "no proof", 8, MSG_NOSIGNAL) == 8, "cannot talk");
    char byte;
    CHECK(recv(second, &byte, 1, 0) <= 0, "a stranger gets an answer");
    CHECK(send(stranger, "still here", 10, MSG_NOSIGNAL) == 10, "cannot talk");
    const double before = processor_seconds();
    poll(NULL, 0, 500);
    CHECK(processor_seconds() - before < 0.2, "it took %.3f s of the processor to do nothing",
          processor_seconds() - before);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    close(stranger);
    close(second);
    osf_Finalize();
}

/* --- many processes --- */

enum { COPIES = 128 };

static char *large_graph(void) {
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    fprintf(
        out,
        "osf-graph 1\nrun large fedcba9876543210\nkey %064x\nkernel 0 from %d plain end\nkernel 1 to %d plain end\n", 7,
        COPIES, COPIES);
    for (int i = 0; i < 2 * COPIES; i++)
        fprintf(out, "process here\n");
    for (int i = 0; i < 2 * COPIES; i++)
        fprintf(out, "member %d %d %d thread -1\n", i, i / COPIES, i % COPIES);
    fprintf(out, "link 0 divide forward 4096\n");
    for (int i = 0; i < COPIES * COPIES; i++)
        fprintf(out, "end 0 %d 1 %d memory\n", i / COPIES, i % COPIES);
    fclose(out);
    return text;
}

static void a_graph_of_many_processes_is_read_in_little_time(void) {
    char *text = large_graph();
    const double before = processor_seconds();
    begin(text);
    osf_Finalize();
    CHECK(processor_seconds() - before < 10, "%.1f s of the processor", processor_seconds() - before);
    for (int i = 0; i < 2 * COPIES; i++) { /* no other process has mapped these, so they still have names */
        char name[64];
        snprintf(name, sizeof name, "/osf-fedcba9876543210-%d-%d", i / COPIES, i % COPIES);
        shm_unlink(name);
    }
    free(text);
}

int main(void) {
    static const struct check_case cases[] = {CASE(a_signal_to_the_program_ends_no_kernel),
                                              CASE(a_socket_that_a_child_holds_is_let_go),
                                              CASE(a_graph_of_many_processes_is_read_in_little_time)};
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
