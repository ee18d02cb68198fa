#include "CSQLite.h"

int csqlite_read_start(sqlite3 *connection, void *bytes, int count) {
    sqlite3_file *file = 0;
    int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (code != SQLITE_OK) return code;
    return file->pMethods->xRead(file, bytes, count, 0);
}
