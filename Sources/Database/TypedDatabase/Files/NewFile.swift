import Foundation

/// The atomic creation of files, which never replaces one.
package enum NewFile {
    /// Creates a file.
    ///
    /// It is written beside its destination, under a temporary name, and renamed once its bytes are
    /// on the disk.
    ///
    /// - Parameter write: writes the file at the path that it is given.
    /// - Throws: `TreeDatabaseError` if the file already exists, or can't be written.
    package static func make(at path: String, _ write: (String) throws -> Void) throws {
        if exists(path) { throw occupied(path) }
        let url = URL(fileURLWithPath: path)
        let name = ".\(url.lastPathComponent.prefix(100)).\(UUID().uuidString).partial"
        let temporary = url.deletingLastPathComponent().appendingPathComponent(name).path
        defer { unlink(temporary) }
        try write(temporary)
        try flush(temporary, of: path)
        try publish(temporary, as: path)
    }

    private static func flush(_ temporary: String, of path: String) throws(TreeDatabaseError) {
        let descriptor = open(temporary, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unwritable(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .unwritable(path) }
    }

    /// Renames a file, unless the new name is taken.
    private static func publish(
        _ temporary: String, as path: String
    ) throws(TreeDatabaseError) {
        if link(temporary, path) == 0 { return }
        if errno == EEXIST || exists(path) { throw occupied(path) }
        // Some file systems don't support links.
        guard rename(temporary, path) == 0 else { throw .unwritable(path) }
    }

    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    private static func occupied(_ path: String) -> TreeDatabaseError {
        TreeDatabaseError(
            .alreadyExists,
            "there is a file at \(path) already, which isn't replaced; "
                + "choose another name, or remove that file")
    }
}
