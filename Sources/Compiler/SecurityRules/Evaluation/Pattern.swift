/// A regular expression of security rules, which is matched in linear time.
///
/// The dialect is documented at <https://firebase.google.com/docs/reference/security/database/regex>.
/// Like `length` in rules, a pattern counts UTF-16 code units.
///
/// A repetition isn't written out. Instead, each node has a bit for each combination of the counts
/// around it: in `(a{1,30}){1,30}`, `a` has 900 bits, which are 15 words. A code unit takes each node
/// once, in two passes: upwards, the bits that are matched by it; downwards, those that wait for the
/// next one.
package struct Pattern: Hashable, Sendable {
    struct Node: Hashable, Sendable {
        enum Content: Hashable, Sendable {
            /// One code unit of a set.
            case units(UnitSet)
            case sequence([Int])
            case alternatives([Int])
            case repetition(Repetition)
        }

        let content: Content
        /// Whether the node matches the empty text.
        let isNullable: Bool
        /// The words that have the node's bits.
        var words = 0..<0
        /// The number of combinations of counts around the node.
        var width = 0
    }

    /// A repetition of a node, which has a bit for each number of repetitions before the current one.
    struct Repetition: Hashable, Sendable {
        let body: Int
        let minimum: Int
        /// The number of distinct counts. If it is unlimited, the last one stands for all further
        /// ones.
        let countCount: Int
        let isUnlimited: Bool
    }

    /// The nodes, each after those that it consists of.
    fileprivate let nodes: [Node]
    private let isAnchoredAtStart: Bool
    private let isAnchoredAtEnd: Bool

    /// For each word of a repetition's body, the bits with the last count.
    fileprivate let lastCounts: [UInt64]
    /// For each word of a repetition's body, the bits that end the repetition once they match.
    fileprivate let finalCounts: [UInt64]

    /// The maximum number of bits of all code units' sets.
    static let maximumSize = 10_000

    /// - Parameter nodes: the nodes, the whole pattern last.
    init(_ nodes: [Node], isAnchoredAtStart: Bool, isAnchoredAtEnd: Bool) {
        var nodes = nodes
        var wordCount = 0
        nodes[nodes.count - 1].width = 1
        for index in nodes.indices.reversed() {
            let width = nodes[index].width
            let end = wordCount + (width + 63) / 64
            nodes[index].words = wordCount..<end
            wordCount = end
            switch nodes[index].content {
            case .units: break
            case .sequence(let parts), .alternatives(let parts):
                for part in parts { nodes[part].width = width }
            case .repetition(let repetition):
                nodes[repetition.body].width = width * repetition.countCount
            }
        }
        var lastCounts = Array(repeating: UInt64(0), count: wordCount)
        var finalCounts = lastCounts
        for node in nodes {
            guard case .repetition(let repetition) = node.content else { continue }
            let (start, count) = (nodes[repetition.body].words.lowerBound, repetition.countCount)
            for bit in 0..<nodes[repetition.body].width {
                let mask: UInt64 = 1 << UInt64(bit % 64)
                if bit % count == count - 1 { lastCounts[start + bit / 64] |= mask }
                if bit % count >= repetition.minimum - 1 { finalCounts[start + bit / 64] |= mask }
            }
        }
        self.nodes = nodes
        (self.isAnchoredAtStart, self.isAnchoredAtEnd) = (isAnchoredAtStart, isAnchoredAtEnd)
        (self.lastCounts, self.finalCounts) = (lastCounts, finalCounts)
    }

    /// The number of words that one code unit can take.
    var wordCount: Int { lastCounts.count }

    /// Whether a part of the text matches, within the anchors.
    package func matches(_ text: String) -> Bool {
        let root = nodes.count - 1
        var run = Run(self)
        run.enter()
        var hasMatched = nodes[root].isNullable
        for unit in text.utf16 {
            if !isAnchoredAtEnd, hasMatched { return true }
            if isAnchoredAtStart, !run.isWaiting[root] { return false }
            run.take(unit, at: root)
            hasMatched = run.hasMatched[root] || !isAnchoredAtStart && nodes[root].isNullable
            run.enter(isStart: !isAnchoredAtStart)
        }
        return hasMatched
    }
}

// MARK: - Matching

extension Pattern {
    /// The bits of all nodes while a text is matched.
    fileprivate struct Run {
        let pattern: Pattern
        private let wordCount: Int
        /// The bits with which each node begins at the current place of the text, and after all of
        /// those, the bits with which each node ends there.
        private var bits: [UInt64]
        private var hasEntered: [Bool]
        private(set) var hasMatched: [Bool]
        /// Whether a node, or one in it, ends at the current place of the text.
        private var hasMatchedWithin: [Bool]
        /// Whether a node, or one in it, waits for a code unit.
        private(set) var isWaiting: [Bool]

        init(_ pattern: Pattern) {
            self.pattern = pattern
            wordCount = pattern.wordCount
            bits = Array(repeating: 0, count: 2 * wordCount)
            hasEntered = Array(repeating: false, count: pattern.nodes.count)
            (hasMatched, hasMatchedWithin, isWaiting) = (hasEntered, hasEntered, hasEntered)
        }
    }
}

extension Pattern.Run {
    /// Matches a code unit with all that wait for one in a node.
    mutating func take(_ unit: UInt16, at index: Int) {
        let node = pattern.nodes[index]
        isWaiting[index] = false
        switch node.content {
        case .units(let set):
            hasEntered[index] = false
            guard set.contains(unit) else { return }
            for word in node.words { bits[wordCount + word] = bits[word] }
            hasMatched[index] = true
            hasMatchedWithin[index] = true
        case .sequence(let parts):
            for part in parts {
                if isWaiting[part] { take(unit, at: part) }
                if !pattern.nodes[part].isNullable { hasMatched[index] = false }
                end(index, with: part)
            }
        case .alternatives(let parts):
            for part in parts where isWaiting[part] {
                take(unit, at: part)
                end(index, with: part)
            }
        case .repetition(let repetition):
            take(unit, at: repetition.body)
            hasMatchedWithin[index] = hasMatchedWithin[repetition.body]
            if hasMatched[repetition.body] { end(index, repetition) }
        }
    }

    /// Ends a node with a part of it, besides the bits with which it ends already.
    private mutating func end(_ index: Int, with part: Int) {
        if hasMatchedWithin[part] { hasMatchedWithin[index] = true }
        guard hasMatched[part] else { return }
        add(
            wordCount + pattern.nodes[part].words.lowerBound,
            to: wordCount + pattern.nodes[index].words.lowerBound,
            count: pattern.nodes[index].words.count, isFirst: !hasMatched[index])
        hasMatched[index] = true
    }

    /// Ends a repetition whose body ends, for those counts that are enough.
    private mutating func end(_ index: Int, _ repetition: Pattern.Repetition) {
        let body = pattern.nodes[repetition.body].words
        let words = pattern.nodes[index].words
        for word in words { bits[wordCount + word] = 0 }
        for word in body {
            var rest = bits[wordCount + word] & pattern.finalCounts[word]
            while rest != 0 {
                let offset = (word - body.lowerBound) * 64
                let outer = (offset + rest.trailingZeroBitCount) / repetition.countCount
                bits[wordCount + words.lowerBound + outer / 64] |= 1 << UInt64(outer % 64)
                hasMatched[index] = true
                let next = (outer + 1) * repetition.countCount - offset
                rest = next < 64 ? (rest >> UInt64(next)) << UInt64(next) : 0
            }
        }
    }

    /// Enters the pattern at its start, and all nodes after those that have matched.
    mutating func enter(isStart: Bool = true) {
        let root = pattern.nodes.count - 1
        hasEntered[root] = isStart
        bits[pattern.nodes[root].words.lowerBound] = isStart ? 1 : 0
        enter(root)
        (hasMatched[root], hasMatchedWithin[root]) = (false, false)
    }

    /// Enters the parts of a node that has been entered, or in which a part has matched.
    private mutating func enter(_ index: Int) {
        switch pattern.nodes[index].content {
        case .units: isWaiting[index] = hasEntered[index]
        case .sequence(let parts):
            var last: Int?
            for part in parts {
                hasEntered[part] = false
                if let last {
                    if hasMatched[last] {
                        enter(part, with: wordCount + pattern.nodes[last].words.lowerBound)
                    }
                    if pattern.nodes[last].isNullable, hasEntered[last] {
                        enter(part, with: pattern.nodes[last].words.lowerBound)
                    }
                } else if hasEntered[index] {
                    enter(part, with: pattern.nodes[index].words.lowerBound)
                }
                enter(part, in: index)
                if let last { forget(last) }
                last = part
            }
            if let last { forget(last) }
        case .alternatives(let parts):
            for part in parts {
                hasEntered[part] = false
                if hasEntered[index] { enter(part, with: pattern.nodes[index].words.lowerBound) }
                enter(part, in: index)
                forget(part)
            }
        case .repetition(let repetition):
            enter(index, repetition)
            enter(repetition.body, in: index)
            forget(repetition.body)
        }
    }

    private mutating func enter(_ part: Int, in index: Int) {
        guard hasEntered[part] || hasMatchedWithin[part] else { return }
        enter(part)
        if isWaiting[part] { isWaiting[index] = true }
    }

    /// Enters the body of a repetition: for the first time, and again with the next count.
    private mutating func enter(_ index: Int, _ repetition: Pattern.Repetition) {
        let (node, body) = (pattern.nodes[index], pattern.nodes[repetition.body])
        hasEntered[repetition.body] = hasEntered[index] || hasMatched[repetition.body]
        guard hasEntered[repetition.body] else { return }
        for word in body.words { bits[word] = 0 }
        if hasMatched[repetition.body] {
            var carry: UInt64 = 0
            for word in body.words {
                let last = bits[wordCount + word] & pattern.lastCounts[word]
                let next = bits[wordCount + word] ^ last
                bits[word] = next << 1 | carry | (repetition.isUnlimited ? last : 0)
                carry = next >> 63
            }
        }
        guard hasEntered[index] else { return }
        for word in node.words {
            var rest = bits[word]
            while rest != 0 {
                let outer = (word - node.words.lowerBound) * 64 + rest.trailingZeroBitCount
                let bit = outer * repetition.countCount
                bits[body.words.lowerBound + bit / 64] |= 1 << UInt64(bit % 64)
                rest &= rest - 1
            }
        }
    }

    /// Adds words of another node to those with which a part begins.
    private mutating func enter(_ part: Int, with words: Int) {
        add(
            words, to: pattern.nodes[part].words.lowerBound,
            count: pattern.nodes[part].words.count, isFirst: !hasEntered[part])
        hasEntered[part] = true
    }

    /// - Parameter isFirst: whether the words aren't set yet.
    private mutating func add(_ words: Int, to others: Int, count: Int, isFirst: Bool) {
        for offset in 0..<count {
            bits[others + offset] = bits[words + offset] | (isFirst ? 0 : bits[others + offset])
        }
    }

    /// Forgets that a part has matched.
    private mutating func forget(_ part: Int) {
        (hasMatched[part], hasMatchedWithin[part]) = (false, false)
    }
}

// MARK: - Sets

/// The UTF-16 code units that one place of a pattern matches.
struct UnitSet: Hashable, Sendable {
    var ranges: [ClosedRange<UInt16>]
    var isNegated = false
    var ignoresCase = false

    func contains(_ unit: UInt16) -> Bool {
        var isMember = has(unit)
        if !isMember, ignoresCase { isMember = Self.otherCases(of: unit).contains(where: has) }
        return isMember != isNegated
    }

    private func has(_ unit: UInt16) -> Bool {
        ranges.contains { $0.contains(unit) }
    }

    /// Returns the code unit in lower and upper case.
    private static func otherCases(of unit: UInt16) -> [UInt16] {
        guard let scalar = Unicode.Scalar(unit) else { return [] }
        let properties = scalar.properties
        return [properties.lowercaseMapping, properties.uppercaseMapping].compactMap {
            $0.utf16.count == 1 ? $0.utf16.first : nil
        }
    }
}

extension UnitSet {
    static let any = UnitSet(ranges: [0...UInt16.max])

    /// Returns the set of `\d`, `\w` or `\s`, or the complement for a capital.
    static func named(_ letter: Unicode.Scalar) -> UnitSet? {
        switch letter {
        case "d": UnitSet(ranges: [0x30...0x39])
        case "w": UnitSet(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
        case "s": UnitSet(ranges: [0x09...0x0D, 0x20...0x20])
        case "D": UnitSet(ranges: [0...0x2F, 0x3A...UInt16.max])
        case "W":
            UnitSet(
                ranges: [0...0x2F, 0x3A...0x40, 0x5B...0x5E, 0x60...0x60, 0x7B...UInt16.max])
        case "S": UnitSet(ranges: [0...0x08, 0x0E...0x1F, 0x21...UInt16.max])
        default: nil
        }
    }
}
