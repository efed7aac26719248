/* file_read.c: a file's bytes. */
#include "profiles/file_read.h"

#include "core/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Largest file that is read: presets have a few hundred bytes. */
enum { FILE_BYTES = 1 << 20 };

/* What a text may begin with to say how it is encoded: the Unicode standard, section 23.8. */
static const char utf8_mark[] = "\xEF\xBB\xBF";
static const char utf16_marks[][3] = {"\xFF\xFE", "\xFE\xFF"};

static const char too_large[] = "larger than 1 MiB: this is no file of ringside";

static struct file_bytes cannot_read(const char *why)
{
    struct file_bytes file = {0};
    (void)snprintf(file.message, sizeof file.message, "%s", why);
    return file;
}

/* The file without its mark; freed and refused where that is one of UTF-16. */
static struct file_bytes unmarked(struct file_bytes file)
{
    file.bytes[file.length] = '\0';
    for (size_t i = 0; i < sizeof utf16_marks / sizeof utf16_marks[0]; i++) {
        if (text_starts_with(file.bytes, utf16_marks[i])) {
            free(file.bytes);
            return cannot_read("this is UTF-16: a text in UTF-8 is expected");
        }
    }
    if (text_starts_with(file.bytes, utf8_mark)) {
        file.length -= sizeof utf8_mark - 1;
        memmove(file.bytes, file.bytes + sizeof utf8_mark - 1, file.length + 1);
    }
    return file;
}

/* Fills `file` from a descriptor; false with errno set. */
static bool read_all(int descriptor, struct file_bytes *file, size_t size)
{
    while (file->length < size) {
        const ssize_t got = read(descriptor, file->bytes + file->length, size - file->length);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return false;
        }
        if (got == 0) {
            break;
        }
        file->length += (size_t)got;
    }
    return true;
}

/* Whether a path is what a shell makes of <(command): a pipe that is open already, so that reading it ends. */
static bool is_open_pipe(const char *path, const struct stat *status)
{
    return S_ISFIFO(status->st_mode) &&
           (text_starts_with(path, "/dev/fd/") || text_starts_with(path, "/proc/self/fd/"));
}

static struct file_bytes read_descriptor(int descriptor, const char *path)
{
    struct stat status;
    if (fstat(descriptor, &status) != 0) {
        return cannot_read(strerror(errno));
    }
    const bool is_pipe = is_open_pipe(path, &status);
    if (is_pipe && fcntl(descriptor, F_SETFL, 0) != 0) { /* wait for what it has to say */
        return cannot_read(strerror(errno));
    }
    if (!S_ISREG(status.st_mode) && !is_pipe) {
        return cannot_read(S_ISDIR(status.st_mode) ? "this is a directory, a file is expected"
                                                   : "this is no regular file");
    }
    if (status.st_size > FILE_BYTES) {
        return cannot_read(too_large);
    }
    struct file_bytes file = {.bytes = malloc(FILE_BYTES + 1)};
    if (file.bytes == NULL) {
        return cannot_read(strerror(ENOMEM));
    }
    if (!read_all(descriptor, &file, FILE_BYTES)) {
        const int error = errno;
        free(file.bytes);
        return cannot_read(strerror(error));
    }
    if (is_pipe && file.length == FILE_BYTES) {
        free(file.bytes);
        return cannot_read(too_large);
    }
    return unmarked(file);
}

struct file_bytes file_read(const char *path)
{
    int descriptor;
    do {
        /* Without O_NONBLOCK a FIFO would wait for a writer for ever. */
        descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    } while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0) {
        return cannot_read(strerror(errno));
    }
    const struct file_bytes file = read_descriptor(descriptor, path);
    (void)close(descriptor);
    return file;
}

struct file_bytes stream_read(FILE *stream)
{
    struct file_bytes file = {.bytes = malloc(FILE_BYTES + 1)};
    if (file.bytes == NULL) {
        return cannot_read(strerror(ENOMEM));
    }
    errno = 0;
    file.length = fread(file.bytes, 1, FILE_BYTES, stream);
    const bool whole = !ferror(stream) && fgetc(stream) == EOF;
    if (!whole) {
        const int error = errno;
        free(file.bytes);
        return cannot_read(error == 0 ? too_large : strerror(error));
    }
    return unmarked(file);
}
