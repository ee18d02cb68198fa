/// A schema, and the command that generates its code in a new file.
struct Generation {
    private let folder: TemporaryFolder
    private let outputName: String
    private let command: Command

    init(of schema: String, with generator: Generator, in folder: TemporaryFolder) {
        self.folder = folder
        outputName = "\(schema.split(separator: "/").last ?? "schema").swift"
        command = generator.command(schema, output: folder[outputName])
    }

    /// A trial of the whole command, from reading to writing.
    ///
    /// The output is removed before each run: one that is up to date wouldn't be written.
    var trial: Trial {
        Trial(prepare: { folder.remove(outputName) }, run: command.run)
    }
}
