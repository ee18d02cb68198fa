import PathSchema

/// Comparison of the options for generated code.
extension SourceComparison {
    mutating func compareOptions() {
        let (options, newOptions) = (old.options, new.options)
        let (access, newAccess) = (options.access, newOptions.access)
        if newAccess.rank < access.rank {
            list.add(.accessLowered, at: "", "\(access.rawValue) → \(newAccess.rawValue)")
        }
        let texts: [(OptionName, String?, String?)] = [
            (.root, options.root, newOptions.root),
            (.namespace, options.namespace, newOptions.namespace),
            (.typePrefix, options.typePrefix, newOptions.typePrefix),
            (.typeSuffix, options.typeSuffix, newOptions.typeSuffix),
        ]
        for (name, text, newText) in texts where !text.hasSameBytes(as: newText) {
            func quoted(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "none" }
            list.add(
                .optionChanged, at: "",
                "`\(name.rawValue)`: \(quoted(text)) → \(quoted(newText))")
        }
        if old.hasIndexes, !new.hasIndexes {
            list.add(.memberRemoved, at: "", "`indexes` removed", names: ["indexes"])
        }
    }
}

extension Options.AccessLevel {
    fileprivate var rank: Int {
        switch self {
        case .internal: 0
        case .package: 1
        case .public: 2
        }
    }
}
