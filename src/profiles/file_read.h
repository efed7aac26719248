/* file_read.h: reading a file as a whole, whatever stands in its place. */
#ifndef RINGSIDE_PROFILES_FILE_READ_H
#define RINGSIDE_PROFILES_FILE_READ_H

#include <stddef.h>
#include <stdio.h>

/* Bytes of a file, or why there are none. The mark that some editors set before a text in UTF-8 is left out, and a text
 * in UTF-16, as PowerShell writes it, is refused. */
struct file_bytes {
    char *bytes; /* a zero follows; to be freed; NULL if the file cannot be read */
    size_t length;
    char message[160];
};

/* Read a regular file of at most a megabyte, or the pipe that a shell makes of <(command); another FIFO, which may wait
 * for ever, a folder or a device is refused. */
struct file_bytes file_read(const char *path);

/* The same of what is left of a stream, a pipe too. */
struct file_bytes stream_read(FILE *stream);

#endif
