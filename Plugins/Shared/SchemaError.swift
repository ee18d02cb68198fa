import Foundation

/// A problem with a target's schemas as files, with advice on solving it.
enum SchemaError: Error, CustomStringConvertible {
    case none(target: String, URL, URL)
    case noneInPackage(URL)
    case sameOutput(URL, URL, String)
    case alreadyGenerated(URL, target: String)

    var description: String {
        switch self {
        case .none(let target, let own, let schemas):
            "target '\(target)' has no schema: there is no *.paths.json or *.paths/*.json in "
                + "\(own.path), and no *.json in \(schemas.path)"
        case .noneInPackage(let root):
            "no target of the package in \(root.path) has a schema: there is no *.paths.json "
                + "or *.paths/*.json in a target's folder, and no *.json in Schemas/<target>"
        case .sameOutput(let first, let second, let output):
            "\(first.path) and \(second.path) would both become \(output): rename one"
        case .alreadyGenerated(let file, let target):
            "\(file.path) would be in target '\(target)' twice, since its plugin GeneratePaths "
                + "makes that file with each build: delete this one, or remove the plugin"
        }
    }
}
