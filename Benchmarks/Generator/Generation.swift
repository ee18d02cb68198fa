/// A schema, and the command that generates its code in a new file.
struct Generation {
    private let folder: TemporaryFolder
    private let outputName: String
    private let command: Command

    init(of schema: String, in folder: TemporaryFolder) throws {
        self.folder = folder
        outputName = "\(schema.split(separator: "/").last ?? "schema").swift"
        command = try Toolchain.generatePaths(schema, output: folder[outputName])
    }

    /// The whole command, from reading to written.
    ///
    /// There is no output yet: one that is up to date wouldn't be written.
    var trial: Trial {
        Trial(prepare: { folder.remove(outputName) }, run: command.run)
    }

    /// Copying the output, which takes as long as the system needs for so many bytes.
    func copyTrial() throws -> Trial {
        let copyName = "copy of \(outputName)"
        let copy = try Toolchain.copy(folder[outputName], to: folder[copyName])
        return Trial(prepare: { folder.remove(copyName) }, run: copy.run)
    }

    /// Once the trial has run.
    func outputSize() throws -> Double {
        try folder.size(of: outputName)
    }
}
