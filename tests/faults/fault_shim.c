/* Stands between a process and its files (LD_PRELOAD): counts the calls that change what lies below
   one folder, lets the n-th fail, and writes down what was done, for whoever replays it.

   Python, SQLite, Arrow and tantivy all come by here. What is written through mapped memory does
   not: SQLite's -shm, which it makes anew after a crash. Nor do the renames of tantivy, which asks the
   kernel itself: they cannot be failed, but are written down before the next call. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static char prefix[PATH_MAX];
static size_t prefix_length;
static atomic_long calls, failing;
static int failing_with, keeps_failing, log_fd = -1, list_fd = -1;

/* Begin to count below this folder; the n-th call fails (0: none), and all after it if `keeps`. */
void fault_arm(const char *folder, long nth, int number, int keeps) {
    snprintf(prefix, sizeof prefix, "%s/", folder);
    failing_with = number;
    keeps_failing = keeps;
    calls = 0;
    failing = nth;
    prefix_length = strlen(prefix);
}

void fault_disarm(void) { prefix_length = 0; }
long fault_calls(void) { return calls; }

/* Write down what is done from now on. */
void fault_record(const char *path) {
    log_fd = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/* List the calls that can fail, one on a line: what it is, and of which file. */
void fault_list(const char *path) {
    list_fd = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_ours(const char *path) {
    return prefix_length && path && !strncmp(path, prefix, prefix_length);
}

static const char *name_of(int fd, char *name) {
    char link[64];
    if (!prefix_length) return NULL;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, name, PATH_MAX - 1);
    if (length < 0) return NULL;
    name[length] = 0;
    return is_ours(name) ? name : NULL;
}

static const char *full(int folder, const char *path, char *name) {
    char place[PATH_MAX];
    if (!prefix_length || !path) return NULL;
    if (path[0] == '/') return is_ours(path) ? path : NULL;
    if (folder == AT_FDCWD) {
        if (syscall(SYS_getcwd, place, sizeof place) < 0) return NULL;
    } else {
        char link[64];
        snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
        ssize_t length = readlink(link, place, sizeof place - 1);
        if (length < 0) return NULL;
        place[length] = 0;
    }
    if (snprintf(name, PATH_MAX, "%s/%s", place, path) >= PATH_MAX) return NULL;
    return is_ours(name) ? name : NULL;
}

static int fails(char what, const char *name, long *call) {
    *call = atomic_fetch_add(&calls, 1) + 1;
    if (list_fd >= 0) {
        struct iovec line[] = {{&what, 1}, {(void *)name, strlen(name)}, {"\n", 1}};
        syscall(SYS_writev, list_fd, line, 3);
    }
    if (!failing || *call < failing || (*call > failing && !keeps_failing)) return 0;
    errno = failing_with;
    return 1;
}

#define MOST_TEMPORARY 16
static struct { char name[PATH_MAX]; ino_t file; } temporary[MOST_TEMPORARY];

static void note(char what, const char *one, const char *other, int64_t at, const void *data,
                 int64_t length);

/* A file was made under a name as .tmpKv7y6X: it will be renamed. */
static void remember(const char *name) {
    const char *last = strrchr(name, '/');
    struct stat there;
    if (log_fd < 0 || !last || strncmp(last, "/.tmp", 5) || stat(name, &there)) return;
    for (int each = 0; each < MOST_TEMPORARY; each++)
        if (!temporary[each].file) {
            strcpy(temporary[each].name, name);
            temporary[each].file = there.st_ino;
            return;
        }
}

/* Write down under which name a file lies now that was made under another. */
static void note_renamed(void) {
    struct stat there;
    for (int each = 0; each < MOST_TEMPORARY; each++) {
        ino_t file = temporary[each].file;
        if (!file || !stat(temporary[each].name, &there)) continue;
        char before[PATH_MAX], now[PATH_MAX];
        strcpy(before, temporary[each].name);
        temporary[each].file = 0;
        int length = strrchr(before, '/') - before;
        snprintf(now, sizeof now, "%.*s", length, before);
        DIR *folder = opendir(now);
        for (struct dirent *entry; folder && (entry = readdir(folder));)
            if (entry->d_ino == file) {
                snprintf(now, sizeof now, "%.*s/%s", length, before, entry->d_name);
                note('r', before, now, 0, NULL, 0);
            }
        if (folder) closedir(folder);
    }
}

static void note(char what, const char *one, const char *other, int64_t at, const void *data,
                 int64_t length) {
    if (log_fd < 0) return;
    note_renamed();
    struct { char what; uint16_t one, other; int64_t at, length; } __attribute__((packed)) head = {
        what, one ? strlen(one) : 0, other ? strlen(other) : 0, at, data ? length : 0};
    struct iovec parts[] = {{&head, sizeof head}, {(void *)one, head.one},
                            {(void *)other, head.other}, {(void *)data, head.length}};
    syscall(SYS_writev, log_fd, parts, 4);
}

/* Lets a program that is watched say where it stands. */
void fault_mark(const char *words) { note('m', words, NULL, 0, NULL, 0); }

static int opened(int folder, const char *path, int flags, mode_t mode) {
    char place[PATH_MAX];
    long call;
    int writes = (flags & O_ACCMODE) != O_RDONLY || flags & (O_CREAT | O_TRUNC);
    const char *name = writes ? full(folder, path, place) : NULL;
    if (name && fails('o', name, &call)) return -1;
    struct stat there;
    int is_new = name && stat(name, &there) != 0;
    int fd = syscall(SYS_openat, folder, path, flags, mode);
    if (name && fd >= 0 && (is_new || flags & O_TRUNC)) note('c', name, NULL, 0, NULL, 0);
    if (name && fd >= 0 && is_new) remember(name);
    return fd;
}

#define MODE(flags) \
    mode_t mode = 0; \
    if (flags & (O_CREAT | __O_TMPFILE)) { \
        va_list more; va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); \
    }
int open(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int openat(int at, const char *path, int flags, ...) { MODE(flags) return opened(at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) { MODE(flags) return opened(at, path, flags, mode); }

static int64_t end_of(int fd) {
    if (fcntl(fd, F_GETFL) & O_APPEND) {
        struct stat there;
        return fstat(fd, &there) ? 0 : there.st_size;
    }
    return lseek(fd, 0, SEEK_CUR);
}

static ssize_t written(int fd, const void *data, size_t length, int64_t at) {
    char place[PATH_MAX];
    long call = 0;
    const char *name = length ? name_of(fd, place) : NULL;
    int64_t where = name ? (at < 0 ? end_of(fd) : at) : 0;
    if (name && fails('w', name, &call)) {
        if (!(keeps_failing && call == failing && length > 1)) return -1;
        length /= 2; /* a disk that fills up takes the first part */
    }
    ssize_t done = at < 0 ? syscall(SYS_write, fd, data, length)
                          : syscall(SYS_pwrite64, fd, data, length, at);
    if (name && done > 0) note('w', name, NULL, where, data, done);
    return done;
}
ssize_t write(int fd, const void *data, size_t length) { return written(fd, data, length, -1); }
ssize_t pwrite(int fd, const void *data, size_t length, off_t at) { return written(fd, data, length, at); }
ssize_t pwrite64(int fd, const void *data, size_t length, off64_t at) { return written(fd, data, length, at); }
ssize_t writev(int fd, const struct iovec *parts, int number) {
    char place[PATH_MAX];
    if (!name_of(fd, place)) return syscall(SYS_writev, fd, parts, number);
    for (int each = 0; each < number; each++) /* one at a time is allowed, and easier to watch */
        if (parts[each].iov_len) return written(fd, parts[each].iov_base, parts[each].iov_len, -1);
    return 0;
}

static int synced(int fd, long system_call) {
    char place[PATH_MAX];
    long call;
    const char *name = NULL;
    if (prefix_length) {
        char link[64];
        snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
        ssize_t length = readlink(link, place, sizeof place - 2);
        if (length > 0) {
            place[length] = 0;
            if (is_ours(place) || (strlen(place) + 1 == prefix_length &&
                                   !strncmp(place, prefix, prefix_length - 1)))
                name = place;
        }
    }
    if (name && fails('s', name, &call)) return -1;
    int done = syscall(system_call, fd);
    if (name && !done) note('s', name, NULL, 0, NULL, 0);
    return done;
}
int fsync(int fd) { return synced(fd, SYS_fsync); }
int fdatasync(int fd) { return synced(fd, SYS_fdatasync); }

static int cut(int fd, off64_t length) {
    char place[PATH_MAX];
    long call;
    const char *name = name_of(fd, place);
    if (name && fails('t', name, &call)) return -1;
    int done = syscall(SYS_ftruncate, fd, length);
    if (name && !done) note('t', name, NULL, length, NULL, 0);
    return done;
}
int ftruncate(int fd, off_t length) { return cut(fd, length); }
int ftruncate64(int fd, off64_t length) { return cut(fd, length); }

static int renamed(int from, const char *before, int to, const char *after, unsigned flags) {
    char one[PATH_MAX], other[PATH_MAX];
    long call;
    const char *old = full(from, before, one), *new = full(to, after, other);
    if (old && new && fails('r', new, &call)) return -1;
    int done = syscall(SYS_renameat2, from, before, to, after, flags);
    if (old && new && !done) note(flags & 2 ? 'x' : 'r', old, new, 0, NULL, 0);
    return done;
}
int rename(const char *before, const char *after) { return renamed(AT_FDCWD, before, AT_FDCWD, after, 0); }
int renameat(int from, const char *before, int to, const char *after) { return renamed(from, before, to, after, 0); }
int renameat2(int from, const char *before, int to, const char *after, unsigned flags) {
    return renamed(from, before, to, after, flags);
}

static int removed(int folder, const char *path, int flags) {
    char place[PATH_MAX];
    const char *name = full(folder, path, place);
    int done = syscall(SYS_unlinkat, folder, path, flags);
    if (name && !done) note('u', name, NULL, 0, NULL, 0);
    return done;
}
int unlink(const char *path) { return removed(AT_FDCWD, path, 0); }
int unlinkat(int folder, const char *path, int flags) { return removed(folder, path, flags); }
int rmdir(const char *path) { return removed(AT_FDCWD, path, AT_REMOVEDIR); }

static int made(int folder, const char *path, mode_t mode) {
    char place[PATH_MAX];
    long call;
    const char *name = full(folder, path, place);
    if (name && fails('d', name, &call)) return -1;
    int done = syscall(SYS_mkdirat, folder, path, mode);
    if (name && !done) note('d', name, NULL, 0, NULL, 0);
    return done;
}
int mkdir(const char *path, mode_t mode) { return made(AT_FDCWD, path, mode); }
int mkdirat(int folder, const char *path, mode_t mode) { return made(folder, path, mode); }
