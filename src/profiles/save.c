/* save.c: files are replaced as a whole, or not at all. */
#include "profiles/save.h"

#include "profiles/base_directory.h"
#include "profiles/file_read.h"
#include "profiles/printable.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Mode of a file that is new, before the user's mask. */
enum { NEW_FILE_MODE = 0666, NEW_FOLDER_MODE = 0700, MODE_BITS = 07777 };

static struct save_result failed(const char *path, const char *why)
{
    struct save_result result = {.saved = false};
    char text[sizeof result.message];
    (void)snprintf(text, sizeof text, "%.400s: %s", path, why);
    printable_copy(result.message, sizeof result.message, text);
    return result;
}

/* Writes everything; false with errno set. */
static bool write_all(int descriptor, const char *text, size_t length)
{
    while (length > 0) {
        const ssize_t written = write(descriptor, text, length);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written < 0) {
            return false;
        }
        text += written;
        length -= (size_t)written;
    }
    return true;
}

static mode_t new_file_mode(void)
{
    const mode_t mask = umask(0);
    (void)umask(mask);
    return NEW_FILE_MODE & ~mask;
}

/* Writes the temporary file and closes it; false with errno set. */
static bool fill_temporary(int descriptor, mode_t mode, const char *text, size_t length)
{
    const bool written = write_all(descriptor, text, length) && fchmod(descriptor, mode) == 0 && fsync(descriptor) == 0;
    const int error = errno;
    const bool closed = close(descriptor) == 0;
    if (!written) {
        errno = error;
    }
    return written && closed;
}

/* Makes the new name last. A file system that cannot sync a directory has no better to offer. */
static void sync_directory(const char *path)
{
    char copy[PATH_MAX];
    (void)snprintf(copy, sizeof copy, "%s", path);
    const int descriptor = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        (void)fsync(descriptor);
        (void)close(descriptor);
    }
}

/* How a temporary file gets its name: in place of what is there, or only where nothing is. Both return as rename(). */
typedef int name_it(const char *temporary, const char *path);

/* A link is refused where something has the name; some file systems have none, and get a plain rename(). */
static int name_new(const char *temporary, const char *path)
{
    if (link(temporary, path) == 0) {
        return unlink(temporary);
    }
    return errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS ? rename(temporary, path) : -1;
}

static struct save_result write_beside(const char *path, mode_t mode, const char *text, size_t length,
                                       name_it *name_file)
{
    char temporary[PATH_MAX];
    if (snprintf(temporary, sizeof temporary, "%s.XXXXXX", path) >= (int)sizeof temporary) {
        return failed(path, strerror(ENAMETOOLONG));
    }
    const int descriptor = mkstemp(temporary);
    if (descriptor < 0) {
        return failed(path, strerror(errno));
    }
    (void)fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    if (!fill_temporary(descriptor, mode, text, length) || name_file(temporary, path) != 0) {
        const int error = errno;
        (void)unlink(temporary);
        return failed(path, strerror(error));
    }
    sync_directory(path);
    return (struct save_result){.saved = true};
}

struct save_result file_replace(const char *path, const char *text, size_t length)
{
    struct stat status;
    if (lstat(path, &status) != 0) {
        return errno == ENOENT ? write_beside(path, new_file_mode(), text, length, rename)
                               : failed(path, strerror(errno));
    }
    char *resolved = realpath(path, NULL); /* a symbolic link stays, its target is replaced */
    if (resolved == NULL || stat(resolved, &status) != 0) {
        const int error = errno;
        free(resolved);
        return failed(path, S_ISLNK(status.st_mode) ? "the symbolic link leads nowhere" : strerror(error));
    }
    const struct save_result result = S_ISREG(status.st_mode)
                                          ? write_beside(resolved, status.st_mode & MODE_BITS, text, length, rename)
                                          : failed(path, "this is no regular file");
    free(resolved);
    return result;
}

struct save_result file_create(const char *path, const char *text, size_t length)
{
    struct stat status;
    if (lstat(path, &status) != 0) {
        return write_beside(path, new_file_mode(), text, length, name_new);
    }
    struct save_result result = failed(path, "there is a file of that name");
    result.is_there = true;
    return result;
}

/* Where state is kept; false if there is no place. */
static bool state_folder(char *folder, size_t size)
{
    const struct base_directory base = base_directory_find(getenv("XDG_STATE_HOME"), getenv("HOME"), "/.local/state");
    return base.path != NULL && (size_t)snprintf(folder, size, "%s%s/ringside", base.path, base.inner) < size;
}

bool folder_make(char *folder)
{
    for (char *slash = strchr(folder + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        const bool made = mkdir(folder, NEW_FOLDER_MODE) == 0 || errno == EEXIST;
        *slash = '/';
        if (!made) {
            return false;
        }
    }
    return mkdir(folder, NEW_FOLDER_MODE) == 0 || errno == EEXIST;
}

static const char theme_file[] = "theme";

bool theme_remember(const char *name)
{
    char folder[PATH_MAX - 16];
    char path[PATH_MAX];
    char line[NAME_LENGTH + 2];
    if (!state_folder(folder, sizeof folder) || !folder_make(folder)) {
        return false;
    }
    (void)snprintf(path, sizeof path, "%s/%s", folder, theme_file);
    const int length = snprintf(line, sizeof line, "%.*s\n", NAME_LENGTH, name);
    return file_replace(path, line, (size_t)length).saved;
}

size_t theme_recall(char *name, size_t size)
{
    char folder[PATH_MAX - 16];
    char path[PATH_MAX];
    if (size > 0) {
        name[0] = '\0';
    }
    if (!state_folder(folder, sizeof folder)) {
        return 0;
    }
    (void)snprintf(path, sizeof path, "%s/%s", folder, theme_file);
    const struct file_bytes file = file_read(path);
    if (file.bytes == NULL) {
        return 0;
    }
    file.bytes[strcspn(file.bytes, "\r\n")] = '\0';
    const size_t length = printable_copy(name, size, file.bytes);
    free(file.bytes);
    return length;
}
