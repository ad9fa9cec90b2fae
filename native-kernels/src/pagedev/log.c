/* SPDX-License-Identifier: Apache-2.0 */
/* Makes and writes logs. */
#include "log.h"

#include "base/files.h"
#include "base/rows.h"
#include "checksum.h"
#include "folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

_Static_assert(sizeof(struct pgd_log_head) == PGD_LOG_HEAD_BYTES, "the head has no padding");
_Static_assert(sizeof(struct pgd_log_record) == PGD_LOG_RECORD_BYTES, "a record has no padding");

uint64_t pgd_log_check(uint64_t id, const struct pgd_log_record *record) {
    struct {
        uint64_t id;
        struct pgd_log_record record;
    } all = {id, *record};
    all.record.check = 0;
    return pgd_checksum(&all, sizeof all);
}

static pgd_err fail_write(const struct pgd_log *log, struct pgd_error *error, int reason) {
    const bool full = reason == ENOSPC || reason == EDQUOT || reason == EFBIG;
    return pgd_fail(error, full ? PGD_ERR_SPACE : PGD_ERR_IO,
                    "%s: cannot be written: %s; what is not in it is not committed", log->path, strerror(reason));
}

static struct pgd_log_head head_of(uint64_t id, uint64_t page_bytes, uint64_t page_count) {
    struct pgd_log_head head = {.id = id, .page_bytes = page_bytes, .page_count = page_count};
    memcpy(head.magic, "SLIPWAY PAGES 1", sizeof head.magic);
    head.check = pgd_checksum(&head, offsetof(struct pgd_log_head, check));
    return head;
}

pgd_err pgd_log_create(const char *folder, uint64_t id, uint64_t page_bytes, uint64_t page_count, struct pgd_log *log,
                       struct pgd_error *error) {
    *log = (struct pgd_log){.fd = -1, .head = head_of(id, page_bytes, page_count)};
    log->path = pgd_path(folder, "log");
    if (log->path == NULL)
        return pgd_lacks_memory(error, strlen(folder), "a name");
    log->fd = open(log->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, PGD_FILE_MODE);
    if (log->fd < 0)
        return pgd_fail(error, PGD_ERR_OPEN, "%s: cannot be created: %s", log->path, strerror(errno));
    if (sw_file_write_at(log->fd, &log->head, sizeof log->head, 0) == 0 && fsync(log->fd) == 0 &&
        flock(log->fd, LOCK_EX | LOCK_NB) == 0)
        return PGD_OK;
    const int reason = errno;
    unlink(log->path);
    return fail_write(log, error, reason);
}

pgd_err pgd_log_add(struct pgd_log *log, const struct pgd_log_record *record, struct pgd_error *error) {
    struct pgd_log_record *grown =
        sw_rows_grow(log->waiting, &log->waiting_room, log->waiting_count + 1, sizeof *grown);
    if (grown == NULL)
        return pgd_lacks_memory(error, log->waiting_count * sizeof *grown, "the log");
    log->waiting = grown;
    log->waiting[log->waiting_count++] = *record;
    return PGD_OK;
}

/* Numbers the waiting records as the batch after BATCH, in a log of COUNT records, and computes their checks. */
static void seal(struct pgd_log *log, uint64_t count, uint32_t batch) {
    for (size_t i = 0; i < log->waiting_count; i++) {
        struct pgd_log_record *record = &log->waiting[i];
        record->batch = batch + 1;
        record->left = log->waiting_count - 1 - i;
        record->number = count + i;
        record->check = pgd_log_check(log->head.id, record);
    }
}

static off_t end_of(uint64_t count) {
    return (off_t)(PGD_LOG_HEAD_BYTES + count * PGD_LOG_RECORD_BYTES);
}

pgd_err pgd_log_append(struct pgd_log *log, struct pgd_error *error) {
    const size_t bytes = log->waiting_count * sizeof *log->waiting;
    if (bytes == 0)
        return PGD_OK;
    seal(log, log->count, log->batch);
    if (sw_file_write_at(log->fd, log->waiting, bytes, (uint64_t)end_of(log->count)) == 0 && fdatasync(log->fd) == 0) {
        log->count += log->waiting_count;
        log->batch++;
        log->waiting_count = 0;
        return PGD_OK;
    }
    const int reason = errno;
    log->waiting_count = 0;
    /* The part of the batch on the disk must not count, even if each record there is valid. */
    if (ftruncate(log->fd, end_of(log->count)) != 0)
        return fail_write(log, error, errno);
    return fail_write(log, error, reason);
}

static int write_new(const struct pgd_log *log, int fd) {
    const size_t bytes = log->waiting_count * sizeof *log->waiting;
    pgd_file_hide(fd);
    if (sw_file_write_at(fd, &log->head, sizeof log->head, 0) != 0 ||
        sw_file_write_at(fd, log->waiting, bytes, sizeof log->head) != 0)
        return -1;
    return fsync(fd) == 0 && flock(fd, LOCK_EX | LOCK_NB) == 0 ? 0 : -1;
}

pgd_err pgd_log_renew(struct pgd_log *log, struct pgd_error *error) {
    struct sw_part part;
    seal(log, 0, 0);
    /* The descriptor holds the lock, so the new file stays open under its final name. The file is opened for reading,
     * too. */
    int fd = -1, status = sw_part_create(log->path, &part);
    if (status == 0) {
        fd = open(part.part, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
        status = fd >= 0 ? write_new(log, fd) : -1;
    }
    if (status == 0)
        status = sw_part_publish(&part);
    const int reason = errno;
    const bool published = part.part == NULL && fd >= 0;
    sw_part_drop(&part);
    if (!published) {
        if (fd >= 0)
            close(fd);
        log->waiting_count = 0;
        return fail_write(log, error, reason);
    }
    close(log->fd);
    log->fd = fd;
    log->count = log->waiting_count;
    log->batch = 1;
    log->waiting_count = 0;
    return status == 0 ? PGD_OK : fail_write(log, error, reason);
}

void pgd_log_close(struct pgd_log *log) {
    if (log->fd >= 0)
        close(log->fd);
    free(log->path);
    free(log->waiting);
    *log = (struct pgd_log){.fd = -1};
}
