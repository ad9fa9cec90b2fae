/* SPDX-License-Identifier: Apache-2.0 */
#include "worlds.h"

#include "connect.h"
#include "errors.h"
#include "porter.h"

#include "base/files.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILE_MOST = 1 << 20, PATH_BYTES = WORLD_PATH_BYTES + 128, SECRET_LEAST = 16, SECRET_MOST = 4096 };
static const char first_line[] = "slipway-world 1";

/* Derives a key of 32 bytes from a secret of any length. */
static void derive(const unsigned char *secret, size_t bytes, uint8_t key[PROOF_KEY_BYTES]) {
    for (size_t i = 0; i < PROOF_KEY_BYTES / 8; i++) {
        const uint8_t by[SW_SIPHASH_KEY_BYTES] = {'w', 'o', 'r', 'l', 'd', (uint8_t)i};
        const uint64_t hash = sw_siphash(by, secret, bytes);
        memcpy(key + 8 * i, &hash, sizeof hash);
    }
}

proc_err secret_read(const char *secret, uint8_t key[PROOF_KEY_BYTES], struct proc_error *error) {
    struct stat status;
    unsigned char bytes[SECRET_MOST];
    const int fd = sw_file_open(secret, &status);
    if (fd < 0)
        return proc_fail(error, PROC_ERR_SECRET, "the secret %s cannot be read: %s", secret, strerror(errno));
    const ssize_t got = sw_file_read_at(fd, bytes, sizeof bytes, 0);
    close(fd);
    if (status.st_uid != geteuid() || (status.st_mode & 077) != 0)
        return proc_fail(error, PROC_ERR_SECRET, "the secret %s is open to others: chown it to yourself, and chmod 600",
                         secret);
    if (got < SECRET_LEAST)
        return proc_fail(error, PROC_ERR_SECRET, "the secret %s has %zd bytes: it must have %d", secret, got,
                         SECRET_LEAST);
    derive(bytes, (size_t)got, key);
    return PROC_OK;
}

static bool is_name(const char *name) {
    const size_t length = strlen(name);
    return length > 0 && length <= 64 && name[0] != '.' &&
           strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") == length;
}

static proc_err check_name(const char *name, struct proc_error *error) {
    return is_name(name) ? PROC_OK
                         : proc_fail(error, PROC_ERR_ARGUMENT,
                                     "\"%s\" is no name of a world: take letters, digits, '.', '_' and '-'", name);
}

/* Writes the lines of the file of the world. */
static bool write_lines(const struct proc_world *world, int fd) {
    FILE *out = fchmod(fd, 0600) == 0 ? fdopen(dup(fd), "w") : NULL;
    if (out == NULL)
        return false;
    fprintf(out, "%s\n%016" PRIx64 " %d\n", first_line, world->id, world->server_count);
    for (int i = 0; i < world->server_count; i++) {
        const struct member *server = &world->servers[i];
        fprintf(out, "%s\t%s\t%s\t%s\t%d\t%d\n", server->host, server->machine, server->door,
                server->address[0] == '\0' ? "-" : server->address, server->port, server->pid);
    }
    const bool written = ferror(out) == 0;
    return (fclose(out) == 0) && written;
}

proc_err worlds_write(struct proc_world *world, const char *name, struct proc_error *error) {
    char path[PATH_BYTES];
    struct sw_part part;
    if (check_name(name, error) != PROC_OK)
        return PROC_ERR_ARGUMENT;
    snprintf(path, sizeof path, "%s/worlds", world->folder);
    if (mkdir(world->folder, 0700) != 0 && errno != EEXIST)
        return proc_fail(error, PROC_ERR_STORE, "the folder %s cannot be made: %s", world->folder, strerror(errno));
    if (mkdir(path, 0700) != 0 && errno != EEXIST)
        return proc_fail(error, PROC_ERR_STORE, "the folder %s cannot be made: %s", path, strerror(errno));
    snprintf(path, sizeof path, "%s/worlds/%s.world", world->folder, name);
    bool written = sw_part_create(path, &part) == 0 && write_lines(world, part.fd) && sw_part_finish(&part) == 0 &&
                   sw_part_publish(&part) == 0;
    if (!written)
        proc_fail(error, PROC_ERR_STORE, "the file of the world, %s, cannot be written: %s", path, strerror(errno));
    sw_part_drop(&part);
    if (written)
        snprintf(world->file, sizeof world->file, "%.*s", (int)sizeof world->file - 1, path);
    return written ? PROC_OK : PROC_ERR_STORE;
}

/* Copies the text up to STOP to OUT, and moves *LINE behind it. Returns false if the text does not fit. */
static bool take_text(char **line, char stop, char *out, size_t room) {
    char *end = strchr(*line, stop);
    if (end == NULL || (size_t)(end - *line) >= room)
        return false;
    memcpy(out, *line, (size_t)(end - *line));
    out[end - *line] = '\0';
    *line = end + 1;
    return true;
}

static bool take_number(char **line, char stop, int32_t *out) {
    char text[16], *end;
    if (!take_text(line, stop, text, sizeof text) || text[0] == '\0')
        return false;
    const long value = strtol(text, &end, 10);
    *out = (int32_t)value;
    return *end == '\0' && value >= 0 && value <= INT32_MAX;
}

static bool take_member(char **line, struct member *member) {
    if (!take_text(line, '\t', member->host, sizeof member->host) ||
        !take_text(line, '\t', member->machine, sizeof member->machine) ||
        !take_text(line, '\t', member->door, sizeof member->door) ||
        !take_text(line, '\t', member->address, sizeof member->address) || !take_number(line, '\t', &member->port) ||
        !take_number(line, '\n', &member->pid))
        return false;
    if (strcmp(member->address, "-") == 0)
        member->address[0] = '\0';
    return member->door[0] != '\0' && member->port <= 65535;
}

/* Parses the text of the file of a world into WORLD. */
static bool parse(struct proc_world *world, char *text) {
    char word[32], *end;
    int32_t count;
    if (!take_text(&text, '\n', word, sizeof word) || strcmp(word, first_line) != 0 ||
        !take_text(&text, ' ', word, sizeof word) || !take_number(&text, '\n', &count) || count < 1 || count > 1 << 16)
        return false;
    world->id = strtoull(word, &end, 16);
    world->servers = calloc((size_t)count, sizeof *world->servers);
    if (world->servers == NULL || *end != '\0' || world->id == 0)
        return false;
    for (; world->server_count < count; world->server_count++)
        if (!take_member(&text, &world->servers[world->server_count]))
            return false;
    return *text == '\0';
}

/* Reads the file PATH of a world. */
static proc_err read_file(struct proc_world *world, const char *path, struct proc_error *error) {
    struct stat status;
    const int fd = sw_file_open(path, &status);
    if (fd < 0)
        return proc_fail(error, PROC_ERR_WORLD, "there is no world %s: %s: start it, and give it that name", path,
                         strerror(errno));
    char *text = status.st_size < FILE_MOST ? calloc(1, (size_t)status.st_size + 1) : NULL;
    const ssize_t got = text == NULL ? -1 : sw_file_read_at(fd, text, (size_t)status.st_size, 0);
    close(fd);
    const bool right = got >= 0 && strlen(text) == (size_t)got && parse(world, text);
    free(text);
    return right ? PROC_OK : proc_fail(error, PROC_ERR_WORLD, "%s is no file of a world, or is cut off", path);
}

static struct proc_world *new_client(const char *folder, const char *secret) {
    struct member own;
    struct proc_world *world = calloc(1, sizeof *world);
    if (world == NULL)
        return NULL;
    member_fill(&own);
    world->server = world->client = -1;
    world->ring_bytes = WORLD_DEFAULT_RING;
    snprintf(world->machine, sizeof world->machine, "%s", own.machine);
    snprintf(world->who, sizeof world->who, "process %d on host %s", own.pid, own.host);
    snprintf(world->folder, sizeof world->folder, "%s", folder);
    snprintf(world->secret, sizeof world->secret, "%s", secret);
    return world;
}

static proc_err meet_file(const char *folder, const char *path, const char *secret, struct proc_world **world,
                          struct proc_error *error) {
    struct proc_error why;
    *world = NULL;
    struct proc_world *met = new_client(folder, secret);
    if (met == NULL)
        return errors_memory(error, "a world");
    proc_err code = secret_read(secret, met->key, &why);
    if (code == PROC_OK)
        code = read_file(met, path, &why);
    if (code == PROC_OK && world_of(met->id) != NULL)
        code = proc_fail(&why, PROC_ERR_ARGUMENT, "this process is in the world %s already", path);
    if (code == PROC_OK)
        code = porter_hold(&why);
    if (code != PROC_OK) {
        world_free(met);
        return errors_copy(error, &why);
    }
    code = world_begin(met, &why);
    if (code == PROC_OK) {
        *world = met;
        return PROC_OK;
    }
    world_give_up(met);
    /* A dead world leaves its file, but no server of the world listens any more. */
    if (why.code == PROC_ERR_LOST)
        return proc_fail(error, PROC_ERR_WORLD, "the world %s does not answer, and may have died: %.300s", path,
                         why.text);
    return errors_copy(error, &why);
}

proc_err proc_world_meet(const char *folder, const char *name, const char *secret, struct proc_world **world,
                         struct proc_error *error) {
    char path[PATH_BYTES];
    *world = NULL;
    if (strlen(folder) >= WORLD_PATH_BYTES - 64 || strlen(secret) >= WORLD_PATH_BYTES - 64)
        return proc_fail(error, PROC_ERR_ARGUMENT, "the folder or the secret of a world has too long a path");
    if (check_name(name, error) != PROC_OK)
        return PROC_ERR_ARGUMENT;
    snprintf(path, sizeof path, "%s/worlds/%s.world", folder, name);
    return meet_file(folder, path, secret, world, error);
}

/* Returns whether PATH is the file of the world with the id ID. */
static bool is_file_of(const char *path, uint64_t id) {
    struct proc_world read = {0};
    const bool is = read_file(&read, path, NULL) == PROC_OK && read.id == id;
    free(read.servers);
    return is;
}

proc_err worlds_meet_by_id(struct proc_world *world, uint64_t id, struct proc_error *error) {
    char path[PATH_BYTES];
    proc_err code = PROC_ERR_WORLD;
    snprintf(path, sizeof path, "%s/worlds", world->folder);
    DIR *all = opendir(path);
    bool found = false;
    for (const struct dirent *each; all != NULL && !found && (each = readdir(all)) != NULL;) {
        const size_t length = strlen(each->d_name);
        if (length < 7 || length > 80 || strcmp(each->d_name + length - 6, ".world") != 0)
            continue;
        snprintf(path, sizeof path, "%s/worlds/%.80s", world->folder, each->d_name);
        found = is_file_of(path, id);
    }
    if (all != NULL)
        closedir(all);
    if (!found)
        return proc_fail(error, code, "the object lives in a world that nobody can meet: give that world a name");
    struct proc_world *met;
    code = meet_file(world->folder, path, world->secret, &met, error);
    if (code == PROC_OK) {
        met->next_met = world->met_by_id;
        world->met_by_id = met;
    }
    return code;
}

void worlds_leave_met(struct proc_world *world) {
    for (struct proc_world *met = world->met_by_id, *next; met != NULL; met = next) {
        next = met->next_met;
        proc_world_end(met, NULL);
    }
    world->met_by_id = NULL;
}
