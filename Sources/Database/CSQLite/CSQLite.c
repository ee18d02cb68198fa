#include "CSQLite.h"

int csqlite_read_start(sqlite3 *connection, void *bytes, int count) {
    sqlite3_file *file = 0;
    int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (code != SQLITE_OK) return code;
    code = file->pMethods->xRead(file, bytes, count, 0);
    return code == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : code;
}

int csqlite_has_moved(sqlite3 *connection) {
    int hasMoved = 0;
    // File systems that don't support the query leave the value as it is.
    sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved);
    return hasMoved;
}
