/* scratch.h: a folder for the files of a test, one at a time, which goes with all that it holds. */
#ifndef RINGSIDE_TESTS_SCRATCH_H
#define RINGSIDE_TESTS_SCRATCH_H

/* Make it, and remove it: setup and teardown of a test, or of a group of tests. */
int scratch_make(void **state);
int scratch_remove(void **state);

/* The same where the test works in it, so that names need no path. */
int scratch_enter(void **state);
int scratch_leave(void **state);

const char *scratch_folder(void);

/* The path of a name in it, until four more are asked for. */
const char *scratch_path(const char *name);

/* Write a file, and the folders that it lies in; read one, until the next is read. */
void file_write(const char *path, const char *text);
const char *file_text(const char *path);

/* Remove a folder with all that it holds; links are not followed. 0 where nothing is left. */
int folder_remove(const char *folder);

#endif
