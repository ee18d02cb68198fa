/// A regular expression of security rules, which is matched in linear time.
///
/// The dialect is documented at <https://firebase.google.com/docs/reference/security/database/regex>.
/// Like `length` in rules, a pattern counts UTF-16 code units.
package struct Pattern: Hashable, Sendable {
    /// A step of a nondeterministic automaton.
    enum Step: Hashable, Sendable {
        /// Takes one code unit of a set.
        case take(UnitSet)
        /// Continues with the next step, and at another one.
        case fork(Int)
        case jump(Int)
        case match
    }

    let steps: [Step]
    let isAnchoredAtStart: Bool
    let isAnchoredAtEnd: Bool

    /// The maximum number of steps, once `{n,m}` are written out.
    static let maximumStepCount = 10_000

    /// Whether a part of the text matches, within the anchors.
    package func matches(_ text: String) -> Bool {
        var states = StateSet(capacity: steps.count)
        var next = StateSet(capacity: steps.count)
        enter(0, &states)
        for unit in text.utf16 {
            if !isAnchoredAtEnd, states.hasMatched { return true }
            if isAnchoredAtStart, states.isEmpty { return false }
            next.removeAll()
            for state in states {
                guard case .take(let set) = steps[state], set.contains(unit) else { continue }
                enter(state + 1, &next)
            }
            if !isAnchoredAtStart { enter(0, &next) }
            swap(&states, &next)
        }
        return states.hasMatched
    }

    /// Enters a state, and all that are reached from it without taking a code unit.
    private func enter(_ start: Int, _ states: inout StateSet) {
        var pending = [start]
        while let state = pending.popLast() {
            guard states.insert(state) else { continue }
            switch steps[state] {
            case .take: break
            case .fork(let other): pending += [other, state + 1]
            case .jump(let target): pending.append(target)
            case .match: states.hasMatched = true
            }
        }
    }
}

/// A set of an automaton's states that is emptied in constant time.
private struct StateSet: Sequence {
    private var members: [Int] = []
    private var positions: [Int]
    var hasMatched = false

    init(capacity: Int) {
        positions = Array(repeating: 0, count: capacity)
    }

    var isEmpty: Bool { members.isEmpty }

    mutating func insert(_ state: Int) -> Bool {
        let position = positions[state]
        if position < members.count, members[position] == state { return false }
        positions[state] = members.count
        members.append(state)
        return true
    }

    mutating func removeAll() {
        members.removeAll(keepingCapacity: true)
        hasMatched = false
    }

    func makeIterator() -> Array<Int>.Iterator { members.makeIterator() }
}
