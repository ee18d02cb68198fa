// The functions of SQLite that TypedDatabaseSQLite calls.
//
// Apple's SDKs have SQLite's header. On Linux, the library is a dependency of Swift's package
// manager, but its header comes with a package that need not be installed. So the functions are
// declared here, as in https://sqlite.org/capi3ref.html, and the system's header is never used.
#pragma once

#if defined(__APPLE__)

#include <sqlite3.h>

#else

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;
typedef long long sqlite3_int64;
typedef void (*sqlite3_destructor_type)(void *);

#define SQLITE_OK 0
#define SQLITE_PERM 3
#define SQLITE_BUSY 5
#define SQLITE_LOCKED 6
#define SQLITE_READONLY 8
#define SQLITE_INTERRUPT 9
#define SQLITE_IOERR 10
#define SQLITE_CORRUPT 11
#define SQLITE_FULL 13
#define SQLITE_CANTOPEN 14
#define SQLITE_PROTOCOL 15
#define SQLITE_NOTADB 26
#define SQLITE_ROW 100
#define SQLITE_DONE 101
#define SQLITE_IOERR_SHORT_READ (SQLITE_IOERR | (2 << 8))

#define SQLITE_OPEN_READONLY 0x00000001
#define SQLITE_OPEN_READWRITE 0x00000002
#define SQLITE_OPEN_CREATE 0x00000004
#define SQLITE_OPEN_URI 0x00000040
#define SQLITE_OPEN_NOMUTEX 0x00008000

#define SQLITE_PREPARE_PERSISTENT 0x01

#define SQLITE_INTEGER 1
#define SQLITE_FLOAT 2
#define SQLITE_TEXT 3
#define SQLITE_BLOB 4

int sqlite3_open_v2(const char *, sqlite3 **, int, const char *);
int sqlite3_close_v2(sqlite3 *);
int sqlite3_busy_timeout(sqlite3 *, int);
void sqlite3_progress_handler(sqlite3 *, int, int (*)(void *), void *);
int sqlite3_db_readonly(sqlite3 *, const char *);
int sqlite3_get_autocommit(sqlite3 *);
int sqlite3_changes(sqlite3 *);
sqlite3_int64 sqlite3_last_insert_rowid(sqlite3 *);

int sqlite3_extended_errcode(sqlite3 *);
int sqlite3_system_errno(sqlite3 *);
const char *sqlite3_errmsg(sqlite3 *);
const char *sqlite3_errstr(int);

int sqlite3_prepare_v3(
    sqlite3 *, const char *, int, unsigned int, sqlite3_stmt **, const char **);
int sqlite3_step(sqlite3_stmt *);
int sqlite3_reset(sqlite3_stmt *);
int sqlite3_finalize(sqlite3_stmt *);

int sqlite3_bind_blob(sqlite3_stmt *, int, const void *, int, sqlite3_destructor_type);
int sqlite3_bind_zeroblob(sqlite3_stmt *, int, int);
int sqlite3_bind_text(sqlite3_stmt *, int, const char *, int, sqlite3_destructor_type);
int sqlite3_bind_int64(sqlite3_stmt *, int, sqlite3_int64);
int sqlite3_bind_double(sqlite3_stmt *, int, double);

int sqlite3_column_type(sqlite3_stmt *, int);
int sqlite3_column_bytes(sqlite3_stmt *, int);
const void *sqlite3_column_blob(sqlite3_stmt *, int);
const unsigned char *sqlite3_column_text(sqlite3_stmt *, int);
sqlite3_int64 sqlite3_column_int64(sqlite3_stmt *, int);
double sqlite3_column_double(sqlite3_stmt *, int);

#define SQLITE_FCNTL_FILE_POINTER 7
#define SQLITE_FCNTL_HAS_MOVED 20

typedef struct sqlite3_file sqlite3_file;
typedef struct sqlite3_io_methods sqlite3_io_methods;

struct sqlite3_file {
    const sqlite3_io_methods *pMethods;
};

// More methods follow, none of which is called here.
struct sqlite3_io_methods {
    int iVersion;
    int (*xClose)(sqlite3_file *);
    int (*xRead)(sqlite3_file *, void *, int, sqlite3_int64);
};

int sqlite3_file_control(sqlite3 *, const char *, int, void *);

#endif

/// Reads the first bytes of a connection's file. Bytes past the file's end are 0.
///
/// SQLite does the reading, since opening and closing the file by other means would release all of
/// the process's locks on it:
/// https://sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
int csqlite_read_start(sqlite3 *connection, void *bytes, int count);

/// Whether a connection's file is no longer at its path: deleted, moved, or replaced by another.
int csqlite_has_moved(sqlite3 *connection);
