import TestSupport

extension RandomJSON {
    /// A schema with some small changes, which may make it invalid.
    func changed(_ random: inout SplitMix64, suffix: String, depth: Int = 0) -> RandomJSON {
        guard case .object(let members) = self else {
            return random.chance(10) ? .string(Self.type(&random, suffix)) : self
        }
        var changed: [(key: String, value: RandomJSON)] = []
        for (key, value) in members {
            if key.hasPrefix("$") {
                if key == "$options" || !random.chance(8) { changed.append((key, value)) }
                continue
            }
            if members.count > 2, random.chance(4) { continue }
            let newKey = Self.changedKey(key, &random, suffix)
            var newValue = value.changed(&random, suffix: suffix, depth: depth + 1)
            if newKey != key, !key.hasPrefix("<"), case .object(let members) = newValue,
                random.chance(50)
            {
                newValue = .object(members + [("$was", .string(key))])
            }
            changed.append((newKey, newValue))
        }
        if random.chance(8) {
            changed.append(
                (random.pick(Vocabulary.words), .string(Self.type(&random, suffix))))
        }
        return .object(changed)
    }

    private static func changedKey(
        _ key: String, _ random: inout SplitMix64, _ suffix: String
    ) -> String {
        guard random.chance(6) else { return key }
        guard key.hasPrefix("<") else {
            return random.pick(Vocabulary.words + Vocabulary.plurals)
        }
        let type =
            random.chance(40) ? ": \(random.pick(["Int", "UserID\(suffix)", "Substring"]))" : ""
        return "<\(random.pick(["otherId", "userId", "day"]))\(type)>"
    }

    private static func type(_ random: inout SplitMix64, _ suffix: String) -> String {
        random.pick(Vocabulary.types + ["Message\(suffix)", "Message\(suffix)?"])
    }
}
