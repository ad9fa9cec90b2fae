/* SPDX-License-Identifier: Apache-2.0 */
/* Opens and reads logs. */
#include "base/files.h"
#include "checksum.h"
#include "folder.h"
#include "log.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { RECORDS_AT_ONCE = 512 };

/* Records of a log, which are read from the file in large pieces. */
struct reading {
    const struct pgd_log *log;
    struct pgd_log_record records[RECORDS_AT_ONCE];
    uint64_t first; /* the number of the record in records[0] */
    size_t count;   /* number of complete records; 0 at the end of the file */
};

static pgd_err fill(struct reading *reading, uint64_t first, struct pgd_error *error) {
    const ssize_t got = sw_file_read_at(reading->log->fd, reading->records, sizeof reading->records,
                                        PGD_LOG_HEAD_BYTES + first * PGD_LOG_RECORD_BYTES);
    if (got < 0)
        return pgd_fail(error, PGD_ERR_IO, "%s: cannot be read: %s", reading->log->path, strerror(errno));
    reading->first = first;
    reading->count = (size_t)got / PGD_LOG_RECORD_BYTES;
    return PGD_OK;
}

/* Points *RECORD to record NUMBER, or to NULL at the end of the file. */
static pgd_err record_at(struct reading *reading, uint64_t number, const struct pgd_log_record **record,
                         struct pgd_error *error) {
    pgd_err code = PGD_OK;
    if (number < reading->first || number >= reading->first + reading->count)
        code = fill(reading, number, error);
    *record = code == PGD_OK && reading->count > 0 ? &reading->records[number - reading->first] : NULL;
    return code;
}

static bool is_sound(const struct pgd_log *log, const struct pgd_log_record *record, uint64_t number) {
    return record->number == number && record->check == pgd_log_check(log->head.id, record);
}

/* Decides about the record NUMBER, which is not valid and belongs to the batch BROKEN. The record is the torn end of
 * the log if no later batch has a valid record, because each batch is durable before the next one begins. Otherwise the
 * log is damaged. */
static pgd_err look_behind(struct reading *reading, uint64_t number, uint32_t broken, struct pgd_error *error) {
    const struct pgd_log_record *record;
    pgd_err code;
    for (uint64_t i = number + 1; (code = record_at(reading, i, &record, error)) == PGD_OK && record != NULL; i++)
        if (is_sound(reading->log, record, i) && record->batch > broken)
            return pgd_fail(error, PGD_ERR_FORMAT,
                            "%s: record %llu is damaged, and sound ones come after it; take the disk's last copy",
                            reading->log->path, (unsigned long long)number);
    return code;
}

static pgd_err take_all(struct pgd_log *log, struct reading *reading, pgd_log_take take, void *context,
                        struct pgd_error *error) {
    const struct pgd_log_record *record;
    uint64_t left = 0;
    for (;;) {
        pgd_err code = record_at(reading, log->count, &record, error);
        if (code != PGD_OK || record == NULL)
            return code;
        if (!is_sound(log, record, log->count))
            return look_behind(reading, log->count, left > 0 ? log->batch : log->batch + 1, error);
        code = take(context, record, error);
        if (code != PGD_OK)
            return code;
        left = record->left;
        log->batch = record->batch;
        log->count++;
    }
}

static pgd_err read_head(struct pgd_log *log, struct pgd_error *error) {
    const struct pgd_log_head wanted = log->head;
    const ssize_t got = sw_file_read_at(log->fd, &log->head, sizeof log->head, 0);
    if (got < 0)
        return pgd_fail(error, PGD_ERR_IO, "%s: cannot be read: %s", log->path, strerror(errno));
    if (got != sizeof log->head || memcmp(log->head.magic, "SLIPWAY PAGES 1", sizeof log->head.magic) != 0)
        return pgd_fail(error, PGD_ERR_FORMAT, "%s: is no log of a page device, or of another version", log->path);
    if (log->head.check != pgd_checksum(&log->head, offsetof(struct pgd_log_head, check)))
        return pgd_fail(error, PGD_ERR_FORMAT, "%s: its head is damaged", log->path);
    if (log->head.id != wanted.id)
        return pgd_fail(error, PGD_ERR_FORMAT, "%s: belongs to device %016llx, not to %016llx; name the right disk",
                        log->path, (unsigned long long)log->head.id, (unsigned long long)wanted.id);
    if (log->head.page_bytes != wanted.page_bytes || log->head.page_count != wanted.page_count)
        return pgd_fail(error, PGD_ERR_FORMAT, "%s: is of %llu pages of %llu bytes, the data set of %llu pages of %llu",
                        log->path, (unsigned long long)log->head.page_count, (unsigned long long)log->head.page_bytes,
                        (unsigned long long)wanted.page_count, (unsigned long long)wanted.page_bytes);
    return PGD_OK;
}

/* Cuts off the torn end, so that the next batch follows the last valid record directly. */
static pgd_err cut(const struct pgd_log *log, struct pgd_error *error) {
    struct stat status;
    const off_t end = (off_t)(PGD_LOG_HEAD_BYTES + log->count * PGD_LOG_RECORD_BYTES);
    if (fstat(log->fd, &status) != 0 || (status.st_size > end && ftruncate(log->fd, end) != 0))
        return pgd_fail(error, PGD_ERR_IO, "%s: cannot be cut to what is sound: %s", log->path, strerror(errno));
    return PGD_OK;
}

pgd_err pgd_log_open(const char *folder, struct pgd_log *log, pgd_log_take take, void *context,
                     struct pgd_error *error) {
    *log = (struct pgd_log){.fd = -1, .head = log->head, .path = pgd_path(folder, "log")};
    struct reading *reading = calloc(1, sizeof *reading);
    pgd_err code = log->path == NULL || reading == NULL ? pgd_lacks_memory(error, sizeof *reading, "reading a log")
                                                        : pgd_lock(log->path, folder, &log->fd, error);
    if (code == PGD_OK)
        code = read_head(log, error);
    if (code == PGD_OK) {
        reading->log = log;
        code = take_all(log, reading, take, context, error);
    }
    if (code == PGD_OK)
        code = cut(log, error);
    free(reading);
    return code;
}

void pgd_log_find(const struct pgd_log *log, uint64_t sum, struct pgd_log_record *record, bool *found) {
    const struct pgd_log_record *at;
    struct reading *reading = calloc(1, sizeof *reading);
    *found = false;
    if (reading == NULL)
        return;
    reading->log = log;
    for (uint64_t i = 0; i < log->count && record_at(reading, i, &at, NULL) == PGD_OK && at != NULL; i++)
        if (at->sum == sum && at->kind == PGD_LOG_COMMIT && is_sound(log, at, i)) {
            *record = *at;
            *found = true;
        }
    free(reading);
}
